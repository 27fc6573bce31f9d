/* Functions that call others back: with which elements, and how often, is up to
 * them. An element may be compared with itself, but to sort two elements they
 * have to be compared. */

#include "model.h"

#include <stdlib.h>

void MODEL(qsort)(void *base, size_t count, size_t size,
                  int (*compare)(const void *, const void *)) {
  ASSUME(base != NULL || count == 0);
  CALLBACKS
  if (count > 1) {
    size_t a = COMPUTED(size_t), b = COMPUTED(size_t);
    ASSUME(a < count && b < count && a != b);
    compare((char *)base + a * size, (char *)base + b * size);
    COMPUTED_BYTES(base, count * size);
    while (ANY(_Bool)) {
      a = COMPUTED(size_t), b = COMPUTED(size_t);
      ASSUME(a < count && b < count);
      compare((char *)base + a * size, (char *)base + b * size);
      COMPUTED_BYTES(base, count * size);
    }
  }
  CALLBACKS_END
}

void *MODEL(bsearch)(const void *key, const void *base, size_t count,
                     size_t size, int (*compare)(const void *, const void *)) {
  ASSUME(base != NULL || count == 0);
  CALLBACKS
  if (count > 0) {
    do {
      size_t at = COMPUTED(size_t);
      ASSUME(at < count);
      compare(key, (char *)base + at * size);
    } while (ANY(_Bool));
  }
  CALLBACKS_END
  size_t found = COMPUTED(size_t);
  ASSUME(found < count || found == (size_t)-1);
  return found == (size_t)-1 ? NULL : (char *)base + found * size;
}
