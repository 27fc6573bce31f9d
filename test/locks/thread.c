// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A thread function gets its lock as a pointer to anything.

#include <pthread.h>

struct shared {
  pthread_mutex_t lock;
  int count;
};

void *mutex_safe(void *argument) {
  pthread_mutex_t *m = argument;
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  return 0;
}

void *mutex_bug(void *argument) {
  pthread_mutex_t *m = argument;
  pthread_mutex_lock(m);
  pthread_mutex_lock(argument); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  return 0;
}

void *member_safe(void *argument) {
  struct shared *s = argument;
  pthread_mutex_lock(&s->lock);
  s->count++;
  pthread_mutex_unlock(&s->lock);
  return 0;
}

void *member_bug(void *argument) {
  struct shared *s = argument;
  pthread_mutex_lock(&s->lock);
  if (s->count++ > 7)
    pthread_mutex_unlock(&s->lock);
  pthread_mutex_unlock(&s->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
  return 0;
}
