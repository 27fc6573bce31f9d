/* Memory of the heap may be short at every call. A block is never null, and
 * where it is depends on the call. */

#include "model.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *MODEL(malloc)(size_t size) {
  void *block;
  if (ANY(_Bool)) {
    GIVE_ERRNO(ENOMEM);
    block = NULL;
  } else {
    block = malloc(size);
    ASSUME(block != NULL);
  }
  return block;
}

void *MODEL(calloc)(size_t count, size_t size) {
  void *block;
  if (ANY(_Bool)) {
    GIVE_ERRNO(ENOMEM);
    block = NULL;
  } else {
    block = calloc(count, size);
    ASSUME(block != NULL);
  }
  return block;
}

/* Where memory is short the old block stays as it is. */
void *MODEL(realloc)(void *old, size_t size) {
  void *block;
  if (ANY(_Bool)) {
    GIVE_ERRNO(ENOMEM);
    block = NULL;
  } else {
    block = realloc(old, size);
    ASSUME(block != NULL);
  }
  return block;
}

void *MODEL(reallocarray)(void *old, size_t count, size_t size) {
  void *block;
  if (ANY(_Bool)) {
    GIVE_ERRNO(ENOMEM);
    block = NULL;
  } else {
    ASSUME(size == 0 || count <= SIZE_MAX / size);
    block = realloc(old, count * size);
    ASSUME(block != NULL);
  }
  return block;
}

void *MODEL(aligned_alloc)(size_t alignment, size_t size) {
  void *block;
  if (ANY(_Bool)) {
    GIVE_ERRNO(ENOMEM);
    block = NULL;
  } else {
    block = malloc(size);
    ASSUME(block != NULL && (uintptr_t)block % alignment == 0);
  }
  return block;
}

int MODEL(posix_memalign)(void **result, size_t alignment, size_t size) {
  int error;
  if (ANY(_Bool)) {
    error = ANY(int);
    ASSUME(error == EINVAL || error == ENOMEM);
  } else {
    void *block = malloc(size);
    ASSUME(block != NULL && (uintptr_t)block % alignment == 0);
    *result = block;
    error = 0;
  }
  return error;
}

void MODEL(free)(void *block) { free(block); }

char *MODEL(strdup)(const char *text) {
  char *copy;
  if (ANY(_Bool)) {
    GIVE_ERRNO(ENOMEM);
    copy = NULL;
  } else {
    size_t size = strlen(text) + 1;
    copy = malloc(size);
    ASSUME(copy != NULL);
    memcpy(copy, text, size);
  }
  return copy;
}

char *MODEL(strndup)(const char *text, size_t limit) {
  char *copy;
  if (ANY(_Bool)) {
    GIVE_ERRNO(ENOMEM);
    copy = NULL;
  } else {
    size_t size = strnlen(text, limit);
    ASSUME(size <= limit && size < PTRDIFF_MAX);
    copy = malloc(size + 1);
    ASSUME(copy != NULL);
    memcpy(copy, text, size);
    copy[size] = 0;
  }
  return copy;
}
