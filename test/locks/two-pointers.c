// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | FileCheck %s --check-prefix=LATENT

// Two pointers from outside are the same only for callers that pass the same.

#include <pthread.h>
#include <stdint.h>

struct c { pthread_mutex_t l; pthread_rwlock_t rw; int f; };
int try_it(struct c *s);

void copy_safe(struct c *src, struct c *dest) { // called with src->l held
  pthread_mutex_lock(&dest->l);
  dest->f = src->f;
  pthread_mutex_unlock(&src->l);
  pthread_mutex_unlock(&dest->l);
}
// LATENT: latent: lock: copy_safe: 'dest->l' is released but not held

void copy_readers_safe(struct c *src, struct c *dest) {
  pthread_rwlock_wrlock(&dest->rw);
  dest->f = src->f;
  pthread_rwlock_unlock(&src->rw);
  pthread_rwlock_unlock(&dest->rw);
}

void other_order_safe(struct c *dest, struct c *src) {
  pthread_mutex_lock(&dest->l);
  pthread_mutex_unlock(&src->l);
  dest->f = 1;
  pthread_mutex_unlock(&dest->l);
}

void both_safe(struct c *a, struct c *b) {
  pthread_mutex_lock(&a->l);
  pthread_mutex_lock(&b->l);
  pthread_mutex_unlock(&b->l);
  pthread_mutex_unlock(&a->l);
}

void hand_over_safe(struct c *prev, struct c *next) { // prev is held
  pthread_mutex_lock(&next->l);
  pthread_mutex_unlock(&prev->l);
}

void pointers_safe(pthread_mutex_t *mine, pthread_mutex_t *theirs) {
  pthread_mutex_lock(mine);
  pthread_mutex_unlock(theirs);
  pthread_mutex_unlock(mine);
}

void retry_safe(struct c *src, struct c *dest) {
  pthread_mutex_lock(&dest->l);
  while (try_it(src)) {
    pthread_mutex_unlock(&dest->l);
    pthread_mutex_lock(&dest->l);
  }
  pthread_mutex_unlock(&src->l);
  pthread_mutex_unlock(&dest->l);
}

void in_order_safe(struct c *a, struct c *b) {
  if (a < b) {
    pthread_mutex_lock(&a->l);
    pthread_mutex_lock(&b->l);
  } else {
    pthread_mutex_lock(&b->l);
    pthread_mutex_lock(&a->l);
  }
  pthread_mutex_unlock(&a->l);
  pthread_mutex_unlock(&b->l);
}

void swapped_safe(struct c *a, struct c *b) {
  if ((uintptr_t)a > (uintptr_t)b) {
    struct c *t = a;
    a = b;
    b = t;
  }
  pthread_mutex_lock(&a->l);
  pthread_mutex_lock(&b->l);
  pthread_mutex_unlock(&b->l);
  pthread_mutex_unlock(&a->l);
}

void same_bug(struct c *a) {
  pthread_mutex_lock(&a->l);
  copy_safe(a, a); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}

void once_more_bug(struct c *src, struct c *dest) {
  pthread_mutex_lock(&dest->l);
  dest->f = src->f;
  pthread_mutex_unlock(&dest->l);
  pthread_mutex_unlock(&dest->l); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void same_after_test_bug(struct c *a, struct c *b) {
  pthread_mutex_lock(&a->l);
  if (a == b)
    pthread_mutex_lock(&a->l); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  pthread_mutex_unlock(&a->l);
}
