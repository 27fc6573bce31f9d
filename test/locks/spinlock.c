// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Spinlocks of POSIX threads.

#include <pthread.h>

static pthread_spinlock_t s;

void spin_safe(void) {
  pthread_spin_lock(&s);
  pthread_spin_unlock(&s);
  if (pthread_spin_trylock(&s) == 0)
    pthread_spin_unlock(&s);
}

void spin_bug(void) {
  pthread_spin_lock(&s);
  pthread_spin_lock(&s); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  pthread_spin_unlock(&s);
}

void spin_unlock_bug(int n) {
  pthread_spin_lock(&s);
  do
    pthread_spin_unlock(&s); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
  while (n-- > 0);
}
