// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A lock that no function of the file gives to its callers, or takes from them.

#include "Inputs/list.h"
#include <pthread.h>

static pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
static int count;

void mine_safe(void) {
  pthread_mutex_lock(&mine);
  count++;
  pthread_mutex_unlock(&mine);
}

void mine_not_released_bug(void) {
  pthread_mutex_lock(&mine);
  count++;
  // CHECK-DAG: :[[@LINE+1]]:1: warning: 'mine' is held at this return, and nothing in this file releases it [predabs-lock-held-at-return]
}

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

void other_safe(void) {
  pthread_mutex_lock(&other);
  count++;
  pthread_mutex_unlock(&other);
}

void other_not_acquired_bug(void) {
  count++;
  pthread_mutex_unlock(&other); // CHECK-DAG: :[[@LINE]]:{{.*}} 'other' is released but not held [predabs-lock-release-unheld]
}

// Whatever the result tells callers, they cannot release it.
static pthread_mutex_t unnamed = PTHREAD_MUTEX_INITIALIZER;

int unnamed_safe(int *n) {
  if (!n)
    return 1;
  pthread_mutex_lock(&unnamed);
  count += *n;
  pthread_mutex_unlock(&unnamed);
  return 0;
}

int unnamed_not_released_bug(int *n) {
  if (!n)
    return 1;
  pthread_mutex_lock(&unnamed);
  count += *n;
  return 0; // CHECK-DAG: :[[@LINE]]:3: warning: 'unnamed' is held at this return if 'n != NULL', and nothing in this file releases it [predabs-lock-held-at-return]
}

// Here they can.
static pthread_mutex_t named = PTHREAD_MUTEX_INITIALIZER;

int take_named_safe(int *n) {
  if (!n)
    return 1;
  pthread_mutex_lock(&named);
  return 0;
}

void leave_named_safe(void) { pthread_mutex_unlock(&named); }

// Done once, and never again.
static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;

int once_safe(void) {
  if (pthread_mutex_trylock(&once))
    return 0;
  count = 1;
  return 1;
}

// These hand it over.
static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;

void begin_safe(void) { pthread_mutex_lock(&shared); }
void end_safe(void) { pthread_mutex_unlock(&shared); }

// Other files know this one; what functions here do shows the custom.
struct queue {
  pthread_mutex_t lock;
  int length;
};

void push_safe(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->length++;
  pthread_mutex_unlock(&q->lock);
}

void clear_bug(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->length = 0;
  // CHECK-DAG: :[[@LINE+1]]:1: warning: 'q->lock' is held at this return, and nothing in this file releases it
}

// Of a header, which other files include too.
void append_safe(struct list *l) {
  pthread_mutex_lock(&l->lock);
  l->length++;
  pthread_mutex_unlock(&l->lock);
}

// Callers in other files may hold it.
int shorten_safe(struct list *l) {
  if (l->length) {
    l->length--;
    pthread_mutex_unlock(&l->lock);
  }
  return 0;
}

// On another path the function acquires it, so callers do not hold it.
void trim_bug(struct list *l, int n) {
  if (n < 0) {
    pthread_mutex_lock(&l->lock);
    l->length = 0;
    pthread_mutex_unlock(&l->lock);
    return;
  }
  l->length -= n;
  pthread_mutex_unlock(&l->lock); // CHECK-DAG: :[[@LINE]]:{{.*}} 'l->lock' is released but not held if 'n >= 0' [predabs-lock-release-unheld]
}

// This one hands it over, one way and the other.
void change_safe(struct list *l, int begins) {
  if (begins)
    pthread_mutex_lock(&l->lock);
  else
    pthread_mutex_unlock(&l->lock);
}

// No other file knows this one.
struct stack {
  pthread_mutex_t lock;
  int length;
};

void drop_safe(struct stack *s) {
  pthread_mutex_lock(&s->lock);
  s->length--;
  pthread_mutex_unlock(&s->lock);
}

int empty_bug(struct stack *s) {
  if (s->length) {
    s->length = 0;
    pthread_mutex_unlock(&s->lock); // CHECK-DAG: :[[@LINE]]:{{.*}} 's->lock' is released but not held if 's->length != 0' [predabs-lock-release-unheld]
  }
  return 0;
}

// And of this one nothing is known.
struct tree {
  pthread_mutex_t lock;
};
void own_safe(struct tree *t) { pthread_mutex_lock(&t->lock); }

struct heap {
  pthread_mutex_t lock;
};
void disown_safe(struct heap *h) { pthread_mutex_unlock(&h->lock); }

// The address goes elsewhere.
struct pool {
  pthread_mutex_t lock;
  int size;
};
void later(void (*run)(void *), void *with);
void unlock_later(void *m);

void grow_safe(struct pool *p) {
  pthread_mutex_lock(&p->lock);
  p->size++;
  pthread_mutex_unlock(&p->lock);
}
void shrink_safe(struct pool *p) {
  pthread_mutex_lock(&p->lock);
  p->size--;
  later(unlock_later, &p->lock);
}
