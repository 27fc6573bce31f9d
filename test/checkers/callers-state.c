// RUN: not %predabs check --verdicts %s | FileCheck %s

// What memory of the caller says, by a volatile member or by a function
// elsewhere that is asked about it, is up to the caller.

#include <assert.h>

struct mutex {
  volatile int refs;
};
extern int held(struct mutex *m);
extern void *find(struct mutex *m, int key);
extern int more(void);
extern void *some(void);

void release(struct mutex *m) {
  assert(m->refs == 0); // CHECK: [[@LINE]]:3: latent: assert: release: m->refs == 0
}

void leave(struct mutex *m) {
  assert(held(m)); // CHECK: [[@LINE]]:3: latent: assert: leave: held(m)
}

void lookup(struct mutex *m) {
  void *found = find(m, 1);
  assert(found); // CHECK: [[@LINE]]:3: latent: assert: lookup: found
}

void pointer_bug(void) {
  assert(some()); // CHECK: [[@LINE]]:3: violated: assert: pointer_bug: some()
}

void input_bug(void) {
  assert(more()); // CHECK: [[@LINE]]:3: violated: assert: input_bug: more()
}
