// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Memory tells whether the lock is held: who releases it right after a test of
// that takes it from callers.

#include <pthread.h>

int work(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int held;

void hold_flagged_safe(void) {
  if (!held) {
    pthread_mutex_lock(&m);
    held = 1;
  }
}

void drop_flagged_safe(void) {
  if (held) {
    held = 0;
    pthread_mutex_unlock(&m);
  }
}

int whole_flagged_safe(void) {
  hold_flagged_safe();
  int result = work();
  drop_flagged_safe();
  return result;
}

void end_flagged_safe(int n) {
  if (n > 3)
    hold_flagged_safe();
  work();
  if (held) {
    pthread_mutex_unlock(&m);
    held = 0;
  }
}

void end_flagged_bug(int n) {
  if (n > 3)
    hold_flagged_safe();
  work();
  pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

// One that is tried for in every round.
static pthread_mutex_t accept_lock = PTHREAD_MUTEX_INITIALIZER;
static int accepting, busy;

int try_accept_safe(void) {
  if (pthread_mutex_trylock(&accept_lock) == 0) {
    if (work() < 0) {
      pthread_mutex_unlock(&accept_lock);
      return -1;
    }
    accepting = 1;
  }
  return 0;
}

void round_safe(void) {
  if (busy > 0)
    busy--;
  else if (try_accept_safe() < 0)
    return;
  work();
  if (accepting) {
    pthread_mutex_unlock(&accept_lock);
    accepting = 0;
  }
}

// In the object, as a bit, and as a state.
enum { LOCKED = 4, DIRTY = 8 };
struct page { pthread_mutex_t lock; unsigned flags; int state; };

void page_take_safe(struct page *p, int n) {
  if (n && !(p->flags & LOCKED)) {
    pthread_mutex_lock(&p->lock);
    p->flags |= LOCKED;
  }
}

void page_done_safe(struct page *p, int n) {
  page_take_safe(p, n);
  work();
  if (p->flags & LOCKED) {
    p->flags &= ~LOCKED;
    pthread_mutex_unlock(&p->lock);
  }
}

void page_twice_bug(struct page *p) {
  pthread_mutex_lock(&p->lock);
  p->flags |= LOCKED;
  pthread_mutex_unlock(&p->lock);
  if (p->flags & LOCKED)
    pthread_mutex_unlock(&p->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

// What says nothing about the lock.
struct port { pthread_mutex_t lock; int n; };

void port_bug(struct port *p, int n) {
  if (n > 3)
    pthread_mutex_lock(&p->lock);
  if (p->n)
    pthread_mutex_unlock(&p->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

// Set elsewhere in a function that uses the lock: no word about that.
struct setup { pthread_mutex_t lock; int threads, n; };

void setup_safe(struct setup *s, int n) {
  s->threads = 0;
  if (n)
    s->threads = 1;
  if (n > 3) {
    pthread_mutex_lock(&s->lock);
    s->n++;
    pthread_mutex_unlock(&s->lock);
  }
}

void setup_bug(struct setup *s, int n) {
  if (n > 3)
    pthread_mutex_lock(&s->lock);
  if (s->threads)
    pthread_mutex_unlock(&s->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
