// The macros of predabs.h mean something to PredAbs and nothing to a compiler.
// RUN: not %predabs check --verdicts %s -- -I%src_root/include 2>/dev/null | FileCheck %s

// RUN: %clang -Wall -Wextra -pedantic -std=c99 -Werror -I%src_root/include -fsyntax-only %s
// RUN: %clang -Wall -Wextra -pedantic -std=c99 -I%src_root/include -O0 -S %s -o - | FileCheck %s --check-prefix=CODE
// CODE-NOT: predabs_

// RUN: %clang -I%src_root/include -O0 -g -c %s -o %t.plain.o
// RUN: %clang -I%src_root/include -O0 -g %plugin -c %s -o %t.o 2> %t.err
// RUN: cmp %t.plain.o %t.o
// RUN: FileCheck %s --check-prefix=WARNING < %t.err
// RUN: %clang -I%src_root/include -O2 -c %s -o %t.plain.o
// RUN: %clang -I%src_root/include -O2 %plugin -c %s -o %t.o
// RUN: cmp %t.plain.o %t.o

// Without the macros the code is the same.
// RUN: %clang -DPREDABS_H -DPREDABS_ASSERT=IGNORE -DPREDABS_ASSUME=IGNORE "-DIGNORE(...)=((void)0)" "-DPREDABS_NONDET(t)=(t){0}" -I%src_root/include -O2 -c %s -o %t.none.o
// RUN: cmp %t.plain.o %t.none.o

#include <predabs.h>

struct pair {
  int a, b;
};

static int is_small(int n) { return n < 10; }

int small_safe(void) {
  int n = PREDABS_NONDET(int);
  PREDABS_ASSUME(is_small(n) && n > 0);
  // CHECK: predabs-h.c:[[@LINE+1]]:3: proved: assert: small_safe: n > 0 && n < 11
  PREDABS_ASSERT(n > 0 && n < 11);
  return is_small(n);
}

int small_bug(void) {
  unsigned char n = PREDABS_NONDET(unsigned char);
  PREDABS_ASSUME(n > 3);
  // CHECK-NEXT: predabs-h.c:[[@LINE+4]]:3: violated: assert: small_bug: n != 4
  // WARNING: predabs-h.c:[[@LINE+3]]:3: warning: assertion 'n != 4' can fail [predabs-assert]
  // WARNING: predabs-h.c:[[@LINE-4]]:21: note: PREDABS_NONDET gives 4
  // WARNING: predabs-h.c:[[@LINE+1]]:3: note: 'n != 4' is false: n is 4
  PREDABS_ASSERT(n != 4);
  return n;
}

int pair_bug(void) {
  struct pair p = PREDABS_NONDET(struct pair);
  // CHECK-NEXT: predabs-h.c:[[@LINE+1]]:3: violated: assert: pair_bug: p.a == p.b
  PREDABS_ASSERT(p.a == p.b);
  return p.a;
}

int condition_bug(void) {
  if (PREDABS_NONDET(_Bool)) {
    // CHECK-NEXT: predabs-h.c:[[@LINE+1]]:5: violated: assert: condition_bug: 0
    PREDABS_ASSERT(0);
  }
  while (!PREDABS_NONDET(int))
    // CHECK-NEXT: predabs-h.c:[[@LINE+1]]:5: violated: assert: condition_bug: 1 == 2
    PREDABS_ASSERT(1 == 2);
  return PREDABS_NONDET(int) ? 1 : 2;
}
