// RUN: not %predabs check --verdicts %s -- -std=c++20 -w | FileCheck %s

// The rim of C++: what runs or is caught though it is not written there.

#include <cassert>
#include <cstdlib>
#include <new>

// As compilers have it, a handler by reference takes the pointers that one by
// value takes.
static int by_reference(int *p) {
  try {
    throw p;
  } catch (const int *&) {
    return 1;
  } catch (int *) {
    return 2;
  }
}
void pointer_by_reference_safe() {
  int x = 0, n = by_reference(&x);
  assert(n == 1); // CHECK: [[@LINE]]:3: proved: assert: pointer_by_reference_safe: n == 1
}
void pointer_by_reference_bug() {
  int x = 0, n = by_reference(&x);
  assert(n == 2); // CHECK: [[@LINE]]:3: violated: assert: pointer_by_reference_bug: n == 2
}

// A handler's pointer to a class is a copy.
struct A {
  int a;
};
static A first = {1}, second = {2};
static A *thrown_again() {
  try {
    try {
      throw &first;
    } catch (A *&p) {
      p = &second;
      throw;
    }
  } catch (A *p) {
    return p;
  }
}
void pointer_copy_bug() {
  A *p = thrown_again();
  assert(p == &second); // CHECK: [[@LINE]]:3: violated: assert: pointer_copy_bug: p == &second
}

// What a cleanup throws goes on.
static void check(int *p) {
  if (*p == 3)
    throw *p;
}
static int cleaned(int n) {
  int r = 0;
  try {
    __attribute__((cleanup(check))) int x = n;
    r = 1;
  } catch (int k) {
    r += k;
  }
  return r;
}
void cleanup_safe() {
  int n = cleaned(3);
  assert(n == 4); // CHECK: [[@LINE]]:3: proved: assert: cleanup_safe: n == 4
}
void cleanup_bug() {
  int n = cleaned(3);
  assert(n == 1); // CHECK: [[@LINE]]:3: violated: assert: cleanup_bug: n == 1
}

// A default argument is evaluated where it is used.
static int line(int n = __builtin_LINE()) { return n; }
static int outer(int n = line()) { return n; }
void default_safe() {
  int n = line() - __LINE__, k = outer() - __LINE__;
  assert(n == 0); // CHECK: [[@LINE]]:3: proved: assert: default_safe: n == 0
  assert(k == 0); // CHECK: [[@LINE]]:3: proved: assert: default_safe: k == 0
}
