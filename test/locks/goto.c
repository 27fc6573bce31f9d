// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A chain of labels at the end undoes what was done.

#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

int chain_safe(void) {
  int result = -1;
  pthread_mutex_lock(&a);
  if (__VERIFIER_nondet_int())
    goto out_a;
  pthread_mutex_lock(&b);
  if (__VERIFIER_nondet_int())
    goto out_b;
  result = 0;
out_b:
  pthread_mutex_unlock(&b);
out_a:
  pthread_mutex_unlock(&a);
  return result;
}

int chain_bug(void) {
  int result = -1;
  pthread_mutex_lock(&a);
  if (__VERIFIER_nondet_int())
    goto out_b;
  pthread_mutex_lock(&b);
  if (__VERIFIER_nondet_int())
    goto out_b;
  result = 0;
out_b:
  pthread_mutex_unlock(&b); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
  pthread_mutex_unlock(&a);
  return result;
}

int chain_held_bug(void) {
  int result = -1;
  pthread_mutex_lock(&a);
  if (__VERIFIER_nondet_int())
    goto out;
  result = 0;
  pthread_mutex_unlock(&a);
out:
  return result; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
}
