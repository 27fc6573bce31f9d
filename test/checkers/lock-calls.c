// RUN: not %predabs check --verdicts %s | FileCheck %s

// The same loop, with the lock behind calls, as drivers are written.

#include <assert.h>

int __VERIFIER_nondet_int(void);


static int held, kept;

static void acquire_safe(void) {
  assert(!held); // CHECK: [[@LINE]]:3: proved: assert: acquire_safe: !held
  held = 1;
}

static void release_safe(void) {
  assert(held); // CHECK: [[@LINE]]:3: proved: assert: release_safe: held
  held = 0;
}

static void release_bug(void) {
  assert(kept); // CHECK: [[@LINE]]:3: violated: assert: release_bug: kept
  kept = 0;
}

void driver_safe(void) {
  int packets = 0, old;
  held = 0;
  do {
    acquire_safe();
    old = packets;
    if (__VERIFIER_nondet_int()) {
      release_safe();
      packets++;
    }
  } while (packets != old);
  release_safe();
}

void driver_bug(void) {
  int packets = 0, old;
  kept = 0;
  do {
    kept = 1;
    old = packets;
    if (__VERIFIER_nondet_int())
      release_bug();
  } while (packets != old);
  release_bug();
}
