// The macros in C++: conditions with commas, temporaries and templates.
// RUN: %predabs check --verdicts %s -- -std=c++17 -I%src_root/include 2>/dev/null > %t || true
// RUN: FileCheck %s < %t

// RUN: %clangxx -Wall -Wextra -pedantic -std=c++11 -Werror -I%src_root/include -fsyntax-only %s
// RUN: %clangxx -Wall -Wextra -pedantic -std=c++20 -Werror -I%src_root/include -fsyntax-only %s
// RUN: %clangxx -std=c++17 -I%src_root/include -O0 -g -c %s -o %t.plain.o
// RUN: %clangxx -std=c++17 -I%src_root/include -O0 -g %plugin -c %s -o %t.o
// RUN: cmp %t.plain.o %t.o

#include <predabs.h>

template <class A, class B> struct same { enum { value = 0 }; };
template <class A> struct same<A, A> { enum { value = 1 }; };

struct guard {
  int v;
  explicit guard(int v) : v(v) {}
  ~guard() { v = 0; }
  bool ok() const { return v > 0; }
};

template <class T> T twice(T x) {
  // CHECK-DAG: predabs-h.cpp:[[@LINE+1]]:3: {{[a-z]+}}: assert: twice: x < 100
  PREDABS_ASSERT(x < 100);
  return static_cast<T>(x + x);
}

int f() {
  unsigned long n = PREDABS_NONDET(unsigned long);
  // CHECK-DAG: predabs-h.cpp:[[@LINE+1]]:3: proved: assert: f: n + 0 == n && same<int, int>::value
  PREDABS_ASSERT(n + 0 == n && same<int, int>::value);
  // CHECK-DAG: predabs-h.cpp:[[@LINE+1]]:3: proved: assert: f: guard(3).ok()
  PREDABS_ASSERT(guard(3).ok());
  // A lambda sees what it captures; the rest could be anything.
  int m = 3;
  auto known = [m] { int k = m; PREDABS_ASSERT(k == k); };
  auto open = [&] { PREDABS_ASSERT(m == 3); };
  // CHECK-DAG: predabs-h.cpp:[[@LINE-1]]:21: {{unknown|latent|violated}}: assert: {{.*}}operator(): m == 3
  known();
  open();
  return twice(3) + twice('c') + int(n);
}

constexpr int positive(int x) {
  PREDABS_ASSERT(x > 0);
  return x;
}
static_assert(positive(3) == 3, "");
