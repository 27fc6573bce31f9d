// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts --functions %s | FileCheck %s --check-prefix=LATENT

// A parameter says that the caller holds the lock: whether it does is the
// caller's matter.

#include <pthread.h>

enum { LOCKED = 2, KEEP = 4 };
struct x { pthread_mutex_t lock; int n, refs; };
void destroy(struct x *);
void work(struct x *);

void clear(struct x *x, unsigned flags) {
  if (!(flags & LOCKED))
    pthread_mutex_lock(&x->lock);
  x->n = 0;
  pthread_mutex_unlock(&x->lock);
}
// LATENT: latent: lock: clear: 'x->lock' is released but not held

void unref_safe(struct x *x, unsigned flags) {
  int locked = flags & LOCKED;
  if (--x->refs == 0) {
    if (!locked) {
      pthread_mutex_lock(&x->lock);
      pthread_mutex_unlock(&x->lock);
      destroy(x);
      return;
    }
  }
  if (locked)
    pthread_mutex_unlock(&x->lock);
}

void boolean_safe(struct x *x, _Bool is_locked) {
  if (!is_locked)
    pthread_mutex_lock(&x->lock);
  work(x);
  pthread_mutex_unlock(&x->lock);
}

void positive_safe(struct x *x, int must_lock) {
  if (must_lock)
    pthread_mutex_lock(&x->lock);
  x->n++;
  pthread_mutex_unlock(&x->lock);
}

enum how { Unlocked, Locked };
void enum_safe(struct x *x, enum how how) {
  if (how == Unlocked)
    pthread_mutex_lock(&x->lock);
  x->n--;
  pthread_mutex_unlock(&x->lock);
}

int returns_safe(struct x *x, unsigned flags) {
  if (!(flags & LOCKED))
    pthread_mutex_lock(&x->lock);
  if (x->n < 0) {
    pthread_mutex_unlock(&x->lock);
    return -1;
  }
  x->n++;
  pthread_mutex_unlock(&x->lock);
  return 0;
}

void checked_safe(pthread_mutex_t *m, unsigned flags) {
  if (!(flags & LOCKED)) {
    if (pthread_mutex_lock(m) != 0)
      return;
  }
  pthread_mutex_unlock(m);
}

void callers_safe(struct x *x) {
  clear(x, 0);
  pthread_mutex_lock(&x->lock);
  clear(x, LOCKED);
}

void caller_bug(struct x *x) {
  pthread_mutex_lock(&x->lock);
  pthread_mutex_unlock(&x->lock);
  clear(x, LOCKED); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void early_exit_bug(struct x *x, int n) {
  if (n < 0)
    goto out;
  pthread_mutex_lock(&x->lock);
  work(x);
out:
  pthread_mutex_unlock(&x->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void early_exit_truth_bug(struct x *x, int ready) {
  if (!ready)
    goto out;
  pthread_mutex_lock(&x->lock);
  work(x);
out:
  pthread_mutex_unlock(&x->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void sometimes_bug(struct x *x, int n) {
  if (n > 3)
    pthread_mutex_lock(&x->lock);
  if (n > 2)
    pthread_mutex_unlock(&x->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static int count;
void nobody_else_bug(int locked) {
  if (!locked)
    pthread_mutex_lock(&own);
  count++;
  pthread_mutex_unlock(&own); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void twice_bug(struct x *x, unsigned flags) {
  if (!(flags & LOCKED))
    pthread_mutex_lock(&x->lock);
  pthread_mutex_unlock(&x->lock);
  pthread_mutex_unlock(&x->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

// One function says by its result whether the lock is held, another is told so.
struct sock { pthread_mutex_t lock; int owned; };

_Bool fast_safe(struct sock *s) {
  pthread_mutex_lock(&s->lock);
  if (!s->owned)
    return 0;
  s->owned = 2;
  pthread_mutex_unlock(&s->lock);
  return 1;
}

void slow_safe(struct sock *s, _Bool is_slow) {
  if (is_slow) {
    pthread_mutex_lock(&s->lock);
    s->owned = 0;
  }
  pthread_mutex_unlock(&s->lock);
}

_Bool fast_bug(struct sock *s) {
  pthread_mutex_lock(&s->lock);
  if (!s->owned)
    return 0; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  pthread_mutex_unlock(&s->lock);
  return s->owned == 1;
}

void slow_bug(struct sock *s, int n) {
  if (n) {
    pthread_mutex_lock(&s->lock);
    s->owned = 0;
  }
  pthread_mutex_unlock(&s->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
