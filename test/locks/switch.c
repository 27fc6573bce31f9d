// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Cases that fall through.

#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void cases_safe(int kind) {
  switch (kind) {
  case 1:
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    break;
  case 2:
  case 3:
    pthread_mutex_lock(&m);
    break;
  default:
    break;
  }
  if (kind == 2 || kind == 3)
    pthread_mutex_unlock(&m);
}

void cases_bug(int kind) {
  switch (kind) {
  case 1:
    pthread_mutex_lock(&m);
  case 2:
    pthread_mutex_lock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
    break;
  default:
    return;
  }
  pthread_mutex_unlock(&m);
}
