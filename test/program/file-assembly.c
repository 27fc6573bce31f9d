// Assembly outside of functions may use what it names, and define it.
// RUN: %predabs check --verdicts --entry=main --closed %s | FileCheck %s
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s

#include <assert.h>

__asm__(".globl assembled\n"
        "assembled: movl $3, written(%rip)\n"
        "  jmp callback\n"
        ".data\n"
        ".globl seven\n"
        "seven: .long 7\n"
        ".text\n"
        ".set another, hidden\n");
__attribute__((used)) static int written, hidden = 1;
static int called, untouched = 1;
__attribute__((used)) static int callback(void) { return called = 1; }
extern int assembled(void);
extern int seven, another;
register unsigned long stack __asm__("rsp");

int main(int argc, char **argv) {
  int result = assembled();
  assert(untouched == 1); // CHECK: [[@LINE]]:3: proved: assert: main
  if (argc == 1)
    assert(written == 0); // CHECK: [[@LINE]]:5: unknown: assert: main
  if (argc == 2)
    assert(called == 0); // CHECK: [[@LINE]]:5: unknown: assert: main
  if (argc == 3)
    assert(result == 1); // CHECK: [[@LINE]]:5: unknown: assert: main
  if (argc == 4)
    assert(seven == 7); // CHECK: [[@LINE]]:5: unknown: assert: main
  if (argc == 5)
    assert(stack != 0); // CHECK: [[@LINE]]:5: unknown: assert: main
  if (argc == 6)
    assert(stack == 0); // CHECK: [[@LINE]]:5: unknown: assert: main
  another = 2;
  assert(hidden == 1); // CHECK: [[@LINE]]:3: unknown: assert: main
  return 0;
}
