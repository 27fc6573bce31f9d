// RUN: not %predabs check --verdicts %s 2>&1 | FileCheck %s

// errno is a variable that functions of the library may set.

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int outside(void);

void kept_safe(void) {
  errno = 5;
  assert(errno == 5); // CHECK: [[@LINE]]:3: proved: assert: kept_safe: errno == 5
}

void strings_safe(const char *s) {
  errno = 0;
  char *p = strchr(s, 'x');
  size_t n = strlen(s);
  free(0);
  assert(errno == 0 || (p && n)); // CHECK: [[@LINE]]:3: proved: assert: strings_safe: errno == 0 || (p && n)
}

void printed_bug(int n) {
  errno = 0;
  printf("%d\n", n);
  assert(errno == 0); // CHECK: [[@LINE]]:3: violated: assert: printed_bug: errno == 0
}

void outside_safe_alarm(void) {
  errno = 0;
  outside();
  assert(errno == 0); // CHECK: [[@LINE]]:3: unknown: assert: outside_safe_alarm: errno == 0
}

void read_bug(void) {
  char c;
  errno = 0;
  if (read(0, &c, 1) < 0)
    assert(errno == 0); // CHECK: [[@LINE]]:5: violated: assert: read_bug: errno == 0
}

void read_safe(int fd) {
  char c;
  errno = 0;
  if (read(fd, &c, 1) >= 0)
    assert(errno == 0); // CHECK: [[@LINE]]:5: proved: assert: read_safe: errno == 0
}

void strtol_safe(const char *s) {
  errno = 0;
  long n = strtol(s, 0, 10);
  if (n == 5)
    assert(errno == 0); // CHECK: [[@LINE]]:5: proved: assert: strtol_safe: errno == 0
}

// No number may be an error or not, and 0 may be a number: nothing is said.
void strtol_zero_safe_alarm(void) {
  errno = 0;
  long n = strtol("0", 0, 10);
  if (n == 0)
    assert(errno == 0); // CHECK: [[@LINE]]:5: unknown: assert: strtol_zero_safe_alarm: errno == 0
}

void strtoul_zero_bug_missed(const char *s) {
  errno = 0;
  unsigned long n = strtoul(s, 0, 10);
  if (n == 0)
    assert(errno == 0); // CHECK: [[@LINE]]:5: unknown: assert: strtoul_zero_bug_missed: errno == 0
}

// The first use of a file may set it, and succeed; that the library decides.
void fgets_bug_missed(FILE *f) {
  char line[9];
  errno = 0;
  if (fgets(line, sizeof line, f))
    assert(errno == 0); // CHECK: [[@LINE]]:5: unknown: assert: fgets_bug_missed: errno == 0
}

void entry(void) {
  assert(errno == 0); // CHECK: [[@LINE]]:3: latent: assert: entry: errno == 0
}
