/* File descriptors. */

#include "model.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define DESCRIPTOR()                                                           \
  int descriptor = ANY(int);                                                   \
  ASSUME(descriptor >= -1);                                                    \
  SET_ERRNO_IF(descriptor < 0);                                                \
  return descriptor

#define SUCCESS()                                                              \
  int result = ANY(int);                                                       \
  ASSUME(result == 0 || result == -1);                                         \
  SET_ERRNO_IF(result < 0);                                                    \
  return result

int MODEL(open)(const char *name, int flags, ...) {
  (void)name, (void)flags;
  DESCRIPTOR();
}
int MODEL(creat)(const char *name, mode_t mode) {
  (void)name, (void)mode;
  DESCRIPTOR();
}
int MODEL(dup)(int old) {
  (void)old;
  DESCRIPTOR();
}

/* The number that was asked for. */
int MODEL(dup2)(int old, int new) {
  (void)old;
  int descriptor = ANY(int);
  ASSUME(descriptor == -1 || (descriptor == new && new >= 0));
  SET_ERRNO_IF(descriptor < 0);
  return descriptor;
}

ssize_t MODEL(read)(int descriptor, void *buffer, size_t size) {
  (void)descriptor;
  ssize_t result = ANY(ssize_t);
  ASSUME(result >= -1 && (result == -1 || (size_t)result <= size));
  if (result > 0)
    ANY_BYTES(buffer, (size_t)result);
  SET_ERRNO_IF(result < 0);
  return result;
}

ssize_t MODEL(write)(int descriptor, const void *buffer, size_t size) {
  (void)descriptor, (void)buffer;
  ssize_t result = ANY(ssize_t);
  ASSUME(result >= -1 && (result == -1 || (size_t)result <= size));
  SET_ERRNO_IF(result < 0);
  return result;
}

ssize_t MODEL(pread)(int descriptor, void *buffer, size_t size, off_t at) {
  (void)descriptor, (void)at;
  ssize_t result = ANY(ssize_t);
  ASSUME(result >= -1 && (result == -1 || (size_t)result <= size));
  if (result > 0)
    ANY_BYTES(buffer, (size_t)result);
  SET_ERRNO_IF(result < 0);
  return result;
}

ssize_t MODEL(pwrite)(int descriptor, const void *buffer, size_t size,
                      off_t at) {
  (void)descriptor, (void)buffer, (void)at;
  ssize_t result = ANY(ssize_t);
  ASSUME(result >= -1 && (result == -1 || (size_t)result <= size));
  SET_ERRNO_IF(result < 0);
  return result;
}

int MODEL(close)(int descriptor) {
  (void)descriptor;
  SUCCESS();
}

off_t MODEL(lseek)(int descriptor, off_t offset, int from) {
  (void)descriptor, (void)offset, (void)from;
  off_t result = ANY(off_t);
  ASSUME(result >= -1);
  SET_ERRNO_IF(result < 0);
  return result;
}

int MODEL(unlink)(const char *name) {
  (void)name;
  SUCCESS();
}

int MODEL(mkdir)(const char *name, mode_t mode) {
  (void)name, (void)mode;
  SUCCESS();
}
int MODEL(rmdir)(const char *name) {
  (void)name;
  SUCCESS();
}
int MODEL(chdir)(const char *name) {
  (void)name;
  SUCCESS();
}
int MODEL(fsync)(int descriptor) {
  (void)descriptor;
  SUCCESS();
}
int MODEL(ftruncate)(int descriptor, off_t size) {
  (void)descriptor, (void)size;
  SUCCESS();
}

/* Two descriptors, or nothing is written. */
int MODEL(pipe)(int ends[2]) {
  int result = ANY(int);
  ASSUME(result == 0 || result == -1);
  if (result == 0) {
    int from = ANY(int), to = ANY(int);
    ASSUME(from >= 0 && to >= 0 && from != to);
    ends[0] = from;
    ends[1] = to;
  }
  SET_ERRNO_IF(result < 0);
  return result;
}

int MODEL(access)(const char *name, int mode) {
  (void)name, (void)mode;
  SUCCESS();
}

int MODEL(isatty)(int descriptor) {
  (void)descriptor;
  int result = ANY(int);
  ASSUME(result == 0 || result == 1);
  SET_ERRNO_IF(result == 0);
  return result;
}

int MODEL(fstat)(int descriptor, struct stat *about) {
  (void)descriptor;
  ANY_BYTES(about, sizeof *about);
  SUCCESS();
}

int MODEL(stat)(const char *name, struct stat *about) {
  (void)name;
  ANY_BYTES(about, sizeof *about);
  SUCCESS();
}

int MODEL(lstat)(const char *name, struct stat *about) {
  (void)name;
  ANY_BYTES(about, sizeof *about);
  SUCCESS();
}
