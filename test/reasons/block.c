// A block writes a static variable, and one that it shares with its function.
//
// RUN: %clang -w -O0 -fblocks -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -fblocks -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -fblocks -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -fblocks -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w -fblocks | FileCheck %s --check-prefix=SAFE
// IR: because block
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>

void *_NSConcreteStackBlock[32], *_NSConcreteGlobalBlock[32];
void _Block_object_dispose(const void *object, int flags) {}
void _Block_object_assign(void *to, const void *from, int flags) {}
static int x;
static void run(void (^body)(void)) { body(); }
int main(void) {
  __block int shared = 0;
  int y = 0;
  x = 0;
  run(^{
    x = 5;
    shared = 5;
  });
#ifdef TWIN
  if (shared == 0)
    return 0;
  assert(x == 0);
#else
  assert(y == 0);
#endif
  return 0;
}
