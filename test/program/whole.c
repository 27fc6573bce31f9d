// With an entry, a file that needs nothing but the library is the program; so
// is a task of a verifier.
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s
// RUN: %predabs check --verdicts --entry=main %s -- -DTASK | FileCheck %s

#include <assert.h>
#include <stdio.h>

#ifdef TASK
extern int __VERIFIER_nondet_int(void);
extern void project(void);
#endif

int shared = 1;

void callee(int n) {
  assert(n > 0); // CHECK: [[@LINE]]:3: proved: assert: callee
}

int main(void) {
#ifdef TASK
  if (__VERIFIER_nondet_int())
    project();
#endif
  assert(shared == 1); // CHECK: [[@LINE]]:3: proved: assert: main
  fprintf(stderr, "%d\n", shared);
  callee(shared);
  return 0;
}
