/* File descriptors. */

#include "model.h"

#include <errno.h>
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
  FAIL_IF(descriptor < 0)

#define SUCCESS()                                                              \
  int result = ANY(int);                                                       \
  ASSUME(result == 0 || result == -1);                                         \
  FAIL_IF(result < 0);                                                         \
  return result

/* What is done with an open file is a matter of whoever opened it: an inotify
 * descriptor never says "end of file". A number that is none always fails, and
 * so does, we do not follow when, one that was closed. */
#define WITH(descriptor)                                                       \
  OF(descriptor);                                                              \
  ASK(CLOSED_DESCRIPTOR, descriptor)

#define WITHOUT(descriptor, failure)                                           \
  ASSUME((descriptor) >= 0 || result == (failure));                            \
  FAIL_IF(result == (failure));                                                \
  GIVE_ERRNO_IF((descriptor) < 0, EBADF);                                      \
  OF_END

#define SUCCESS_WITH(descriptor)                                               \
  WITH(descriptor);                                                            \
  int result = ANY(int);                                                       \
  ASSUME(result == 0 || result == -1);                                         \
  WITHOUT(descriptor, -1);                                                     \
  return result

/* Reading from a file that is open for writing fails, and the other way round;
 * with flags that we do not know neither is for others to choose. */
#define MODE(flags)                                                            \
  ((flags) & ~(O_APPEND | O_CLOEXEC | O_CREAT | O_NOCTTY | O_NOFOLLOW |        \
               O_NONBLOCK | O_SYNC))
#define IS_OPEN_FOR(access, mode) (((mode) == (access)) | ((mode) == O_RDWR))
#define OPENED(flags)                                                          \
  SPOIL_IF(DESCRIPTOR_CONTENTS, !IS_OPEN_FOR(O_RDONLY, MODE(flags)));          \
  SPOIL_IF(DESCRIPTOR_WRITES,                                                  \
           !IS_OPEN_FOR(O_WRONLY, MODE(flags) & ~(O_TRUNC | O_EXCL)))

int MODEL(open)(const char *name, int flags, ...) {
  (void)name;
  OPENED(flags);
  DESCRIPTOR();
  return descriptor;
}
int MODEL(creat)(const char *name, mode_t mode) {
  (void)name, (void)mode;
  OPENED(O_CREAT | O_WRONLY | O_TRUNC);
  DESCRIPTOR();
  return descriptor;
}
int MODEL(dup)(int old) {
  ASK(CLOSED_DESCRIPTOR, old);
  OF(old);
  DESCRIPTOR();
  ASSUME(old >= 0 || descriptor == -1);
  GIVE_ERRNO_IF(old < 0, EBADF);
  OF_END;
  return descriptor;
}

/* The number that was asked for, which is another file from now on. */
int MODEL(dup2)(int old, int new) {
  SPOIL(DESCRIPTOR_CONTENTS);
  SPOIL(DESCRIPTOR_WRITES);
  WITH(old);
  int descriptor = ANY(int);
  ASSUME(descriptor == -1 || (descriptor == new && new >= 0 && old >= 0));
  FAIL_IF(descriptor < 0);
  GIVE_ERRNO_IF((old < 0) | (new < 0), EBADF);
  OF_END;
  return descriptor;
}

/* What comes out of a pipe the program may have put in. */
#define READ_BYTES(buffer, size)                                               \
  __predabs_draw(DESCRIPTOR_CONTENTS), ANSWER_BYTES(buffer, size)

#define READ(buffer, size)                                                     \
  OF(descriptor);                                                              \
  __predabs_draw(DESCRIPTOR_CONTENTS);                                         \
  ASK(CLOSED_DESCRIPTOR, descriptor);                                          \
  ssize_t result = ANY(ssize_t);                                               \
  ASSUME(result >= -1 && (result == -1 || (size_t)result <= size));            \
  if (result > 0)                                                              \
    READ_BYTES(buffer, (size_t)result);                                        \
  WITHOUT(descriptor, -1);                                                     \
  return result

/* What is written may be read again, unless it goes to the standard output. */
#define WRITE(buffer, size)                                                    \
  SPOIL_IF(DESCRIPTOR_CONTENTS,                                                \
           (descriptor != STDOUT_FILENO) & (descriptor != STDERR_FILENO));     \
  SHOW_BYTES(buffer, size);                                                    \
  OF(descriptor);                                                              \
  __predabs_draw(DESCRIPTOR_WRITES);                                           \
  ASK(CLOSED_DESCRIPTOR, descriptor);                                          \
  ssize_t result = ANY(ssize_t);                                               \
  ASSUME(result >= -1 && (result == -1 || (size_t)result <= size));            \
  WITHOUT(descriptor, -1);                                                     \
  return result

ssize_t MODEL(read)(int descriptor, void *buffer, size_t size) {
  READ(buffer, size);
}

ssize_t MODEL(write)(int descriptor, const void *buffer, size_t size) {
  WRITE(buffer, size);
}

ssize_t MODEL(pread)(int descriptor, void *buffer, size_t size, off_t at) {
  (void)at;
  READ(buffer, size);
}

ssize_t MODEL(pwrite)(int descriptor, const void *buffer, size_t size,
                      off_t at) {
  (void)at;
  WRITE(buffer, size);
}

int MODEL(close)(int descriptor) {
  OF(descriptor);
  QUESTION(CLOSED_DESCRIPTOR, descriptor);
  int result = ANY(int);
  ASSUME(result == 0 || result == -1);
  WITHOUT(descriptor, -1);
  return result;
}

off_t MODEL(lseek)(int descriptor, off_t offset, int from) {
  (void)offset, (void)from;
  off_t result;
  WITH(descriptor);
  if (ANY(_Bool)) {
    result = -1;
  } else {
    result = COMPUTED(off_t);
    ASSUME(result >= 0);
  }
  WITHOUT(descriptor, -1);
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
int MODEL(fsync)(int descriptor) { SUCCESS_WITH(descriptor); }
int MODEL(ftruncate)(int descriptor, off_t size) {
  (void)size;
  SUCCESS_WITH(descriptor);
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
  OF(descriptor);
  QUESTION(TERMINAL, descriptor);
  ASK(CLOSED_DESCRIPTOR, descriptor);
  int result = ANY(int);
  ASSUME(result == 0 || result == 1);
  WITHOUT(descriptor, 0);
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
  OF(descriptor);
  QUESTION(DESCRIPTOR_STATUS, descriptor);
  ASK(CLOSED_DESCRIPTOR, descriptor);
  int result = ANY(int);
  ASSUME(result == 0 || result == -1);
  QUESTION(DESCRIPTOR_STATUS_BYTES, descriptor);
  ANSWER_BYTES(about, sizeof *about);
  WITHOUT(descriptor, -1);
  return result;
}

int MODEL(stat)(const char *name, struct stat *about) {
  STATUS(QUESTION_TEXT, FILE_STATUS, name);
}

int MODEL(lstat)(const char *name, struct stat *about) {
  STATUS(QUESTION_TEXT, LINK_STATUS, name);
}
