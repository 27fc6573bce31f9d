// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Locks taken in one loop and released in another with the same bounds.

#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t all[3];

void first_only_safe(int n) {
  for (int i = 0; i < n; i++)
    if (i == 0)
      pthread_mutex_lock(&one);
  for (int i = 0; i < n; i++)
    if (i == 0)
      pthread_mutex_unlock(&one);
}

void first_only_bug(int n) {
  for (int i = 1; i < n; i++)
    if (i == 1)
      pthread_mutex_lock(&one);
  for (int i = 0; i < n; i++)
    if (i == 0)
      pthread_mutex_unlock(&one); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void each_safe(void) {
  for (int i = 0; i < 3; i++)
    pthread_mutex_lock(&all[i]);
  for (int i = 0; i < 3; i++)
    pthread_mutex_unlock(&all[i]);
}

void each_bug(void) {
  for (int i = 0; i < 3; i++)
    pthread_mutex_lock(&all[i]);
  for (int i = 0; i < 3; i++)
    pthread_mutex_unlock(&all[i / 2]); // CHECK-DAG: :[[@LINE]]:{{.*}} 'all[i / 2]' is released but not held, but 'all[i]' is [predabs-lock-release-other]
}
