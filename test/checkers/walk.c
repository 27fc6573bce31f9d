// The program of docs/architecture.md, step by step.
//
// RUN: not %predabs check --inputs=next --verdicts --trace-refinement \
// RUN:   --explain=safe --emit-bp=%t.bp %s > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VERDICT < %t.out
// RUN: FileCheck %s --check-prefix=ROUND < %t.err
// RUN: FileCheck %s --check-prefix=NOTE < %t.err
// RUN: FileCheck %s --check-prefix=BP < %t.bp
#include <assert.h>
extern int next(void);

void bug(void) {
  int first = next(), count = 0;
  while (count <= first)
    count++;
  if (count)
    assert(first != 0);
}

void safe(void) {
  int first = next(), count = 0;
  while (count < first)
    count++;
  if (count)
    assert(first != 0);
}

// VERDICT: :[[@LINE-11]]:5: violated: assert: bug: first != 0
// VERDICT: :[[@LINE-4]]:5: proved: assert: safe: first != 0
// VERDICT-NEXT: where it is reached: {first!=0} & !{count<first} & !{count==0}
// VERDICT: 2 rounds

// ROUND: from bug:
// ROUND-NEXT: a run fails at bug
// ROUND: from safe:
// ROUND-NEXT: a path of 11 steps leads to safe:
// ROUND-NEXT: round 1: 2 predicates
// ROUND-NEXT: a path of 11 steps leads to safe:
// ROUND-NEXT: it cannot happen
// ROUND-NEXT: newton adds safe: count==0
// ROUND-NEXT: round 2: 3 predicates

// NOTE: note: 'next' returns 0
// NOTE: note: 'count <= first' is true: first is 0, count is 0
// NOTE: note: 'count <= first' is false: first is 0, count is 1
// NOTE: note: 'count != 0' is true: count is 1
// NOTE: note: 'first != 0' is false: first is 0

// BP: {count<first}, {count==0} := choose(false, !{count<first}), choose(false, {count==0} | !{first!=0} & !{count<first});
