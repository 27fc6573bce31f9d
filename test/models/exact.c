// RUN: not %predabs check --verdicts %s -- -w 2>&1 | FileCheck %s

// Functions that compute have models that compute the same.

#include <arpa/inet.h>
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

char *stpcpy(char *, const char *);
void *mempcpy(void *, const void *, size_t);
char *strsep(char **, const char *);
char *strtok_r(char *, const char *, char **);

void order_safe(uint16_t n) {
  assert(ntohs(htons(n)) == n); // CHECK: [[@LINE]]:3: proved: assert: order_safe:
}

void order_bug(void) {
  assert(htons(0x102) == 0x102); // CHECK: [[@LINE]]:3: violated: assert: order_bug:
}

void parts_safe(void) {
  div_t d = div(7, 2);
  assert(d.quot == 3 && d.rem == 1); // CHECK: [[@LINE]]:3: proved: assert: parts_safe:
}

void parts_bug(int n) {
  assert(div(n, 2).rem >= 0); // CHECK: [[@LINE]]:3: latent: assert: parts_bug:
}

void first_bit_safe(void) {
  assert(ffs(8) == 4 && ffs(0) == 0); // CHECK: [[@LINE]]:3: proved: assert: first_bit_safe:
}

void size_safe(intmax_t n) {
  assert(imaxabs(n) >= 0); // CHECK: [[@LINE]]:3: proved: assert: size_safe:
}

void end_safe(void) {
  char b[8];
  assert(stpcpy(b, "abc") == b + 3); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: end_safe:
}

void end_bug(void) {
  char b[8];
  assert(stpcpy(b, "abc") == b); // CHECK: [[@LINE]]:3: violated: assert: end_bug:
}

void behind_safe(void) {
  char b[8];
  assert(mempcpy(b, "abc", 3) == b + 3); // CHECK: [[@LINE]]:3: proved: assert: behind_safe:
}

void cleared_bug(void) {
  char b[3] = "ab";
  bzero(b, 2);
  assert(b[0]); // CHECK: [[@LINE]]:3: violated: assert: cleared_bug: b[0]
}

void separated_bug(void) {
  char text[] = "a,b", *rest = text, *first = strsep(&rest, ",");
  assert(rest != text + 2); // CHECK: [[@LINE]]:3: violated: assert: separated_bug:
}

void separated_safe(void) {
  char text[] = "a,b", *rest = text, *first = strsep(&rest, ",");
  assert(first == text); // CHECK: [[@LINE]]:3: unknown: assert: separated_safe: first == text
}

void token_bug(void) {
  char text[] = ",a,b", *rest, *first = strtok_r(text, ",", &rest);
  assert(first != text + 1 || text[2]); // CHECK: [[@LINE]]:3: violated: assert: token_bug:
}

void larger_bug(void) {
  assert(fmax(1, 2) == 1); // CHECK: [[@LINE]]:3: violated: assert: larger_bug:
}

void sign_bug(void) {
  assert(copysign(1, -2) > 0); // CHECK: [[@LINE]]:3: violated: assert: sign_bug:
}

void rounded_bug(void) {
  assert(floor(1.5) == 2); // CHECK: [[@LINE]]:3: violated: assert: rounded_bug:
}

void threads_safe(void) {
  assert(pthread_equal(pthread_self(), pthread_self())); // CHECK: [[@LINE]]:3: proved: assert: threads_safe:
}
