// Others may change a volatile object between two reads: a handler of a signal.
//
// RUN: %clang -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because volatile
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t seen;
static void handler(int signal) { seen = 1; }
int main(void) {
  signal(SIGUSR1, handler);
  seen = 0;
  int first = seen;
  raise(SIGUSR1);
#ifdef TWIN
  assert(seen == first);
#else
  assert(first == first + 0);
#endif
  return 0;
}
