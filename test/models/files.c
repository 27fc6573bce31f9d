// RUN: not %predabs check --verdicts %s 2>&1 | FileCheck %s

// Files: what comes of a call is up to the environment, within limits.

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

// CHECK: [[@LINE+4]]:3: warning: assertion 'fd >= 0' can fail
// CHECK: [[@LINE+2]]:12: note: 'open' returns -1
void open_bug(void) {
  int fd = open("f", O_RDONLY);
  assert(fd >= 0); // CHECK: [[@LINE]]:3: violated: assert: open_bug: fd >= 0
}

void open_safe(void) {
  int fd = open("f", O_RDONLY);
  if (fd == -1)
    return;
  assert(fd >= 0); // CHECK: [[@LINE]]:3: proved: assert: open_safe: fd >= 0
}

void read_bug(int fd) {
  char buffer[16];
  ssize_t n = read(fd, buffer, sizeof buffer);
  assert(n == sizeof buffer); // CHECK: [[@LINE]]:3: violated: assert: read_bug: n == sizeof buffer
}

void read_safe(int fd) {
  char buffer[16];
  int other = 5;
  ssize_t n = read(fd, buffer, sizeof buffer);
  assert(n >= -1 && n <= 16); // CHECK: [[@LINE]]:3: proved: assert: read_safe: n >= -1 && n <= 16
  assert(other == 5); // CHECK: [[@LINE]]:3: proved: assert: read_safe: other == 5
}

// It fills the buffer.
void contents_bug(int fd) {
  char buffer[4] = "abc";
  if (read(fd, buffer, 3) < 1)
    return;
  assert(buffer[0] == 'a'); // CHECK: [[@LINE]]:3: violated: assert: contents_bug: buffer[0] == 'a'
}

void contents_safe(int fd) {
  char buffer[4];
  buffer[0] = 5;
  if (read(fd, buffer, 3) > 0)
    return;
  assert(buffer[0] == 5); // CHECK: [[@LINE]]:3: proved: assert: contents_safe: buffer[0] == 5
}

void write_bug(int fd) {
  assert(write(fd, "x", 1) == 1); // CHECK: [[@LINE]]:3: violated: assert: write_bug: write(fd, "x", 1) == 1
}

void write_safe(int fd) {
  assert(write(fd, "x", 1) <= 1); // CHECK: [[@LINE]]:3: proved: assert: write_safe: write(fd, "x", 1) <= 1
}

void fopen_bug(const char *name) {
  FILE *f = fopen(name, "r");
  assert(f); // CHECK: [[@LINE]]:3: violated: assert: fopen_bug: f
}

void fopen_safe(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f)
    return;
  assert(f); // CHECK: [[@LINE]]:3: proved: assert: fopen_safe: f
  fclose(f);
}

void fgets_bug(FILE *f) {
  char line[80];
  assert(fgets(line, sizeof line, f)); // CHECK: [[@LINE]]:3: violated: assert: fgets_bug: fgets(line, sizeof line, f)
}

void fgets_safe(FILE *f) {
  char line[80];
  int other = 1;
  char *got = fgets(line, sizeof line, f);
  assert(!got || got == line); // CHECK: [[@LINE]]:3: proved: assert: fgets_safe: !got || got == line
  assert(other == 1); // CHECK: [[@LINE]]:3: proved: assert: fgets_safe: other == 1
}

void fread_bug(FILE *f, int *a) {
  assert(fread(a, sizeof *a, 10, f) == 10); // CHECK: [[@LINE]]:3: violated: assert: fread_bug: fread(a, sizeof *a, 10, f) == 10
}

void fread_safe(FILE *f, int *a) {
  assert(fread(a, sizeof *a, 10, f) <= 10); // CHECK: [[@LINE]]:3: proved: assert: fread_safe: fread(a, sizeof *a, 10, f) <= 10
}

void getc_bug(FILE *f) {
  char table[256];
  int c = fgetc(f);
  assert(c >= 0); // CHECK: [[@LINE]]:3: violated: assert: getc_bug: c >= 0
  table[c] = 0;
}

void getc_safe(FILE *f) {
  int c = fgetc(f);
  if (c == EOF)
    return;
  assert(c >= 0 && c < 256); // CHECK: [[@LINE]]:3: proved: assert: getc_safe: c >= 0 && c < 256
}
