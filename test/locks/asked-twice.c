// RUN: not %predabs check --checks=lock --verdicts %s > %t 2>&1
// RUN: FileCheck %s < %t
// RUN: not grep "violated: .*_safe:" %t
// RUN: not grep "proved: .*_safe:.*held at this return" %t

// Whether to acquire and whether to release is asked by the same question. That
// it has two answers is possible, but not what to report.

#include <pthread.h>
#include <stdatomic.h>

struct system { int (*has_threads)(void); };
extern const struct system *host;
int has_threads(void), kind(int n);
void work(void);
extern volatile int threaded;

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct shared { pthread_mutex_t lock; atomic_int is_shared; int n; };

void call_safe(void) {
  if (has_threads())
    pthread_mutex_lock(&m);
  work();
  if (has_threads())
    pthread_mutex_unlock(&m);
}

void negated_safe(void) {
  if (!has_threads())
    goto locked;
  pthread_mutex_lock(&m);
locked:
  work();
  if (has_threads() == 0)
    return;
  pthread_mutex_unlock(&m);
}

void number_safe(int n) {
  if (kind(n) == 3)
    pthread_mutex_lock(&m);
  work();
  if (kind(n) == 3)
    pthread_mutex_unlock(&m);
}

void pointer_safe(void) {
  if (host->has_threads())
    pthread_mutex_lock(&m);
  work();
  if (host->has_threads())
    pthread_mutex_unlock(&m);
}

void volatile_safe(void) {
  int is = threaded;
  if (is)
    pthread_mutex_lock(&m);
  work();
  if (threaded)
    pthread_mutex_unlock(&m);
}

static void hold_shared(struct shared *s) { pthread_mutex_lock(&s->lock); }
static void leave_shared(struct shared *s) { pthread_mutex_unlock(&s->lock); }

int atomic_safe(struct shared *s) {
  if (s->is_shared)
    hold_shared(s);
  int n = s->n;
  if (s->is_shared)
    leave_shared(s);
  return n;
}

void once_asked_bug(void) {
  if (has_threads())
    pthread_mutex_lock(&m);
  work();
  pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: once_asked_bug: 'm' is released but not held
}

void twice_released_bug(void) {
  if (has_threads())
    pthread_mutex_lock(&m);
  if (has_threads()) {
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: twice_released_bug: 'm' is released but not held
  }
}

void other_number_bug(int n) {
  if (kind(n) == 3)
    pthread_mutex_lock(&m);
  if (kind(n) == 4)
    pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: other_number_bug: 'm' is released but not held
}

// A loop asks again to get another answer.
int loop_bug(struct shared *s) {
  for (;;) {
    pthread_mutex_lock(&s->lock); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: loop_bug: 's->lock' is acquired twice
    if (kind(s->n)) {
      pthread_mutex_unlock(&s->lock);
      return 0;
    }
    work();
  }
}
