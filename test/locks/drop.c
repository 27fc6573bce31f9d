// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// A lock that a function acquires is free when it is called, unless all it does
// is to acquire it again after it has released it.

#include <pthread.h>

void again_safe(pthread_mutex_t *m) {
  pthread_mutex_unlock(m);
  pthread_mutex_lock(m);
}

static void give(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
static void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }

void wrapped_safe(pthread_mutex_t *m) {
  give(m);
  take(m);
}

void loop_safe(pthread_mutex_t *m, int n) {
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

void caller_safe(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  again_safe(m);
  pthread_mutex_unlock(m);
}

void caller_bug(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  again_safe(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void other_way_bug(pthread_mutex_t *m, int n) {
  if (n > 3)
    pthread_mutex_lock(m);
  if (n > 2)
    pthread_mutex_unlock(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
