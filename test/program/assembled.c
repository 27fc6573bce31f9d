// A function that assembly outside of functions defines may write all that it
// can name: it is not followed, and no input.
// RUN: %predabs check --verdicts %s | FileCheck %s
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s

#include <assert.h>

__asm__(".globl set_all\n"
        "set_all:\n"
        "  movl $42, exported(%rip)\n"
        "  movl $42, named(%rip)\n"
        "  movl $42, (%rdi)\n"
        "  ret\n");
int exported = 1;
static int named __attribute__((used)) = 1, unnamed = 1;
void set_all(int *);

int main(int argc, char **argv) {
  int local = 1, other = 1;
  set_all(&local);
  if (argc == 1)
    assert(exported == 42); // CHECK: [[@LINE]]:5: unknown: assert: main: exported == 42
  if (argc == 2)
    assert(exported == 1); // CHECK: [[@LINE]]:5: unknown: assert: main: exported == 1
  if (argc == 3)
    assert(named == 42); // CHECK: [[@LINE]]:5: unknown: assert: main: named == 42
  if (argc == 4)
    assert(named == 1); // CHECK: [[@LINE]]:5: unknown: assert: main: named == 1
  if (argc == 5)
    assert(local == 42); // CHECK: [[@LINE]]:5: unknown: assert: main: local == 42
  if (argc == 6)
    assert(local == 1); // CHECK: [[@LINE]]:5: unknown: assert: main: local == 1
  assert(unnamed == 1 && other == 1); // CHECK: [[@LINE]]:3: proved: assert: main:
  return 0;
}
