// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A return with the lock held on an error path.

#include <pthread.h>
#include <stdlib.h>

struct table {
  pthread_mutex_t lock;
  int *data;
};

int reserve_safe(struct table *t, size_t n) {
  pthread_mutex_lock(&t->lock);
  t->data = malloc(n);
  if (!t->data) {
    pthread_mutex_unlock(&t->lock);
    return -1;
  }
  pthread_mutex_unlock(&t->lock);
  return 0;
}

int reserve_bug(struct table *t, size_t n) {
  pthread_mutex_lock(&t->lock);
  t->data = malloc(n);
  if (!t->data)
    return -1; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  pthread_mutex_unlock(&t->lock);
  return 0;
}

int empty_bug(struct table *t) {
  pthread_mutex_lock(&t->lock);
  if (!t->data)
    return -1; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  pthread_mutex_unlock(&t->lock);
  return 0;
}

void early_bug(struct table *t, int quick) {
  pthread_mutex_lock(&t->lock);
  if (quick)
    return; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  pthread_mutex_unlock(&t->lock);
}

// Success is zero and leaves it held: the usual way to hand a lock out.
int enter_safe(struct table *t) {
  pthread_mutex_lock(&t->lock);
  if (!t->data) {
    pthread_mutex_unlock(&t->lock);
    return -1;
  }
  return 0;
}

int *find_safe(struct table *t) {
  pthread_mutex_lock(&t->lock);
  if (t->data)
    return t->data;
  pthread_mutex_unlock(&t->lock);
  return NULL;
}
