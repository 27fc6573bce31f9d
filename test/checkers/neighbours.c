// RUN: %predabs check --verdicts %s -- -I%src_root/include | FileCheck %s
// RUN: %predabs check --entry=main --verdicts %s -- -I%src_root/include | FileCheck %s

// The end of one object may be where another begins: which, the linker decides,
// so that no paths of a program prove that it is not.

#include <assert.h>
#include <predabs.h>

static int one = 1, two = 2, line[4];

static void neighbours_bug(void) {
  int *end = &one + 1;
  if (end == &two)
    assert(two == 3); // CHECK: [[@LINE]]:5: unknown: assert: neighbours_bug: two == 3
}
static void chosen_bug(int input) {
  int *end = input ? &one + 1 : &two + 1, *other = input ? &two : &one;
  if (end == other)
    assert(one == 3); // CHECK: [[@LINE]]:5: unknown: assert: chosen_bug: one == 3
}
static void line_safe(int input) {
  int n = 0;
  for (int *p = line; p != line + 4; ++p)
    n += *p = input != 0;
  assert(n == 0 || n == 4); // CHECK: [[@LINE]]:3: proved: assert: line_safe:
}

int main(void) {
  switch (PREDABS_NONDET(int)) {
  case 0:
    neighbours_bug();
    break;
  case 1:
    chosen_bug(PREDABS_NONDET(int));
    break;
  default:
    line_safe(PREDABS_NONDET(int));
  }
  return 0;
}
