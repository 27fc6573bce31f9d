// Predicates in the source. Where the text is one plain string, errors tell
// the place inside it, otherwise that of the attribute.

// RUN: not %predabs abstract %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %clang -Wall -Werror -c %s -o %t.plain.o
// RUN: %clang -Wall -Werror %plugin -c %s -o %t.o && cmp %t.plain.o %t.o

#define PREDICATES(text) __attribute__((annotate(text)))

// CHECK: annotations.c:[[#@LINE+1]]:48: error: unknown global 'lockd'; did you mean 'locked'?
__attribute__((annotate("predabs: locked == 1, lockd"))) int locked;

// CHECK-NEXT: annotations.c:[[#@LINE+1]]:49: error: unknown name 'y' in 'inc'
int inc(int x) __attribute__((annotate("predabs:y == 'x")));

// CHECK-NEXT: annotations.c:[[#@LINE+1]]:45: error: a predicate must not call functions
[[clang::annotate("predabs: x == 'x + 1, inc(x)")]] int inc(int x) {
  return x + 1;
}

// CHECK-NEXT: annotations.c:[[#@LINE+1]]:1: error: unknown name 'nothing' in 'macro'
PREDICATES("predabs: nothing")
int macro(int x) { return x; }

// CHECK-NEXT: annotations.c:[[#@LINE+1]]:16: error: unknown name 'nobody' in 'pieces'
__attribute__((annotate("predabs: x == 1,"
                        "nobody")))
int pieces(int x) { return x; }

// CHECK-NEXT: annotations.c:[[#@LINE+2]]:18: error: predicates stand on functions and on global variables, not on local ones
int local(void) {
  __attribute__((annotate("predabs: v == 1"))) int v = 1;
  return v;
}

// Others' annotations are not ours, and a function without a body has no
// predicates here.
__attribute__((annotate("other: ("))) int others(int x) { return x; }
int elsewhere(int x) __attribute__((annotate("predabs: (")));
int caller(int x) { return elsewhere(x) + locked; }
