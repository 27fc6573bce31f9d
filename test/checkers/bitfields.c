// RUN: not %predabs check --verdicts %s | FileCheck %s

// Bit-fields hold as much as they can.

#include <assert.h>

int __VERIFIER_nondet_int(void);


struct bits {
  signed s : 4;
  unsigned u : 4;
  unsigned rest : 24;
};

void fields_safe(void) {
  struct bits b;
  b.rest = 5;
  b.s = __VERIFIER_nondet_int();
  b.u = __VERIFIER_nondet_int();
  assert(b.s >= -8 && b.s < 8); // CHECK: [[@LINE]]:3: proved: assert: fields_safe: b.s >= -8 && b.s < 8
  assert(b.u <= 15); // CHECK: [[@LINE]]:3: proved: assert: fields_safe: b.u <= 15
  assert(b.rest == 5); // CHECK: [[@LINE]]:3: proved: assert: fields_safe: b.rest == 5
}

void sign_bug(void) {
  struct bits b;
  b.s = 8;
  assert(b.s == 8); // CHECK: [[@LINE]]:3: violated: assert: sign_bug: b.s == 8
}

void wrap_bug(void) {
  struct bits b;
  int n = __VERIFIER_nondet_int();
  b.u = n;
  b.u++;
  assert(b.u); // CHECK: [[@LINE]]:3: violated: assert: wrap_bug: b.u
}
