// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// A lock that a function acquires is free when it is called, unless all it does
// is to acquire it again after it has released it.

#include <pthread.h>

void drop_again_safe(pthread_mutex_t *m) {
  pthread_mutex_unlock(m);
  pthread_mutex_lock(m);
}

static void give1(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
static void take1(pthread_mutex_t *m) { pthread_mutex_lock(m); }

void drop_wrapped_safe(pthread_mutex_t *m) {
  give1(m);
  take1(m);
}

void drop_loop_safe(pthread_mutex_t *m, int n) {
  while (n-- > 0) {
    pthread_mutex_unlock(m);
    pthread_mutex_lock(m);
  }
}

// One function for both, as the caller says.
void either_safe(pthread_mutex_t *m, int what) {
  switch (what) {
  case 0:
    pthread_mutex_lock(m);
    break;
  case 1:
    pthread_mutex_unlock(m);
    break;
  }
}

void either_wrapped_safe(pthread_mutex_t *m, int on) {
  if (on)
    take1(m);
  else
    give1(m);
}

void caller_safe(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  drop_again_safe(m);
  pthread_mutex_unlock(m);
}

void caller_bug(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  drop_again_safe(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void other_way_bug(pthread_mutex_t *m, int n) {
  if (n > 3)
    pthread_mutex_lock(m);
  if (n > 2)
    pthread_mutex_unlock(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void either_way_bug(pthread_mutex_t *m, int on) {
  if (on)
    take1(m);
  if (on < 2)
    give1(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
