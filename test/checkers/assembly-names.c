// Assembly that names a function may call it or jump there, and one that names a
// variable may write it, though it says nothing about memory.
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s
// RUN: %predabs ir --no-locs %s | FileCheck %s --check-prefix=IR
#include <assert.h>

static int calls, written, add;

// Called with any global state: nobody says when.
__attribute__((used)) static void called(void) {
  ++calls;
  // CHECK: :[[@LINE+1]]:{{.*}}: unknown: assert: called: written == 7
  assert(written == 7);
}

__attribute__((used)) static void jumped(void) {
  // CHECK: :[[@LINE+1]]:{{.*}}: unknown: assert: jumped: 0
  assert(0);
}

// What stands first is an instruction.
// IR-LABEL: func @plus
// IR-NOT: havoc everything
// IR: havoc %x because inline-asm
int plus(int x) {
  __asm__("add $1, %[add]" : [add] "+r"(x));
  return x + add;
}

int main(void) {
  __asm__ volatile("call called");
  // CHECK: :[[@LINE+1]]:{{.*}}: unknown: assert: main: calls == 0
  assert(calls == 0);
  __asm__("nop; movl $1, written(%rip)");
  // CHECK: :[[@LINE+1]]:{{.*}}: unknown: assert: main: written == 0
  assert(written == 0);
  __asm__("push %rax\n\tjmp\tjumped");
}
