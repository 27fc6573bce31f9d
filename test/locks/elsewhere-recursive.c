// RUN: not %predabs check --verdicts %s | FileCheck %s

// Another file may have made the lock recursive: then what follows is reached.

#include <assert.h>
#include <pthread.h>

struct shared {
  pthread_mutex_t lock;
  int n;
};

void twice_bug(struct shared *s) {
  pthread_mutex_lock(&s->lock);
  pthread_mutex_lock(&s->lock);
  assert(s->n != 7);
  pthread_mutex_unlock(&s->lock);
}

// CHECK: violated: lock: twice_bug: 's->lock' is acquired twice
// CHECK-NOT: proved: assert: twice_bug
// CHECK: predabs:
