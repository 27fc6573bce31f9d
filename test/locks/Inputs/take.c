#include "take.h"

void take(struct cache *c) { pthread_mutex_lock(&c->lock); }
void give(struct cache *c) { pthread_mutex_unlock(&c->lock); }
int try_take(struct cache *c) { return pthread_mutex_trylock(&c->lock) == 0; }
