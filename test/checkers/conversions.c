// RUN: not %predabs check --verdicts %s | FileCheck %s

// Narrowing, sign extension, and comparisons of signed with unsigned.

#include <assert.h>

int __VERIFIER_nondet_int(void);


void narrow_safe(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x < 128) {
    signed char c = x;
    assert(c == x); // CHECK: [[@LINE]]:5: proved: assert: narrow_safe: c == x
  }
}

void narrow_bug(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x < 129) {
    signed char c = x;
    assert(c == x); // CHECK: [[@LINE]]:5: violated: assert: narrow_bug: c == x
  }
}

void extend_safe(void) {
  signed char c = __VERIFIER_nondet_int();
  unsigned u = c;
  if (c < 0)
    assert(u >= 4294967168u); // CHECK: [[@LINE]]:5: proved: assert: extend_safe: u >= 4294967168u
}

void extend_bug(void) {
  signed char c = __VERIFIER_nondet_int();
  unsigned u = c;
  assert(u < 256); // CHECK: [[@LINE]]:3: violated: assert: extend_bug: u < 256
}

void zero_extend_safe(void) {
  unsigned char c = __VERIFIER_nondet_int();
  int i = c;
  assert(i >= 0 && i < 256); // CHECK: [[@LINE]]:3: proved: assert: zero_extend_safe: i >= 0 && i < 256
}

void compare_bug(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 1)
    assert(x < 1u); // CHECK: [[@LINE]]:5: violated: assert: compare_bug: x < 1u
}
