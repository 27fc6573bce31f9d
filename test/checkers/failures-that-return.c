// Whoever names failure functions may name any: one that returns, one whose body
// is here, or exit. A call of it is the end of the run, and the failure.
// RUN: not %predabs check --verdicts --entry=main --failures=die %s | FileCheck %s --check-prefix=BODY
// RUN: not %predabs check --verdicts --entry=main --failures=puts %s | FileCheck %s --check-prefix=PRINTS
// RUN: not %predabs check --verdicts --entry=main --failures=exit %s | FileCheck %s --check-prefix=EXITS
// RUN: not %predabs check --verdicts --entry=main --failures=quits %s | FileCheck %s --check-prefix=QUITS
#include <stdio.h>
#include <stdlib.h>

static int count;
void die(void) { count++; }
void quits(void) { exit(0); }

int main(void) {
  // BODY: :[[@LINE+2]]:{{.*}}: proved: assert: main: die is called
  if (count)
    die();
  // BODY: :[[@LINE+1]]:{{.*}}: violated: assert: main: die is called
  die();
  // PRINTS: :[[@LINE+2]]:{{.*}}: proved: assert: main: puts is called
  if (count != 1)
    puts("never");
  // PRINTS: :[[@LINE+1]]:{{.*}}: violated: assert: main: puts is called
  puts("always");
  // EXITS: :[[@LINE+2]]:{{.*}}: proved: assert: main: exit is called
  if (count != 1)
    exit(2);
  // QUITS: :[[@LINE+2]]:{{.*}}: violated: assert: main: quits is called
  if (getchar() == 'q')
    quits();
  // EXITS: :[[@LINE+1]]:{{.*}}: violated: assert: main: exit is called
  exit(1);
}
