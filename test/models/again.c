// RUN: not %predabs check --verdicts %s -- -w 2>&1 | FileCheck %s

// The environment answers as it likes, but it does not contradict itself.

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void variable_safe(void) {
  char *a = getenv("HOME"), *b = getenv("HOME");
  assert(!a == !b); // CHECK: [[@LINE]]:3: unknown: assert: variable_safe: !a == !b
}

void variables_bug(void) {
  char *a = getenv("HOME"), *b = getenv("USER");
  assert(!a == !b); // CHECK: [[@LINE]]:3: violated: assert: variables_bug: !a == !b
}

void set_safe(void) {
  if (setenv("A", "1", 1) == 0)
    assert(getenv("A")); // CHECK: [[@LINE]]:5: unknown: assert: set_safe:
}

void class_safe(int c) {
  if (c >= 0 && c < 256)
    assert(!(isalpha)(c) == !(isalpha)(c)); // CHECK: [[@LINE]]:5: unknown: assert: class_safe:
}

void class_bug(int c) {
  if ((isalpha)(c))
    assert(c != 'x'); // CHECK: [[@LINE]]:5: latent: assert: class_bug:
}

void number_of_class_safe(void) {
  assert((isalpha)('x') != 77); // CHECK: [[@LINE]]:3: unknown: assert: number_of_class_safe:
}

void both_safe(int c) {
  if (c >= 0 && c < 256)
    assert((tolower)((toupper)(c)) == (tolower)(c) || c > 127); // CHECK: [[@LINE]]:5: {{proved|unknown}}: assert: both_safe:
}

void descriptors_safe(const char *a, const char *b) {
  int one = open(a, O_RDONLY), two = open(b, O_RDONLY);
  if (one >= 0 && two >= 0)
    assert(one != two); // CHECK: [[@LINE]]:5: unknown: assert: descriptors_safe: one != two
}

void descriptors_bug(const char *a, const char *b) {
  int one = open(a, O_RDONLY), two = open(b, O_RDONLY);
  if (one >= 0)
    assert(two >= 0); // CHECK: [[@LINE]]:5: violated: assert: descriptors_bug: two >= 0
}

void copy_safe(int fd) {
  int ends[2], other = dup(fd);
  if (other < 0 || pipe(ends) < 0)
    return;
  assert(ends[0] != other); // CHECK: [[@LINE]]:3: unknown: assert: copy_safe: ends[0] != other
}

void streams_safe(void) {
  FILE *a = fopen("a", "r"), *b = fopen("b", "r");
  if (a && b)
    assert(a != b); // CHECK: [[@LINE]]:5: unknown: assert: streams_safe: a != b
}

void seed_safe(void) {
  srand(1);
  int first = rand();
  srand(1);
  assert(rand() == first); // CHECK: [[@LINE]]:3: unknown: assert: seed_safe:
}

void seed_bug(unsigned seed) {
  srand(seed);
  assert(rand() % 6 != 5); // CHECK: [[@LINE]]:3: violated: assert: seed_bug:
}

void status_safe(const char *name) {
  struct stat a, b;
  if (stat(name, &a) == 0 && stat(name, &b) == 0)
    assert(a.st_ino == b.st_ino); // CHECK: [[@LINE]]:5: unknown: assert: status_safe:
}

void status_bug(const char *name) {
  struct stat a;
  if (stat(name, &a) == 0)
    assert(a.st_size != 5); // CHECK: [[@LINE]]:5: violated: assert: status_bug:
}

void user_safe(void) {
  assert(getuid() == getuid()); // CHECK: [[@LINE]]:3: unknown: assert: user_safe:
}

void user_bug(void) {
  assert(getuid() == 0); // CHECK: [[@LINE]]:3: violated: assert: user_bug:
}

void terminal_safe(int fd) {
  assert(isatty(fd) == isatty(fd)); // CHECK: [[@LINE]]:3: unknown: assert: terminal_safe:
}

void put_back_safe(FILE *f) {
  if (ungetc('x', f) == 'x')
    assert(getc(f) == 'x'); // CHECK: [[@LINE]]:5: unknown: assert: put_back_safe:
}

void position_safe(void) {
  FILE *f = fopen("a", "r");
  if (f)
    assert(ftell(f) <= 0); // CHECK: [[@LINE]]:5: unknown: assert: position_safe:
}

void through_pipe_safe(void) {
  int ends[2];
  char c = 'x', d = 0;
  if (pipe(ends) < 0 || write(ends[1], &c, 1) != 1 || read(ends[0], &d, 1) != 1)
    return;
  assert(c == d); // CHECK: [[@LINE]]:3: unknown: assert: through_pipe_safe: c == d
}

// errno after a failure is the number of an error.
void out_of_memory_safe(void) {
  if (!malloc(8))
    assert(errno == ENOMEM); // CHECK: [[@LINE]]:5: proved: assert: out_of_memory_safe:
}

void failed_safe(const char *name) {
  if (open(name, O_RDONLY) < 0)
    assert(errno > 0); // CHECK: [[@LINE]]:5: proved: assert: failed_safe: errno > 0
}

void failed_bug(const char *name) {
  if (open(name, O_RDONLY) < 0)
    assert(errno == ENOENT); // CHECK: [[@LINE]]:5: violated: assert: failed_bug:
}

// To sort two they have to be compared.
static int calls;
static int count(const void *a, const void *b) {
  calls++;
  return *(const int *)a - *(const int *)b;
}

void compared_safe(void) {
  int a[2] = {2, 1};
  calls = 0;
  qsort(a, 2, sizeof *a, count);
  assert(calls != 0); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: compared_safe: calls != 0
}

void compared_once_safe(void) {
  int a[2] = {2, 1};
  calls = 0;
  qsort(a, 2, sizeof *a, count);
  assert(calls == 1); // CHECK: [[@LINE]]:3: unknown: assert: compared_once_safe: calls == 1
}

void sorted_beside_bug(void) {
  int a[2] = {2, 1};
  qsort(a, 2, sizeof *a, count);
  char *p = malloc(8);
  assert(p); // CHECK: [[@LINE]]:3: violated: assert: sorted_beside_bug: p
}

void found_safe(void) {
  int a[3] = {1, 2, 3}, key = 2;
  int *at = bsearch(&key, a, 3, sizeof *a, count);
  assert(at == a + 1); // CHECK: [[@LINE]]:3: unknown: assert: found_safe: at == a + 1
}
