// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// An array behind a pointer may be longer than it says, but it has no elements
// before its first: no store to one changes which lock its record names.

#include <pthread.h>

struct item;
void drop(struct item *);

struct pool {
  pthread_mutex_t *lock;
  int total;
  int used;
  struct item *items[1];
};

void put_safe(struct pool *p, struct item *item) {
  pthread_mutex_lock(p->lock);
  if (p->used < p->total)
    p->items[p->used++] = item;
  else
    drop(item);
  pthread_mutex_unlock(p->lock);
}

void put_bug(struct pool *p, struct item *item) {
  pthread_mutex_lock(p->lock);
  if (p->used < p->total)
    p->items[p->used++] = item;
  else
    pthread_mutex_unlock(p->lock);
  pthread_mutex_unlock(p->lock);
}
// CHECK: subscript.c:[[#@LINE-2]]:3: warning: 'p->lock' is released but not held
