// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A lock in a static local variable.

#include <pthread.h>

int next_safe(void) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  static int last;
  pthread_mutex_lock(&m);
  int n = ++last;
  pthread_mutex_unlock(&m);
  return n;
}

int next_bug(void) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  static int last;
  pthread_mutex_lock(&m);
  int n = ++last;
  if (n == 1000)
    pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
  return n;
}
