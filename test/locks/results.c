// RUN: not %predabs check --verdicts %s -- -D_GNU_SOURCE 2>/dev/null | FileCheck %s
// RUN: not %predabs check --verdicts %s -- -D_GNU_SOURCE 2>/dev/null | not grep "violated: .*_safe:"

// What functions of locks return. That they succeed is always possible; that
// they fail is a matter of the lock, which is fine, and not of somebody who
// chooses. Only where the function says so (somebody else has the lock, the
// time is over) does the environment decide, and then not the number.

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void lock_safe(pthread_mutex_t *p) {
  int r = pthread_mutex_lock(p);
  assert(r == 0);
  r = pthread_mutex_unlock(p);
  assert(r == 0);
}

void static_safe(void) {
  int r = pthread_mutex_lock(&m);
  assert(r == 0);
  r = pthread_mutex_unlock(&m);
  assert(r == 0);
}

void init_safe(pthread_mutex_t *p) {
  int r = pthread_mutex_init(p, 0);
  assert(r == 0);
}

// CHECK-DAG: :[[@LINE+6]]:{{.*}} proved: assert: own_safe:
// CHECK-DAG: :[[@LINE+7]]:{{.*}} proved: assert: own_safe:
void own_safe(void) {
  pthread_mutex_t own;
  pthread_mutex_init(&own, 0);
  int r = pthread_mutex_lock(&own);
  assert(r == 0);
  r = pthread_mutex_unlock(&own);
  assert(r == 0);
  pthread_mutex_destroy(&own);
}

void rwlock_safe(pthread_rwlock_t *l, int writes) {
  int r = writes ? pthread_rwlock_wrlock(l) : pthread_rwlock_rdlock(l);
  assert(r == 0);
  r = pthread_rwlock_unlock(l);
  assert(r == 0);
}

void wait_safe(pthread_cond_t *c, pthread_mutex_t *p) {
  int r = pthread_cond_wait(c, p);
  assert(r == 0);
}

// It was acquired, so this happens.
void behind_bug(pthread_mutex_t *p) {
  int done = 0;
  if (pthread_mutex_lock(p) != 0)
    return;
  pthread_mutex_unlock(p);
  assert(done); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: assert: behind_bug:
}

void waited_bug(pthread_cond_t *c, pthread_mutex_t *p) {
  int done = 0;
  if (pthread_cond_wait(c, p) == 0)
    assert(done); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: assert: waited_bug:
}

void try_bug(pthread_mutex_t *p) {
  int r = pthread_mutex_trylock(p);
  assert(r == 0); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: assert: try_bug:
}

void try_safe(pthread_mutex_t *p) {
  int r = pthread_mutex_trylock(p);
  if (r == EBUSY)
    return;
  assert(r == 0);
  pthread_mutex_unlock(p);
}

// Nobody else can have a lock that nobody else knows.
void own_try_safe(void) {
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  int r = pthread_mutex_trylock(&own);
  assert(r == 0);
  pthread_mutex_unlock(&own);
}

static int twice(pthread_mutex_t *p) {
  pthread_mutex_lock(p);
  return pthread_mutex_trylock(p);
}

void recursive_try_safe(void) {
  pthread_mutex_t own = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  int r = twice(&own);
  assert(r == 0);
  pthread_mutex_unlock(&own);
  pthread_mutex_unlock(&own);
}

void static_try_bug(void) {
  int r = pthread_mutex_trylock(&m);
  assert(r == 0); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: assert: static_try_bug:
  pthread_mutex_unlock(&m);
}

void publish(pthread_mutex_t *p);
void published_try_bug(void) {
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  publish(&own);
  int done = 0;
  if (pthread_mutex_trylock(&own) != 0)
    assert(done); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: assert: published_try_bug:
}

void time_bug(pthread_cond_t *c, pthread_mutex_t *p, struct timespec *t) {
  int r = pthread_cond_timedwait(c, p, t);
  assert(r == 0); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: assert: time_bug:
}

void time_safe(pthread_cond_t *c, pthread_mutex_t *p, struct timespec *t) {
  int r = pthread_cond_timedwait(c, p, t);
  if (r != ETIMEDOUT)
    assert(r == 0);
}
