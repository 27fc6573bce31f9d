// RUN: not %predabs check --verdicts --inputs=input %s -- -w 2>&1 | FileCheck %s

// What a function of the system computes is not for us to choose: an assertion
// about it is exact or unknown, and one that does not depend on it is reported.

#include <assert.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <wchar.h>

int input(void);

void wide_safe(void) {
  wchar_t text[4] = L"abc";
  assert(wcslen(text) == 3); // CHECK: [[@LINE]]:3: unknown: assert: wide_safe:
}

void wide_bug(void) {
  wchar_t text[4] = L"abc";
  assert(wcslen(text) != 3); // CHECK: [[@LINE]]:3: unknown: assert: wide_bug:
}

// It writes what its arguments lead to.
void exponent_safe(void) {
  int e = 9;
  frexp(8, &e);
  assert(e == 4); // CHECK: [[@LINE]]:3: unknown: assert: exponent_safe: e == 4
}

void scanned_safe(void) {
  int n = 0;
  sscanf("12", "%d", &n);
  assert(n == 12); // CHECK: [[@LINE]]:3: unknown: assert: scanned_safe: n == 12
}

void vector_safe(int fd) {
  char a[1] = {1}, b[1] = {1};
  struct iovec parts[2] = {{a, 1}, {b, 1}};
  readv(fd, parts, 2);
  assert(b[0] == 0 || b[0] == 1); // CHECK: [[@LINE]]:3: unknown: assert: vector_safe:
}

void broken_down_safe(void) {
  struct tm then = {0};
  time_t zero = 0;
  gmtime_r(&zero, &then);
  assert(then.tm_year == 70); // CHECK: [[@LINE]]:3: unknown: assert: broken_down_safe:
}

// What the failure does not depend on does no harm.
void beside_bug(void) {
  regex_t r;
  int failed = regcomp(&r, "a*", 0);
  if (input() == 3)
    assert(0); // CHECK: [[@LINE]]:5: violated: assert: beside_bug:
}

void beside_safe(void) {
  int kept = 5;
  regex_t r;
  regcomp(&r, "a*", 0);
  assert(kept == 5); // CHECK: [[@LINE]]:3: proved: assert: beside_safe: kept == 5
}

void clock_bug(void) {
  time_t now = time(0);
  char *p = malloc(8);
  assert(p); // CHECK: [[@LINE]]:3: violated: assert: clock_bug: p
}

void clock_latent(int n) {
  time_t now = time(0);
  srand((unsigned)now);
  assert(n < 3); // CHECK: [[@LINE]]:3: latent: assert: clock_latent: n < 3
}

// What the user gives is an input.
void given_bug(void) {
  int n;
  if (scanf("%d", &n) != 1)
    return;
  assert(n < 10); // CHECK: [[@LINE]]:3: violated: assert: given_bug: n < 10
}

void given_safe(void) {
  int n, count = scanf("%d", &n);
  assert(count <= 1); // CHECK: [[@LINE]]:3: unknown: assert: given_safe: count <= 1
}
