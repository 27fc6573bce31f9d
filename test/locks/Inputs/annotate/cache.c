#include "cache.h"

static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;

static void take_lock(pthread_mutex_t *m) { pthread_mutex_lock(m); }
void take(struct cache *c) { take_lock(&c->lock); }
void give(struct cache *c) { pthread_mutex_unlock(&c->lock); }
int try_take(struct cache *c) { return pthread_mutex_trylock(&c->lock) == 0; }
int try_or_busy(struct cache *c) { return pthread_mutex_trylock(&c->lock); }

void count(struct cache *c) {
  take(c);
  c->items++;
  give(c);
}

void let_others(struct cache *c) {
  give(c);
  take(c);
}

void sweep(void) {
  pthread_mutex_lock(&all);
  pthread_mutex_unlock(&all);
}
