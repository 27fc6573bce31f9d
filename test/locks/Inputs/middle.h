#include "take.h"

void enter(struct cache *c);
void leave(struct cache *c);
