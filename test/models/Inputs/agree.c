// Prints what comes of each call, or, where that is known, asserts that it
// cannot come of it.

#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int compared;
static int order(const void *a, const void *b) {
  compared = 1;
  return *(const int *)a - *(const int *)b;
}

#ifdef SEEN
#include SEEN
#define CASE(name, ...)                                                        \
  void name(void) {                                                            \
    long result = (long)(__VA_ARGS__);                                         \
    assert(result != name##_seen);                                             \
  }
#include "cases.def"
#else
int main(void) {
#define CASE(name, ...)                                                        \
  printf("#define " #name "_seen %ldL\n", (long)(__VA_ARGS__));
#include "cases.def"
}
#endif
