// RUN: %predabs check --verdicts %s -- -w -std=c++23 2>&1 | FileCheck %s

#include <cassert>

void assumed_safe(int n) {
  [[assume(n > 0)]];
  assert(n > 0); // CHECK: [[@LINE]]:3: proved: assert: assumed_safe
}

void assumed_bug(int n) {
  [[assume(n > 0)]];
  assert(n > 1); // CHECK: [[@LINE]]:3: latent: assert: assumed_bug
}

void effect_safe(int n) {
  [[assume(n++ > 0)]];
  assert(n > 0); // CHECK: [[@LINE]]:3: unknown: assert: effect_safe
}
