// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// What a function does that nobody knows is not guessed: it may release or
// acquire a lock that it can reach, so nothing is proved behind it. What is
// certain without it is found.

#include <pthread.h>

extern void work(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void global_safe(void) {
  pthread_mutex_lock(&m);
  work();
  pthread_mutex_unlock(&m);
}

void pointer_safe(pthread_mutex_t *p) {
  pthread_mutex_lock(p);
  work();
  pthread_mutex_unlock(p);
}

void twice_bug(void) {
  pthread_mutex_lock(&m);
  work();
  pthread_mutex_lock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  pthread_mutex_unlock(&m);
}

void early_bug(int n) {
  pthread_mutex_lock(&m);
  if (n < 0)
    return; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  work();
  pthread_mutex_unlock(&m);
}
