/* The process and its environment. */

#include "model.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* A variable as any other: other files may write it too. */
extern int __predabs_errno;

int *MODEL(__errno_location)(void) { return &__predabs_errno; }

/* Null, or a string that belongs to others. */
char *MODEL(getenv)(const char *name) {
  char *value;
  if (ANSWER_TEXT(_Bool, ENVIRONMENT_VARIABLE, name)) {
    value = NULL;
  } else {
    value = getenv(name);
    ASSUME(value != NULL);
  }
  return value;
}

/* From here on the program determines what is there. */
int MODEL(setenv)(const char *name, const char *value, int replaces) {
  SPOIL(ENVIRONMENT_VARIABLE);
  int result = setenv(name, value, replaces);
  ASSUME(result == 0 || result == -1);
  SET_ERRNO_IF(result < 0);
  return result;
}
int MODEL(unsetenv)(const char *name) {
  SPOIL(ENVIRONMENT_VARIABLE);
  int result = unsetenv(name);
  ASSUME(result == 0 || result == -1);
  SET_ERRNO_IF(result < 0);
  return result;
}
int MODEL(putenv)(char *text) {
  SPOIL(ENVIRONMENT_VARIABLE);
  return putenv(text);
}
int MODEL(clearenv)(void) {
  SPOIL(ENVIRONMENT_VARIABLE);
  return clearenv();
}

#define IDENTITY(function, type, family)                                       \
  type MODEL(function)(void) { return ANSWER(type, family, 0); }
IDENTITY(getuid, uid_t, USER)
IDENTITY(geteuid, uid_t, EFFECTIVE_USER)
IDENTITY(getgid, gid_t, GROUP)
IDENTITY(getegid, gid_t, EFFECTIVE_GROUP)

#define CHANGE_IDENTITY(function, type, family)                                \
  int MODEL(function)(type id) {                                               \
    SPOIL(family);                                                             \
    SPOIL(EFFECTIVE_##family);                                                 \
    return function(id);                                                       \
  }
CHANGE_IDENTITY(setuid, uid_t, USER)
CHANGE_IDENTITY(seteuid, uid_t, USER)
CHANGE_IDENTITY(setgid, gid_t, GROUP)
CHANGE_IDENTITY(setegid, gid_t, GROUP)

/* The same, until a function of which nothing is known makes a new process. */
extern pid_t __predabs_process;

pid_t MODEL(getpid)(void) {
  ASSUME(__predabs_process > 0);
  return __predabs_process;
}

pid_t MODEL(getppid)(void) {
  pid_t process = ANSWER(pid_t, PARENT, 0);
  ASSUME(process >= 0);
  return process;
}

/* Nobody would believe in a clock that runs as an execution needs it. */
time_t MODEL(time)(time_t *result) {
  NOT_FOLLOWED();
  time_t now = ANY(time_t);
  ASSUME(now >= -1);
  if (result)
    *result = now;
  SET_ERRNO_IF(now < 0);
  return now;
}

int MODEL(clock_gettime)(clockid_t clock, struct timespec *now) {
  (void)clock;
  COMPUTED_BYTES(now, sizeof *now);
  int result = COMPUTED(int);
  ASSUME(result == 0 || result == -1);
  SET_ERRNO_IF(result < 0);
  return result;
}

clock_t MODEL(clock)(void) {
  NOT_FOLLOWED();
  clock_t used = ANY(clock_t);
  ASSUME(used >= -1);
  return used;
}

unsigned MODEL(sleep)(unsigned seconds) {
  unsigned left = ANY(unsigned);
  ASSUME(left <= seconds);
  return left;
}
