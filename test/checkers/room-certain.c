// RUN: not %predabs check --verdicts %s | FileCheck %s
// RUN: not %predabs check --verdicts --budget=100000 %s | FileCheck %s

// Nothing is certain because a pointer from outside leads to a first element.

#include <assert.h>

extern int ask(void);

void index_of(short *p, signed char i) {
  if (ask()) {
    short x = p[i];
    assert(i < 0 || x != x); // CHECK: [[@LINE]]:5: latent: assert: index_of
  }
}

void index_bug(short *p, signed char i) {
  if (ask()) {
    short x = p[i];
    assert(x != x); // CHECK: [[@LINE]]:5: violated: assert: index_bug
  }
}

void chosen(short *p, unsigned short i) {
  if (ask()) {
    short x = p[i];
    assert(i != 5 || x != x); // CHECK: [[@LINE]]:5: latent: assert: chosen
  }
}
