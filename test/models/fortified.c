// RUN: not %predabs check --verdicts %s -- -O2 -D_FORTIFY_SOURCE=2 2>/dev/null | FileCheck %s
// RUN: not %predabs check --verdicts %s -- -O2 -D_FORTIFY_SOURCE=2 2>/dev/null | not grep "proved:.*_bug:"

// What distributions compile with: memcpy() is an inline function that calls a
// builtin which means the memcpy() of the library.

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static char a[8];

void copy_bug(const char *p) {
  int n = 0;
  memcpy(a, p, 3);
  assert(n); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: assert: copy_bug:
}

void move_bug(const char *p) {
  int n = 0;
  memmove(a, p, 3);
  assert(n); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: assert: move_bug:
}

void set_bug(void) {
  memset(a, 1, 3);
  assert(a[2] == 0); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: assert: set_bug:
}

void string_bug(void) {
  strcpy(a, "abc");
  assert(a[0] == 'b'); // CHECK-DAG: :[[@LINE]]:{{.*}} violated: assert: string_bug:
}

void strings_bug(const char *p) {
  int n = 0;
  strcat(a, p);
  strncat(a, p, 3);
  strncpy(a, p, 3);
  bzero(a, 3);
  assert(n);
}

void read_bug(void) {
  int n = 0;
  if (read(0, a, 3) == 3)
    assert(n);
}

void print_bug(void) {
  int n = 0;
  printf("x");
  snprintf(a, 3, "x");
  assert(n);
}

// A program's own; what it calls is the library's.
extern __inline __attribute__((gnu_inline, always_inline)) size_t
strlen(const char *s) {
  return __builtin_strlen(s);
}
void own_bug(const char *p) {
  int n = 0;
  if (strlen(p) < 5)
    assert(n);
}
