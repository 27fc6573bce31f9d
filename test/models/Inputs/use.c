#include <assert.h>
#include <stdlib.h>

void use(void) {
  char *p = malloc(4);
  assert(p);
}
