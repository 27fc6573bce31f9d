// What comes back from a descriptor depends on who opened it, and a number that
// is none always fails.
// RUN: not %predabs check --verdicts %s -- -w 2>&1 | FileCheck %s

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

static char c;
int kept;
int elsewhere(void);

void none_safe(void) {
  struct stat about;
  assert(close(-1) == -1); // CHECK: [[@LINE]]:3: proved: assert: none_safe:
  assert(errno == EBADF); // CHECK: [[@LINE]]:3: proved: assert: none_safe:
  assert(read(-1, &c, 1) == -1); // CHECK: [[@LINE]]:3: proved: assert: none_safe:
  assert(write(-2, &c, 1) == -1); // CHECK: [[@LINE]]:3: proved: assert: none_safe:
  assert(lseek(-1, 0, SEEK_SET) == -1); // CHECK: [[@LINE]]:3: proved: assert: none_safe:
  assert(dup(-1) == -1); // CHECK: [[@LINE]]:3: proved: assert: none_safe:
  assert(dup2(-1, 3) == -1); // CHECK: [[@LINE]]:3: proved: assert: none_safe:
  assert(fstat(-1, &about) == -1); // CHECK: [[@LINE]]:3: proved: assert: none_safe:
  assert(isatty(-1) == 0); // CHECK: [[@LINE]]:3: proved: assert: none_safe:
}

void none_bug(void) {
  assert(close(-1) == 0); // CHECK: [[@LINE]]:3: violated: assert: none_bug: close(-1) == 0
}

void callers_latent(int fd) {
  assert(read(fd, &c, 1) != 0); // CHECK: [[@LINE]]:3: latent: assert: callers_latent:
}
void callers_byte_latent(int fd) {
  if (read(fd, &c, 1) == 1)
    assert(c == 'x'); // CHECK: [[@LINE]]:5: latent: assert: callers_byte_latent:
}
void copied_latent(int fd) {
  int copy = dup(fd);
  if (copy >= 0)
    assert(read(copy, &c, 1) != 0); // CHECK: [[@LINE]]:5: latent: assert: copied_latent:
}
void kept_latent(void) {
  assert(write(kept, "12345678", 8) == 8); // CHECK: [[@LINE]]:3: latent: assert: kept_latent:
}
void elsewhere_latent(void) {
  assert(read(elsewhere(), &c, 1) != 0); // CHECK: [[@LINE]]:3: latent: assert: elsewhere_latent:
}

void callers_bug(int fd) {
  int n = close(fd);
  n = 0;
  assert(n); // CHECK: [[@LINE]]:3: violated: assert: callers_bug: n
}
void callers_read_latent(int fd) {
  int n = read(fd, &c, 1);
  n = 0;
  assert(n); // CHECK: [[@LINE]]:3: latent: assert: callers_read_latent: n
}
void own_bug(const char *name) {
  int fd = open(name, O_RDONLY | O_CLOEXEC);
  if (fd >= 0)
    assert(read(fd, &c, 1) != 0); // CHECK: [[@LINE]]:5: violated: assert: own_bug:
}
void standard_bug(void) {
  write(1, "?", 1);
  if (read(0, &c, 1) == 1)
    assert(c == 'x'); // CHECK: [[@LINE]]:5: violated: assert: standard_bug:
}

void of_system_safe(void) {
  int fd = inotify_init();
  if (fd >= 0)
    assert(read(fd, &c, 1) != 0); // CHECK: [[@LINE]]:5: unknown: assert: of_system_safe:
}
void closed_safe(const char *name) {
  int fd = open(name, O_RDONLY);
  close(fd);
  assert(read(fd, &c, 1) == -1); // CHECK: [[@LINE]]:3: unknown: assert: closed_safe:
}
void written_safe(const char *name) {
  char d = 0;
  int fd = open(name, O_RDWR | O_CREAT, 0600);
  if (write(fd, "x", 1) == 1 && lseek(fd, 0, SEEK_SET) == 0 &&
      read(fd, &d, 1) == 1)
    assert(d == 'x'); // CHECK: [[@LINE]]:5: unknown: assert: written_safe:
}
void mode_safe(const char *name) {
  int fd = open(name, O_WRONLY);
  assert(read(fd, &c, 1) == -1); // CHECK: [[@LINE]]:3: unknown: assert: mode_safe:
}
void stream_mode_safe(const char *name) {
  FILE *f = fopen(name, "w");
  if (f)
    assert(fgetc(f) == EOF); // CHECK: [[@LINE]]:5: unknown: assert: stream_mode_safe:
}
