// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Whether the lock was had stands in the result.

#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void direct_safe(void) {
  if (!pthread_mutex_trylock(&m))
    pthread_mutex_unlock(&m);
}

void direct_bug(void) {
  if (pthread_mutex_trylock(&m))
    pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void ignored_bug(void) {
  pthread_mutex_trylock(&m);
  pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void variable_safe(int n) {
  int got = pthread_mutex_trylock(&m);
  if (n > 3)
    n = 3;
  if (got == 0)
    pthread_mutex_unlock(&m);
}

void variable_bug(int n) {
  int got = pthread_mutex_trylock(&m);
  if (n > 3)
    got = 0;
  if (got == 0)
    pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

static int try_it(void) { return pthread_mutex_trylock(&m) == 0; }

void returned_safe(void) {
  if (try_it())
    pthread_mutex_unlock(&m);
}

void returned_bug(void) {
  if (!try_it())
    pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

int try_or_fail_safe(void) {
  if (pthread_mutex_trylock(&m) != 0)
    return -EBUSY;
  return 0;
}

void deadline_safe(const struct timespec *t) {
  if (pthread_mutex_timedlock(&m, t) != 0)
    return;
  pthread_mutex_unlock(&m);
}

void deadline_bug(const struct timespec *t) {
  if (pthread_mutex_timedlock(&m, t) == ETIMEDOUT)
    pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
