// RUN: not %predabs check --verdicts %s | FileCheck %s

// What memory of the caller says, by a volatile member or by a function
// elsewhere that is asked about it, is up to the caller.

#include <assert.h>

struct mutex {
  volatile int refs;
};
extern int held(struct mutex *m);
extern int more(void);

void release(struct mutex *m) {
  assert(m->refs == 0); // CHECK: [[@LINE]]:3: latent: assert: release: m->refs == 0
}

void leave(struct mutex *m) {
  assert(held(m)); // CHECK: [[@LINE]]:3: latent: assert: leave: held(m)
}

void input_bug(void) {
  assert(more()); // CHECK: [[@LINE]]:3: violated: assert: input_bug: more()
}
