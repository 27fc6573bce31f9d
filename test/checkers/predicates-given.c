// Predicates of the user's come first, and the Boolean program can be had.

// RUN: %predabs check --verdicts --predicates=%S/Inputs/count.preds \
// RUN:   --emit-bp=%t.bp %s | FileCheck %s
// RUN: FileCheck --check-prefix=BP %s < %t.bp
// RUN: echo 'count_safe { i <= m }' > %t.preds
// RUN: not %predabs check --predicates=%t.preds %s 2>&1 \
// RUN:   | FileCheck --check-prefix=WRONG %s

#include <assert.h>

extern int input(void);

void count_safe(void) {
  int i = 0, n = input();
  if (n < 0)
    return;
  while (i < n)
    i++;
  assert(i == n); // CHECK: [[@LINE]]:3: proved: assert: count_safe: i == n
}

// BP: void count_safe()
// BP: {i<=n}
// WRONG: predabs: {{.*}}:1:19: unknown name 'm' in 'count_safe'
