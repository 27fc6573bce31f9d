/* Functions that call others back: with which elements, and how often, is up to
 * them. An element may be compared with itself. */

#include "model.h"

#include <stdlib.h>

void MODEL(qsort)(void *base, size_t count, size_t size,
                  int (*compare)(const void *, const void *)) {
  ASSUME(base != NULL || count == 0);
  while (ANY(_Bool)) {
    size_t a = ANY(size_t), b = ANY(size_t);
    ASSUME(a < count && b < count);
    compare((char *)base + a * size, (char *)base + b * size);
    COMPUTED_BYTES(base, count * size);
  }
  COMPUTED_BYTES(base, count * size);
}

void *MODEL(bsearch)(const void *key, const void *base, size_t count,
                     size_t size, int (*compare)(const void *, const void *)) {
  NOT_FOLLOWED();
  ASSUME(base != NULL || count == 0);
  while (ANY(_Bool)) {
    size_t at = ANY(size_t);
    ASSUME(at < count);
    char *element = (char *)base + at * size;
    if (compare(key, element) == 0)
      return element;
  }
  return NULL;
}
