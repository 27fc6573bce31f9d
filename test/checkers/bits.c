// RUN: not %predabs check --verdicts %s | FileCheck %s

// Shifts and masks.

#include <assert.h>

int __VERIFIER_nondet_int(void);


unsigned __VERIFIER_nondet_uint(void);

void mask_safe(void) {
  int x = __VERIFIER_nondet_int();
  int y = x & 15;
  assert(y >= 0 && y <= 15); // CHECK: [[@LINE]]:3: proved: assert: mask_safe: y >= 0 && y <= 15
}

void mask_bug(void) {
  int x = __VERIFIER_nondet_int();
  int y = x & 15;
  assert(y < 15); // CHECK: [[@LINE]]:3: violated: assert: mask_bug: y < 15
}

void flags_safe(void) {
  unsigned flags = __VERIFIER_nondet_uint();
  flags |= 4;
  flags &= ~2u;
  assert((flags & 6) == 4); // CHECK: [[@LINE]]:3: proved: assert: flags_safe: (flags & 6) == 4
}

void flags_bug(void) {
  unsigned flags = __VERIFIER_nondet_uint();
  flags ^= 4;
  assert(flags & 4); // CHECK: [[@LINE]]:3: violated: assert: flags_bug: flags & 4
}

void shift_safe(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x >> 28 <= 15); // CHECK: [[@LINE]]:3: proved: assert: shift_safe: x >> 28 <= 15
}

void shift_bug(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x << 1 >> 1 == x); // CHECK: [[@LINE]]:3: violated: assert: shift_bug: x << 1 >> 1 == x
}

void arithmetic_shift_safe(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0)
    assert(x >> 3 < 0); // CHECK: [[@LINE]]:5: proved: assert: arithmetic_shift_safe: x >> 3 < 0
}

void even_safe(void) {
  unsigned x = __VERIFIER_nondet_uint() & ~1u;
  while (__VERIFIER_nondet_int())
    x += 2;
  assert(!(x & 1)); // CHECK: [[@LINE]]:3: proved: assert: even_safe: !(x & 1)
}
