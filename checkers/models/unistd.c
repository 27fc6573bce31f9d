/* File descriptors. */

#include "model.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* A number that no other open file has. */
#define DESCRIPTOR()                                                           \
  int descriptor;                                                              \
  if (ANY(_Bool)) {                                                            \
    descriptor = -1;                                                           \
  } else {                                                                     \
    descriptor = ANSWER(int, DESCRIPTOR_NUMBER, 0);                            \
    ASSUME(descriptor >= 0);                                                   \
  }                                                                            \
  FAIL_IF(descriptor < 0);                                                     \
  return descriptor

#define SUCCESS()                                                              \
  int result = ANY(int);                                                       \
  ASSUME(result == 0 || result == -1);                                         \
  FAIL_IF(result < 0);                                                         \
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
  FAIL_IF(descriptor < 0);
  return descriptor;
}

/* What comes out of a pipe the program may have put in. */
#define READ_BYTES(buffer, size)                                               \
  __predabs_draw(DESCRIPTOR_CONTENTS), ANSWER_BYTES(buffer, size)

ssize_t MODEL(read)(int descriptor, void *buffer, size_t size) {
  (void)descriptor;
  ssize_t result = DRAW(ssize_t, DESCRIPTOR_CONTENTS);
  ASSUME(result >= -1 && (result == -1 || (size_t)result <= size));
  if (result > 0)
    READ_BYTES(buffer, (size_t)result);
  FAIL_IF(result < 0);
  return result;
}

ssize_t MODEL(write)(int descriptor, const void *buffer, size_t size) {
  (void)descriptor;
  ssize_t result = ANY(ssize_t);
  SHOW_BYTES(buffer, size);
  ASSUME(result >= -1 && (result == -1 || (size_t)result <= size));
  FAIL_IF(result < 0);
  return result;
}

ssize_t MODEL(pread)(int descriptor, void *buffer, size_t size, off_t at) {
  (void)descriptor, (void)at;
  ssize_t result = ANY(ssize_t);
  ASSUME(result >= -1 && (result == -1 || (size_t)result <= size));
  if (result > 0)
    READ_BYTES(buffer, (size_t)result);
  FAIL_IF(result < 0);
  return result;
}

ssize_t MODEL(pwrite)(int descriptor, const void *buffer, size_t size,
                      off_t at) {
  (void)descriptor, (void)at;
  ssize_t result = ANY(ssize_t);
  SHOW_BYTES(buffer, size);
  ASSUME(result >= -1 && (result == -1 || (size_t)result <= size));
  FAIL_IF(result < 0);
  return result;
}

int MODEL(close)(int descriptor) {
  QUESTION(CLOSED_DESCRIPTOR, descriptor);
  SUCCESS();
}

off_t MODEL(lseek)(int descriptor, off_t offset, int from) {
  (void)descriptor, (void)offset, (void)from;
  off_t result;
  if (ANY(_Bool)) {
    result = -1;
  } else {
    result = COMPUTED(off_t);
    ASSUME(result >= 0);
  }
  FAIL_IF(result < 0);
  return result;
}

/* What there is under a name depends on what was done there before. */
int MODEL(unlink)(const char *name) {
  QUESTION_TEXT(FILE_NAME, name);
  SUCCESS();
}

int MODEL(mkdir)(const char *name, mode_t mode) {
  (void)mode;
  QUESTION_TEXT(FILE_NAME, name);
  SUCCESS();
}
int MODEL(rmdir)(const char *name) {
  QUESTION_TEXT(FILE_NAME, name);
  SUCCESS();
}
int MODEL(chdir)(const char *name) {
  QUESTION_TEXT(FILE_NAME, name);
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
    SPOIL(DESCRIPTOR_CONTENTS);
    int from = ANSWER(int, DESCRIPTOR_NUMBER, 0);
    int to = ANSWER(int, DESCRIPTOR_NUMBER, 0);
    ASSUME(from >= 0 && to >= 0 && from != to);
    ends[0] = from;
    ends[1] = to;
  }
  FAIL_IF(result < 0);
  return result;
}

int MODEL(access)(const char *name, int mode) {
  (void)mode;
  int result = ANSWER_TEXT(int, FILE_ACCESS, name);
  ASSUME(result == 0 || result == -1);
  FAIL_IF(result < 0);
  return result;
}

int MODEL(isatty)(int descriptor) {
  int result = ANSWER(int, TERMINAL, descriptor);
  ASSUME(result == 0 || result == 1);
  FAIL_IF(result == 0);
  return result;
}

/* Whether there is a file, and what is said of it, does not change by itself.
 */
#define STATUS(ask, family, of)                                                \
  ask(family, of);                                                             \
  int result = ANY(int);                                                       \
  ASSUME(result == 0 || result == -1);                                         \
  ask(family##_BYTES, of);                                                     \
  ANSWER_BYTES(about, sizeof *about);                                          \
  FAIL_IF(result < 0);                                                         \
  return result

int MODEL(fstat)(int descriptor, struct stat *about) {
  STATUS(QUESTION, DESCRIPTOR_STATUS, descriptor);
}

int MODEL(stat)(const char *name, struct stat *about) {
  STATUS(QUESTION_TEXT, FILE_STATUS, name);
}

int MODEL(lstat)(const char *name, struct stat *about) {
  STATUS(QUESTION_TEXT, LINK_STATUS, name);
}
