#include "middle.h"

void enter(struct cache *c) { take(c); }
void leave(struct cache *c) { give(c); }
