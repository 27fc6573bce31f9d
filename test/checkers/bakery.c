// RUN: not %predabs check --verdicts %s | FileCheck %s
// RUN: not %predabs check --discovery=closure --explain=bakery_safe %s | FileCheck %s --check-prefix=CLOSED
// CLOSED: proved: assert: bakery_safe
// CLOSED-NEXT: exact after 2 rounds of closure

// The Bakery protocol for two processes, of "Syntactic Program Transformations
// for Automatic Abstraction" (Namjoshi and Kurshan). Tickets are signed: one
// that overflows is no execution.

#include <assert.h>

int __VERIFIER_nondet_int(void);


enum place { Outside, Waiting, Inside };

void bakery_safe(void) {
  enum place p1 = Outside, p2 = Outside;
  int y1 = 0, y2 = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      if (p1 == Outside) {
        p1 = Waiting;
        y1 = y2 + 1;
      } else if (p1 == Waiting && (y2 == 0 || y1 <= y2)) {
        p1 = Inside;
      } else if (p1 == Inside) {
        p1 = Outside;
        y1 = 0;
      }
    } else {
      if (p2 == Outside) {
        p2 = Waiting;
        y2 = y1 + 1;
      } else if (p2 == Waiting && (y1 == 0 || y2 < y1)) {
        p2 = Inside;
      } else if (p2 == Inside) {
        p2 = Outside;
        y2 = 0;
      }
    }
    assert(!(p1 == Inside && p2 == Inside)); // CHECK: [[@LINE]]:5: proved: assert: bakery_safe: !(p1 == Inside && p2 == Inside)
  }
}

// Both may enter with the same ticket.
void bakery_bug(void) {
  enum place p1 = Outside, p2 = Outside;
  int y1 = 0, y2 = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      if (p1 == Outside) {
        p1 = Waiting;
        y1 = y2;
      } else if (p1 == Waiting && (y2 == 0 || y1 <= y2)) {
        p1 = Inside;
      }
    } else {
      if (p2 == Outside) {
        p2 = Waiting;
        y2 = y1 + 1;
      } else if (p2 == Waiting && (y1 == 0 || y2 < y1)) {
        p2 = Inside;
      }
    }
    assert(!(p1 == Inside && p2 == Inside)); // CHECK: [[@LINE]]:5: violated: assert: bakery_bug: !(p1 == Inside && p2 == Inside)
  }
}
