// RUN: %predabs check --verdicts %s -- -O2 2>/dev/null | FileCheck %s --implicit-check-not=proved:

// With optimisation the headers of the C library define some functions inline,
// with builtins that mean the functions of the library. They come back.

#include <assert.h>
#include <string.h>

// CHECK-DAG: {{unknown|latent|violated}}: assert: found_bug:
void found_bug(const char *p) {
  const char *q = strchr(p, ';');
  if (q)
    assert(q == p);
}

// CHECK-DAG: {{unknown|latent|violated}}: assert: last_bug:
void last_bug(char *p) {
  char *q = strrchr(p, ';');
  if (q)
    assert(q == p);
}

// CHECK-DAG: {{unknown|latent|violated}}: assert: byte_bug:
void byte_bug(const void *p) {
  const void *q = memchr(p, ';', 100);
  if (q)
    assert(q == p);
}

// CHECK-DAG: {{unknown|latent|violated}}: assert: missing_bug:
void missing_bug(const char *p) {
  const char *q = strpbrk(p, ";"), *r = strstr(p, "x");
  assert(!q || r);
}
