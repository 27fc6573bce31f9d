// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s 2>/dev/null | FileCheck %s --check-prefix=LATENT
// RUN: not %predabs check --verdicts %s 2>/dev/null | FileCheck %s --check-prefix=PROVED

// A parameter of an enumeration may be any number, but what fails for numbers
// alone that no enumerator has is the matter of who passes them. No proof rests
// on that.

#include <assert.h>
#include <pthread.h>

struct x { pthread_mutex_t lock; int n; };
enum how { Read, Write, Peek };

void switched_safe(enum how how, struct x *x) {
  switch (how) {
  case Read:
    pthread_mutex_lock(&x->lock);
    break;
  case Write:
    pthread_mutex_lock(&x->lock);
    x->n++;
    break;
  case Peek:
    return;
  }
  if (how != Peek)
    pthread_mutex_unlock(&x->lock);
}
// LATENT: latent: lock: switched_safe: 'x->lock' is released but not held

void returns_safe(struct x *x, enum how how) {
  pthread_mutex_lock(&x->lock);
  switch (how) {
  case Read:
    pthread_mutex_unlock(&x->lock);
    return;
  case Write:
    x->n++;
    pthread_mutex_unlock(&x->lock);
    return;
  case Peek:
    pthread_mutex_unlock(&x->lock);
    return;
  }
}

static void take(struct x *x, enum how how) {
  switch (how) {
  case Read:
  case Write:
    pthread_mutex_lock(&x->lock);
    break;
  case Peek:
    break;
  }
}
void callee_safe(struct x *x, enum how how) {
  take(x, how);
  if (how == Peek)
    return;
  pthread_mutex_unlock(&x->lock);
}

void returns_bug(struct x *x, enum how how) {
  pthread_mutex_lock(&x->lock);
  switch (how) {
  case Read:
    pthread_mutex_unlock(&x->lock);
    return;
  case Write:
    // CHECK: :[[@LINE+1]]:{{.*}}held at this return if 'how == 1', but not
    return;
  case Peek:
    pthread_mutex_unlock(&x->lock);
  }
}

void released_bug(struct x *x, enum how how) {
  if (how == Read)
    pthread_mutex_lock(&x->lock);
  x->n = 0;
  if (how != Peek)
    // CHECK: :[[@LINE+1]]:{{.*}}released but not held
    pthread_mutex_unlock(&x->lock);
}

// Flags are put together: both at once is no habit broken.
enum flags { Fast = 1, Quiet = 2, Last = 8 };
void flags_bug(struct x *x, enum flags flags) {
  pthread_mutex_lock(&x->lock);
  if ((flags & Fast) && (flags & Last))
    // CHECK: :[[@LINE+1]]:{{.*}}held at this return if '(flags & 1) != 0 && (flags & 8) != 0', but not
    return;
  pthread_mutex_unlock(&x->lock);
}

enum sparse { None = -4, Some = 7 };
int sparse_safe(struct x *x, enum sparse s) {
  if (s == None || s == Some)
    pthread_mutex_lock(&x->lock);
  int n = x->n;
  switch (s) {
  case None:
    pthread_mutex_unlock(&x->lock);
    return 0;
  default:
    pthread_mutex_unlock(&x->lock);
    return n;
  }
}

// Assertions are asked about all numbers.
int number_bug(enum how how) {
  assert(how <= Peek);
  return how;
}
// PROVED-NOT: proved: assert: number_bug
// PROVED: latent: assert: number_bug
