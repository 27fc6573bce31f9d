#include <pthread.h>

struct cache {
  pthread_mutex_t lock;
  int items;
};

void take(struct cache *c);
void give(struct cache *c);
int try_take(struct cache *c);
int try_or_busy(struct cache *c);
