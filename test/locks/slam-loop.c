// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// The loop of the SLAM papers: that the lock is free where it is taken depends
// on whether packets changed.

#include <pthread.h>

int __VERIFIER_nondet_int(void);

void loop_safe(pthread_mutex_t *m) {
  int packets = 0, old;
  do {
    pthread_mutex_lock(m);
    old = packets;
    if (__VERIFIER_nondet_int()) {
      pthread_mutex_unlock(m);
      packets++;
    }
  } while (packets != old);
  pthread_mutex_unlock(m);
}

void forgets_to_count_bug(pthread_mutex_t *m) {
  int packets = 0, old;
  do {
    pthread_mutex_lock(m);
    old = packets;
    if (__VERIFIER_nondet_int())
      pthread_mutex_unlock(m);
  } while (packets != old);
  pthread_mutex_unlock(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void counts_always_bug(pthread_mutex_t *m) {
  int packets = 0, old;
  do {
    pthread_mutex_lock(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
    old = packets;
    if (__VERIFIER_nondet_int())
      pthread_mutex_unlock(m);
    packets++;
  } while (packets != old);
  pthread_mutex_unlock(m);
}
