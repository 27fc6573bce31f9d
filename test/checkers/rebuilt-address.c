// RUN: %predabs check --verdicts %s | FileCheck %s
// RUN: %predabs check --verdicts --entry=main --paths=0 %s | FileCheck %s

// An address can be put together again from what was decided about its bits:
// then no value was copied, and yet the pointer leads there.

#include <assert.h>

static int looked_at = 1, elsewhere = 1;

static unsigned long same(unsigned long n) {
  unsigned long result = 0;
  for (int i = 0; i < 64; i++)
    if (n >> i & 1)
      result |= 1ul << i;
  return result;
}

static void direct_bug(void) {
  unsigned long n = same((unsigned long)&looked_at);
  *(int *)n = 3;
  assert(looked_at != 3); // CHECK: [[@LINE]]:3: unknown: assert: direct_bug: looked_at != 3
}
static void kept_bug(void) {
  int *p = (int *)same((unsigned long)&looked_at);
  *p = 5;
  assert(looked_at != 5); // CHECK: [[@LINE]]:3: unknown: assert: kept_bug: looked_at != 5
}
static void other_safe(void) {
  int *p = (int *)same((unsigned long)&looked_at);
  *p = 5;
  assert(elsewhere == 1); // CHECK: [[@LINE]]:3: proved: assert: other_safe: elsewhere == 1
}

int main(void) {
  direct_bug();
  kept_bug();
  other_safe();
  return 0;
}
