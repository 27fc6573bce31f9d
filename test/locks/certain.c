// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | FileCheck %s --check-prefix=VERDICT

// A step that every path makes wrong needs no path, and nothing else does
// without one.

#include <pthread.h>

extern pthread_mutex_t m;
extern pthread_mutex_t *current;
unsigned h;

// More turns than anybody follows.
static unsigned hash(unsigned n) {
  for (unsigned i = 0; i < 100000; i++)
    n = n * 31 + (n >> 7) + i;
  return n;
}

void twice_bug(unsigned n) {
  h = hash(n);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m); // CHECK-DAG: :[[@LINE]]:3: warning: 'm' is acquired twice [predabs-lock-double-acquire]
  // CHECK-DAG: :[[@LINE-2]]:3: note: it is acquired here, on every path
  pthread_mutex_unlock(&m);
}

void unlock_twice_bug(unsigned n) {
  pthread_mutex_lock(&m);
  if (hash(n) == 1)
    h = 0;
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:3: warning: 'm' is released but not held [predabs-lock-release-unheld]
}

// Nobody comes here.
// VERDICT: proved: lock: never_safe: 'm' is acquired twice
// VERDICT: proved: lock: never_safe: 'm' is acquired twice
void never_safe(unsigned n) {
  unsigned twice = 2 * n;
  if (twice % 2) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
  }
}

// One of them, or the other.
void either_safe(unsigned n) {
  int b = hash(n) == 1;
  if (b)
    pthread_mutex_lock(&m);
  h++;
  if (b)
    pthread_mutex_unlock(&m);
}

struct node {
  pthread_mutex_t lock;
  struct node *next;
};

void along_safe(struct node *n) {
  h = hash(h);
  pthread_mutex_lock(&n->lock);
  struct node *first = n;
  n = n->next;
  pthread_mutex_lock(&n->lock);
  pthread_mutex_unlock(&n->lock);
  pthread_mutex_unlock(&first->lock);
}

// By two names.
void alias_safe(void) {
  static pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_t *it = &mine;
  h = hash(h);
  pthread_mutex_lock(it);
  h++;
  pthread_mutex_unlock(&mine);
}

// What follows keeps locks, and nothing is said about it: each may be another
// one by then,
void choose(unsigned n);
void other_quiet(unsigned n) {
  pthread_mutex_lock(current);
  choose(hash(n));
  pthread_mutex_lock(current);
}

struct pair {
  pthread_mutex_t *lock, *spare;
};
void swapped_quiet(struct pair *p, struct pair *q) {
  h = hash(h);
  pthread_mutex_lock(p->lock);
  q->lock = q->spare;
  pthread_mutex_lock(p->lock);
}

// or have been released by who was given it.
void hand_over(pthread_mutex_t *l);
void given_quiet(unsigned n) {
  pthread_mutex_t *it = &m;
  pthread_mutex_lock(&m);
  h = hash(n);
  hand_over(it);
  pthread_mutex_lock(&m);
}

// What comes later does not matter where the first time is wrong.
void first_time_bug(unsigned n) {
  pthread_mutex_lock(&m);
  while (hash(n) != 1) {
    pthread_mutex_lock(&m); // CHECK-DAG: :[[@LINE]]:5: warning: 'm' is acquired twice [predabs-lock-double-acquire]
    n++;
    pthread_mutex_unlock(&m);
  }
}

void every_time_safe(unsigned n) {
  pthread_mutex_lock(&m);
  while (hash(n) != 1) {
    pthread_mutex_unlock(&m);
    n++;
    pthread_mutex_lock(&m);
  }
  pthread_mutex_unlock(&m);
}

// A callee that waits leaves the lock as it was, and a pointer that somebody
// else made is not to a variable whose address stays here.
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void wait_ready(void) {
  while (!ready)
    pthread_cond_wait(&changed, &own);
}

void set_ready_safe(void) {
  pthread_mutex_lock(&own);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&own);
}

void start_own_safe(unsigned n) {
  h = hash(n);
  pthread_mutex_lock(&own);
  wait_ready();
  pthread_mutex_unlock(&own);
}

// Nothing is said where a callee may have released the lock through a pointer
// that was kept.
static pthread_mutex_t *kept;
static void drop_kept(void) { pthread_mutex_unlock(kept); }

struct shared {
  pthread_mutex_t lock;
};
void kept_quiet(struct shared *s, unsigned n) {
  h = hash(n);
  kept = &s->lock;
  pthread_mutex_lock(&s->lock);
  drop_kept();
  pthread_mutex_lock(&s->lock);
}

void start_own_bug(unsigned n) {
  h = hash(n);
  pthread_mutex_lock(current);
  h++;
  pthread_mutex_unlock(current);
  wait_ready();
  pthread_mutex_unlock(&own); // CHECK-DAG: :[[@LINE]]:3: warning: 'own' is released but not held [predabs-lock-release-unheld]
}
