// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Many may read, one may write.

#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void read_safe(void) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_unlock(&l);
}

void write_safe(void) {
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
}

void write_twice_bug(void) {
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_wrlock(&l); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  pthread_rwlock_unlock(&l);
}

void upgrade_bug(void) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_wrlock(&l); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  pthread_rwlock_unlock(&l);
}

void unlock_bug(void) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_unlock(&l); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void try_safe(void) {
  if (pthread_rwlock_trywrlock(&l) == 0 || pthread_rwlock_tryrdlock(&l) == 0)
    pthread_rwlock_unlock(&l);
}

void try_bug(void) {
  if (pthread_rwlock_trywrlock(&l) == 0)
    pthread_rwlock_unlock(&l);
  pthread_rwlock_unlock(&l); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

int read_held_bug(int n) {
  pthread_rwlock_rdlock(&l);
  if (n < 0)
    return -1; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  pthread_rwlock_unlock(&l);
  return 0;
}

// Chosen by a condition: who reads a second time gives nothing back.
int chosen_safe(int which, pthread_rwlock_t *a, pthread_rwlock_t *b) {
  pthread_rwlock_t *chosen = which ? a : b;
  pthread_rwlock_rdlock(chosen);
  pthread_rwlock_unlock(chosen);
  pthread_rwlock_wrlock(chosen);
  pthread_rwlock_unlock(chosen);
  return 1;
}

int chosen_bug(int which, pthread_rwlock_t *a, pthread_rwlock_t *b) {
  pthread_rwlock_t *chosen = which ? a : b;
  pthread_rwlock_rdlock(chosen);
  pthread_rwlock_wrlock(chosen); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  pthread_rwlock_unlock(chosen);
  return 1;
}
