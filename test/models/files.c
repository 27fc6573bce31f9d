// RUN: not %predabs check --verdicts %s -- -D_GNU_SOURCE 2>&1 | FileCheck %s

// Files: what comes of a call is up to the environment, within limits.

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
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

void read_bug(void) {
  char buffer[16];
  ssize_t n = read(0, buffer, sizeof buffer);
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
void contents_bug(void) {
  char buffer[4] = "abc";
  if (read(0, buffer, 3) < 1)
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

void write_bug(void) {
  assert(write(1, "x", 1) == 1); // CHECK: [[@LINE]]:3: violated: assert: write_bug: write(1, "x", 1) == 1
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

// Each may fail, and gives no other number.
void fflush_bug(FILE *f) {
  assert(fflush(f) == 0); // CHECK: [[@LINE]]:3: violated: assert: fflush_bug: fflush(f) == 0
}

void fflush_safe(FILE *f) {
  int r = fflush(f);
  assert(r == 0 || r == EOF); // CHECK: [[@LINE]]:3: proved: assert: fflush_safe: r == 0 || r == EOF
}

void ungetc_bug(FILE *f) {
  assert(ungetc('x', f) == 'x'); // CHECK: [[@LINE]]:3: violated: assert: ungetc_bug: ungetc('x', f) == 'x'
}

void ungetc_safe(FILE *f, int c) {
  int r = ungetc(c, f);
  assert(r == EOF || r == (unsigned char)c); // CHECK: [[@LINE]]:3: proved: assert: ungetc_safe: r == EOF || r == (unsigned char)c
}

void dup2_bug(void) {
  assert(dup2(0, 1) == 1); // CHECK: [[@LINE]]:3: violated: assert: dup2_bug: dup2(0, 1) == 1
}

void dup2_safe(int fd) {
  int r = dup2(fd, 1);
  assert(r == -1 || r == 1); // CHECK: [[@LINE]]:3: proved: assert: dup2_safe: r == -1 || r == 1
}

void pipe_bug(void) {
  int ends[2];
  assert(pipe(ends) == 0); // CHECK: [[@LINE]]:3: violated: assert: pipe_bug: pipe(ends) == 0
}

void pipe_safe(void) {
  int ends[2] = {7, 7};
  if (pipe(ends) == 0)
    assert(ends[0] >= 0); // CHECK: [[@LINE]]:5: proved: assert: pipe_safe: ends[0] >= 0
  else
    assert(ends[1] == 7); // CHECK: [[@LINE]]:5: proved: assert: pipe_safe: ends[1] == 7
}

void pread_bug(void) {
  char buffer[4] = "abc";
  if (pread(0, buffer, 3, 0) == 3)
    assert(buffer[0] == 'a'); // CHECK: [[@LINE]]:5: violated: assert: pread_bug: buffer[0] == 'a'
}

void pread_safe(int fd) {
  char buffer[4];
  assert(pread(fd, buffer, 4, 0) <= 4); // CHECK: [[@LINE]]:3: proved: assert: pread_safe: pread(fd, buffer, 4, 0) <= 4
}

void pwrite_bug(void) {
  assert(pwrite(1, "x", 1, 0) == 1); // CHECK: [[@LINE]]:3: violated: assert: pwrite_bug: pwrite(1, "x", 1, 0) == 1
}

void pwrite_safe(int fd) {
  assert(pwrite(fd, "x", 1, 0) <= 1); // CHECK: [[@LINE]]:3: proved: assert: pwrite_safe: pwrite(fd, "x", 1, 0) <= 1
}

void mkdir_bug(void) {
  assert(mkdir("d", 0700) == 0); // CHECK: [[@LINE]]:3: violated: assert: mkdir_bug: mkdir("d", 0700) == 0
}

void mkdir_safe(void) {
  int r = mkdir("d", 0700);
  assert(r == 0 || r == -1); // CHECK: [[@LINE]]:3: proved: assert: mkdir_safe: r == 0 || r == -1
}

void rmdir_bug(void) {
  assert(rmdir("d") == 0); // CHECK: [[@LINE]]:3: violated: assert: rmdir_bug: rmdir("d") == 0
}

void rmdir_safe(void) {
  int r = rmdir("d");
  assert(r == 0 || r == -1); // CHECK: [[@LINE]]:3: proved: assert: rmdir_safe: r == 0 || r == -1
}

void chdir_bug(void) {
  assert(chdir("d") == 0); // CHECK: [[@LINE]]:3: violated: assert: chdir_bug: chdir("d") == 0
}

void chdir_safe(void) {
  int r = chdir("d");
  assert(r == 0 || r == -1); // CHECK: [[@LINE]]:3: proved: assert: chdir_safe: r == 0 || r == -1
}

void fsync_bug(void) {
  assert(fsync(1) == 0); // CHECK: [[@LINE]]:3: violated: assert: fsync_bug: fsync(1) == 0
}

void fsync_safe(void) {
  int r = fsync(1);
  assert(r == 0 || r == -1); // CHECK: [[@LINE]]:3: proved: assert: fsync_safe: r == 0 || r == -1
}

void ftruncate_bug(void) {
  assert(ftruncate(1, 0) == 0); // CHECK: [[@LINE]]:3: violated: assert: ftruncate_bug: ftruncate(1, 0) == 0
}

void ftruncate_safe(void) {
  int r = ftruncate(1, 0);
  assert(r == 0 || r == -1); // CHECK: [[@LINE]]:3: proved: assert: ftruncate_safe: r == 0 || r == -1
}

void lstat_bug(void) {
  struct stat about;
  assert(lstat("f", &about) == 0); // CHECK: [[@LINE]]:3: violated: assert: lstat_bug: lstat("f", &about) == 0
}

void lstat_safe(void) {
  struct stat about;
  int r = lstat("f", &about);
  assert(r == 0 || r == -1); // CHECK: [[@LINE]]:3: proved: assert: lstat_safe: r == 0 || r == -1
}
