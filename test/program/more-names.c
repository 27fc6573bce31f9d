// Two names of one variable of which each is known outside; an alias that a
// pragma makes; a declaration in a block with another's symbol.
// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s
// RUN: not %predabs check --verdicts --entry=main --closed %s | FileCheck %s
// RUN: not %predabs check --verdicts %s | FileCheck %s --check-prefix=FUNCTION

#include <assert.h>

static int x = 1;
#pragma weak called_so = called
int called(void) { return 5; }
int called_so(void);

int object = 1;
extern int also __attribute__((alias("object")));
void other(void);

void function(void) {
  object = 1;
  other();
  assert(object == 1); // FUNCTION: [[@LINE]]:3: {{latent|unknown}}: assert: function
}

int main(int argc, char **argv) {
  extern int in_block __asm__("x");
  in_block = 2;
  assert(x == 2); // CHECK: [[@LINE]]:3: proved: assert: main: x == 2
  if (argc == 1)
    assert(in_block == 1); // CHECK: [[@LINE]]:5: violated: assert: main: in_block == 1
  if (argc == 2 && called_so)
    assert(called_so() == 5); // CHECK: [[@LINE]]:5: {{unknown|proved}}: assert: main: called_so() == 5
  also = 3;
  assert(object == 3); // CHECK: [[@LINE]]:3: proved: assert: main: object == 3
  return 0;
}
