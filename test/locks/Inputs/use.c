#include "middle.h"

void count_safe(struct cache *c) {
  enter(c);
  c->items++;
  leave(c);
}

void count_bug(struct cache *c) {
  enter(c);
  c->items++;
  take(c);
}

void leave_bug(struct cache *c) {
  take(c);
  leave(c);
  give(c);
}

void try_safe(struct cache *c) {
  if (try_take(c))
    leave(c);
}

void try_bug(struct cache *c) {
  if (!try_take(c))
    leave(c);
}
