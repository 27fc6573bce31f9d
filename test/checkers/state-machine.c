// RUN: not %predabs check --verdicts %s | FileCheck %s

// A loop over a switch, with a state that decides what may happen.

#include <assert.h>

int __VERIFIER_nondet_int(void);


enum state { Closed, Opening, Open, Failed };

void machine_safe(void) {
  enum state s = Closed;
  int handles = 0;
  while (__VERIFIER_nondet_int()) {
    switch (s) {
    case Closed:
      assert(handles == 0); // CHECK: [[@LINE]]:7: proved: assert: machine_safe: handles == 0
      s = Opening;
      break;
    case Opening:
      if (__VERIFIER_nondet_int()) {
        handles = 1;
        s = Open;
      } else
        s = Failed;
      break;
    case Open:
      assert(handles == 1); // CHECK: [[@LINE]]:7: proved: assert: machine_safe: handles == 1
      handles = 0;
      s = Closed;
      break;
    case Failed:
      assert(handles == 0); // CHECK: [[@LINE]]:7: proved: assert: machine_safe: handles == 0
      s = Closed;
      break;
    default:
      assert(0); // CHECK: [[@LINE]]:7: proved: assert: machine_safe: 0
    }
  }
}

void machine_bug(void) {
  enum state s = Closed;
  int handles = 0;
  while (__VERIFIER_nondet_int()) {
    switch (s) {
    case Closed:
      assert(handles == 0); // CHECK: [[@LINE]]:7: violated: assert: machine_bug: handles == 0
      s = Opening;
      break;
    case Opening:
      handles = 1;
      s = __VERIFIER_nondet_int() ? Open : Failed;
      break;
    case Open:
      handles = 0;
      s = Closed;
      break;
    case Failed:
      s = Closed;
      break;
    }
  }
}
