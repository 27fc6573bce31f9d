// What the linker may put in the place of something, or leave out.
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s
// RUN: %predabs check --verdicts %s | FileCheck %s
// RUN: %predabs check --verdicts --entry=main --closed %s | FileCheck %s --check-prefix=CLOSED

#include <assert.h>

extern void optional(void) __attribute__((weak));
extern int maybe __attribute__((weak));
static void reference(void) __attribute__((weakref("elsewhere")));
__attribute__((weak)) int value = 1;
__attribute__((weak)) const int constant = 1;
__attribute__((weak)) int function(void) { return 1; }
static int target = 1;
extern int alias __attribute__((weak, alias("target")));
static int counted;
void count(void) { counted++; }
void also_count(void) __attribute__((weak, alias("count")));

int main(int argc, char **argv) {
  int n = 0;
  if (optional) {
    optional();
    n = 1;
  }
  assert(n == 0 || n == 1); // CHECK: [[@LINE]]:3: proved: assert: main: n == 0 || n == 1
  switch (argc) {
  case 1: assert(n == 1); break; // CHECK: [[@LINE]]:11: unknown: assert: main: n == 1
  case 2: assert(n == 0); break; // CHECK: [[@LINE]]:11: unknown: assert: main: n == 0
  case 3: assert(&maybe); break; // CHECK: [[@LINE]]:11: unknown: assert: main: &maybe
  case 4: assert(reference); break; // CHECK: [[@LINE]]:11: unknown: assert: main: reference
  // CHECK: [[@LINE+2]]:11: unknown: assert: main: value == 1
  // CLOSED: [[@LINE+1]]:11: {{proved|unknown}}: assert: main: value == 1
  case 5: assert(value == 1); break;
  case 6: assert(value == 2); break; // CHECK: [[@LINE]]:11: unknown: assert: main: value == 2
  case 7: assert(constant == 1); break; // CHECK: [[@LINE]]:11: unknown: assert: main: constant == 1
  case 8: assert(function() == 1); break; // CHECK: [[@LINE]]:11: unknown: assert: main: function() == 1
  case 9:
    alias = 2;
    assert(target == 2); // CHECK: [[@LINE]]:5: unknown: assert: main: target == 2
    break;
  case 10:
    alias = 2;
    assert(target == 1); // CHECK: [[@LINE]]:5: unknown: assert: main: target == 1
    break;
  case 11:
    counted = 0;
    also_count();
    assert(counted == 0); // CHECK: [[@LINE]]:5: {{unknown|violated}}: assert: main: counted == 0
    break;
  }
  return 0;
}
