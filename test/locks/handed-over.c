// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// What takes the lock hands it to what it calls, which releases it.

#include <pthread.h>
#include <stdlib.h>

struct job {
  pthread_mutex_t *lock;
  int done;
};

static void run(struct job *j) {
  j->done = 1;
  pthread_mutex_unlock(j->lock);
}

void start_safe(pthread_mutex_t *m) {
  struct job j = {m, 0};
  pthread_mutex_lock(m);
  run(&j);
}

void start_bug(pthread_mutex_t *m) {
  struct job j = {m, 0};
  pthread_mutex_lock(m);
  run(&j);
  if (j.done)
    pthread_mutex_unlock(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void unlocked_bug(void) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  struct job j = {&m, 0};
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  run(&j); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
