// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Before a mutex is initialised and after it is destroyed it is of no use.

#include <pthread.h>

void life_safe(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  pthread_mutex_init(&m, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

void initialiser_safe(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

void uninitialised_bug(void) {
  pthread_mutex_t m;
  pthread_mutex_lock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-use-uninitialised]
}

void destroyed_bug(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, NULL);
  pthread_mutex_destroy(&m);
  pthread_mutex_lock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-use-destroyed]
}

void destroyed_twice_bug(pthread_mutex_t *m) {
  pthread_mutex_destroy(m);
  pthread_mutex_destroy(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-use-destroyed]
}

void held_bug(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_mutex_destroy(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-destroy-held]
}

void held_safe(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  pthread_mutex_destroy(m);
}
