// Whether the optimiser knows a value is not known.
//
// RUN: %clang -w -O1 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -O1 -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -O1 -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -O1 -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w -O1 | FileCheck %s --check-prefix=SAFE
// IR: because constant-p
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>

int main(int argc, char **argv) {
  int x = 0;
  if (!__builtin_constant_p(argc + 1))
    x = 1;
#ifdef TWIN
  assert(x == 0);
#else
  assert(x == 0 || x == 1);
#endif
  return 0;
}
