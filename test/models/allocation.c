// RUN: not %predabs check --verdicts %s 2>&1 | FileCheck %s

// Memory may be short.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// CHECK: [[@LINE+4]]:3: warning: assertion 'p != NULL' can fail [predabs-assert]
// CHECK: [[@LINE+2]]:12: note: 'malloc' returns NULL
void malloc_bug(void) {
  int *p = malloc(4);
  assert(p != NULL); // CHECK: [[@LINE]]:3: violated: assert: malloc_bug: p != NULL
}

void malloc_safe(void) {
  int *p = malloc(4);
  if (!p)
    return;
  assert(p != NULL); // CHECK: [[@LINE]]:3: proved: assert: malloc_safe: p != NULL
  *p = 3;
  assert(*p == 3); // CHECK: [[@LINE]]:3: proved: assert: malloc_safe: *p == 3
  free(p);
}

void calloc_bug(size_t n) {
  int *p = calloc(n, 4);
  assert(p); // CHECK: [[@LINE]]:3: violated: assert: calloc_bug: p
}

void calloc_safe(size_t n) {
  int *p = calloc(n, 4);
  if (p == 0)
    abort();
  assert(p); // CHECK: [[@LINE]]:3: proved: assert: calloc_safe: p
}

// Where it fails the old block is still there.
void realloc_bug(char *old) {
  char *p = realloc(old, 100);
  assert(p); // CHECK: [[@LINE]]:3: violated: assert: realloc_bug: p
}

void realloc_safe(void) {
  int *p = malloc(4), *q;
  if (!p)
    return;
  *p = 5;
  q = realloc(p, 8);
  if (!q) {
    assert(*p == 5); // CHECK: [[@LINE]]:5: proved: assert: realloc_safe: *p == 5
    free(p);
  }
}

void strdup_bug(const char *s) {
  char *p = strdup(s);
  assert(p); // CHECK: [[@LINE]]:3: violated: assert: strdup_bug: p
}

void strdup_safe(const char *s) {
  char *p = strdup(s);
  if (p) {
    assert(p != NULL); // CHECK: [[@LINE]]:5: proved: assert: strdup_safe: p != NULL
  }
}

void aligned_bug(void) {
  char *p = aligned_alloc(64, 128);
  assert(p); // CHECK: [[@LINE]]:3: violated: assert: aligned_bug: p
}

void aligned_safe(void) {
  char *p = aligned_alloc(64, 128);
  if (!p)
    return;
  assert(p); // CHECK: [[@LINE]]:3: proved: assert: aligned_safe: p
}

void memalign_bug(void) {
  void *p = NULL;
  posix_memalign(&p, 64, 128);
  assert(p); // CHECK: [[@LINE]]:3: violated: assert: memalign_bug: p
}

void memalign_safe(void) {
  void *p = NULL;
  int error = posix_memalign(&p, 64, 128);
  assert(error >= 0); // CHECK: [[@LINE]]:3: proved: assert: memalign_safe: error >= 0
  if (error)
    return;
  assert(p); // CHECK: [[@LINE]]:3: proved: assert: memalign_safe: p
}

// A wrapper that never gives null, and one that does.
static void *xmalloc(size_t size) {
  void *p = malloc(size);
  if (!p)
    exit(1);
  return p;
}

void wrapper_safe(void) {
  int *p = xmalloc(4);
  assert(p); // CHECK: [[@LINE]]:3: proved: assert: wrapper_safe: p
}

static void *trace(size_t size) {
  void *p = malloc(size);
  return p;
}

void wrapper_bug(void) {
  int *p = trace(4);
  assert(p); // CHECK: [[@LINE]]:3: violated: assert: wrapper_bug: p
}

// Two blocks are two.
void two_safe(void) {
  int *p = malloc(4), *q = malloc(4);
  if (!p || !q)
    return;
  *p = 1;
  *q = 2;
  assert(*p == 1); // CHECK: [[@LINE]]:3: proved: assert: two_safe: *p == 1
}
