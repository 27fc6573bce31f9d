// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=case
// RUN: not %predabs check %s 2>&1 | grep -c "'mtx_trylock' returns" | grep -x 1

// What a lock function decides by itself is told by what it returns, once, and
// by what it was given.

#include <pthread.h>
#include <threads.h>

void tried_bug(mtx_t *m) {
  if (mtx_trylock(m) == thrd_success) {
    mtx_lock(m); // CHECK: :[[@LINE]]:{{.*}}'m' is acquired twice
    mtx_unlock(m);
  }
}

void made_bug(const pthread_mutexattr_t *kind) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, kind);
  pthread_mutex_unlock(&m); // CHECK: :[[@LINE]]:{{.*}}'m' is released but not held
}
