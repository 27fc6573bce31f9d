// The source asks for any value: it may be the one that hurts.
//
// RUN: %clang -w -O0 -I%src_root/include -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -I%src_root/include -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -I%src_root/include -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -I%src_root/include -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w -I%src_root/include | FileCheck %s --check-prefix=SAFE
// IR: because nondeterministic
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>
#include <predabs.h>

int main(void) {
  int n = PREDABS_NONDET(int);
#ifdef TWIN
  assert(n != 0);
#else
  assert(n != 0 || n == 0);
#endif
  return 0;
}
