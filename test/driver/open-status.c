// Who is warned is told so by the exit status.

// RUN: %predabs check %s
// RUN: not %predabs check --open=1 %s 2>&1 | FileCheck %s

#include <assert.h>
void need(int n) { assert(n > 0); }
// CHECK: open-status.c:[[@LINE-1]]:{{.*}} warning: assertion 'n > 0' can fail
// CHECK: predabs: 0 proved, 0 violated, 1 latent, 0 unknown

// With several files, each checked by a process of its own:
// RUN: echo 'int f(void) { return 0; }' > %t.c
// RUN: not %predabs check --open=1 %s %t.c
// RUN: %predabs check --open=1 %t.c
