// RUN: not %predabs check --verdicts %s | FileCheck %s

// The lock of the SLAM papers: that it is free at the end of the loop depends
// on packets.

#include <assert.h>

int __VERIFIER_nondet_int(void);


void loop_safe(void) {
  int locked = 0, packets = 0, old;
  do {
    assert(!locked); // CHECK: [[@LINE]]:5: proved: assert: loop_safe: !locked
    locked = 1;
    old = packets;
    if (__VERIFIER_nondet_int()) {
      assert(locked); // CHECK: [[@LINE]]:7: proved: assert: loop_safe: locked
      locked = 0;
      packets++;
    }
  } while (packets != old);
  assert(locked); // CHECK: [[@LINE]]:3: proved: assert: loop_safe: locked
}

void loop_bug(void) {
  int locked = 0, packets = 0, old;
  do {
    assert(!locked); // CHECK: [[@LINE]]:5: proved: assert: loop_bug: !locked
    locked = 1;
    old = packets;
    if (__VERIFIER_nondet_int())
      locked = 0;
  } while (packets != old);
  assert(locked); // CHECK: [[@LINE]]:3: violated: assert: loop_bug: locked
}
