// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A mutex with attributes may be taken again by who holds it, and has to be
// released as often.

#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t made = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void nested_safe(void) {
  pthread_mutex_t m;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &kind);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
}

void nested_bug(void) {
  pthread_mutex_t m;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &kind);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void normal_bug(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}

int main(void) {
  pthread_mutex_lock(&made);
  pthread_mutex_lock(&made);
  pthread_mutex_unlock(&made);
  pthread_mutex_unlock(&made);
  return 0;
}
