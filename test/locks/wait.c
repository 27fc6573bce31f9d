// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Who waits on a condition holds its mutex.

#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static volatile int ready;

void wait_safe(void) {
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
}

void wait_bug(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_cond_wait(&c, &m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-wait-unheld]
}

void wait_in_loop_bug(void) {
  pthread_mutex_lock(&m);
  while (!ready) {
    pthread_mutex_unlock(&m);
    pthread_cond_wait(&c, &m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-wait-unheld]
    pthread_mutex_lock(&m);
  }
  pthread_mutex_unlock(&m);
}

void deadline_safe(const struct timespec *t) {
  pthread_mutex_lock(&m);
  if (!ready && pthread_cond_timedwait(&c, &m, t) != 0) {
    pthread_mutex_unlock(&m);
    return;
  }
  pthread_mutex_unlock(&m);
}
