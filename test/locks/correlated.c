// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Whether the lock is taken and whether it is released depend on the same data.

#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void flag_safe(int b) {
  if (b)
    pthread_mutex_lock(&m);
  if (b)
    pthread_mutex_unlock(&m);
}

void flag_bug(int b, int c) {
  if (b)
    pthread_mutex_lock(&m);
  if (b || c)
    pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void flag_held_bug(int b, int c) {
  if (b)
    pthread_mutex_lock(&m);
  if (b && c)
    pthread_mutex_unlock(&m);
} // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]

void twice_safe(int x) {
  int y = 2 * x;
  if (x > 5)
    pthread_mutex_lock(&m);
  if (y > 10)
    pthread_mutex_unlock(&m);
}

void twice_bug(int x) {
  int y = 2 * x;
  if (x > 5)
    pthread_mutex_lock(&m);
  if (y >= 10)
    pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
