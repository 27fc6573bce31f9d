// What variables of other files hold when the program begins is for those files
// to say. With entry= they are inputs, but for constants.
// RUN: %predabs check --verdicts %s | FileCheck %s
// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s --check-prefix=ENTRY

#include <assert.h>

extern const int limit;
extern int level;

int main(int argc, char **argv) {
  switch (argc) {
  case 1:
    // ENTRY: [[@LINE+1]]:5: unknown: assert: main: limit == 1
    assert(limit == 1); // CHECK: [[@LINE]]:5: unknown: assert: main: limit == 1
    break;
  case 2:
    // ENTRY: [[@LINE+1]]:5: violated: assert: main: level == 1
    assert(level == 1); // CHECK: [[@LINE]]:5: unknown: assert: main: level == 1
    break;
  }
  return 0;
}
