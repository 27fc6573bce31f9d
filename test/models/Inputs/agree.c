// Prints what comes of each call, or, where that is known, asserts that it
// cannot come of it. With SAME it asserts that nothing else can, except where
// the environment decides (CHOSEN).

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
#ifdef SAME
#define HOLDS(a, b) assert((a) == (b))
#define CHOSEN(name, ...)
#else
#define HOLDS(a, b) assert((a) != (b))
#define CHOSEN CASE
#endif
#define CASE(name, ...)                                                        \
  void name(void) {                                                            \
    long result = (long)(__VA_ARGS__);                                         \
    HOLDS(result, name##_seen);                                                \
  }
#include "cases.def"
#else
int main(void) {
#define CHOSEN CASE
#define CASE(name, ...)                                                        \
  printf("#define " #name "_seen %ldL\n", (long)(__VA_ARGS__));
#include "cases.def"
}
#endif
