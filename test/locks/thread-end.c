// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A thread begins without locks, and should end without.

#include <pthread.h>

struct work {
  pthread_mutex_t lock;
  int left;
};

void *once_safe(void *argument) {
  struct work *w = argument;
  pthread_mutex_lock(&w->lock);
  w->left--;
  pthread_mutex_unlock(&w->lock);
  return 0;
}

void *holds_bug(void *argument) {
  struct work *w = argument;
  pthread_mutex_lock(&w->lock);
  w->left--;
  return 0; // CHECK-DAG: :[[@LINE]]:{{.*}} 'w->lock' is held when the thread ends [predabs-lock-held-at-return]
}

void *releases_bug(void *argument) {
  struct work *w = argument;
  w->left--;
  pthread_mutex_unlock(&w->lock); // CHECK-DAG: :[[@LINE]]:{{.*}} 'w->lock' is released but not held [predabs-lock-release-unheld]
  return 0;
}

void start(pthread_t *t, struct work *w) {
  pthread_create(t, 0, once_safe, w);
  pthread_create(t, 0, holds_bug, w);
  pthread_create(t, 0, releases_bug, w);
}
