#include "cache.h"

extern void unknown(struct cache *c);

void depends(struct cache *c, int n) {
  if (n > 0)
    pthread_mutex_lock(&c->lock);
}

void then_unknown(struct cache *c) {
  pthread_mutex_lock(&c->lock);
  unknown(c);
}

void another(struct cache *c, struct cache *other) {
  pthread_mutex_lock(&c->lock);
  c = other;
}
