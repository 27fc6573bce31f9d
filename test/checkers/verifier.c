// The functions of SV-COMP.
// RUN: not %predabs check --verdicts %s 2>&1 | FileCheck %s

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int shared = 3;

int main(void) {
  int n = __VERIFIER_nondet_int();
  _Bool b = __VERIFIER_nondet_bool();
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n >= 2 && n <= 4);
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_end();
  // CHECK: verifier.c:[[@LINE+2]]:7: warning: 'reach_error' can be called [predabs-assert]
  if (n == 3 && b)
    { reach_error(); }
  // CHECK: verifier.c:[[@LINE-1]]:7: violated: assert: main: reach_error is called
  if (n > 4 || n < 2)
    // CHECK-NEXT: verifier.c:[[@LINE+1]]:5: proved: assert: main: reach_error is called
    reach_error();
  if (c > 255 || (b != 0 && b != 1))
    // CHECK-NEXT: verifier.c:[[@LINE+1]]:5: proved: assert: main: reach_error is called
    reach_error();
  // None of them touches memory.
  if (shared != 3)
    // CHECK-NEXT: verifier.c:[[@LINE+1]]:5: proved: assert: main: reach_error is called
    reach_error();
  return 0;
}
