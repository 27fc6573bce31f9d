/* Threads. What others do while a function waits, or after it has started them,
 * they may do to all that they know, so functions stand for themselves here;
 * known is that they give 0 or the number of an error. That there can be no
 * thread more the environment decides. Which locks are held is
 * for protocols to say (docs/protocols.md). None of them sets errno. */

#include "model.h"

#include <pthread.h>

/* A thread has an identity that stays, and that no other file changes. */
extern const pthread_t __predabs_thread;

pthread_t MODEL(pthread_self)(void) { return __predabs_thread; }

int MODEL(pthread_equal)(pthread_t a, pthread_t b) { return a == b; }

int MODEL(pthread_create)(pthread_t *thread, const pthread_attr_t *how,
                          void *(*run)(void *), void *with) {
  int error;
  if (ANY(_Bool)) {
    error = ANY(int);
    ASSUME(error > 0);
  } else {
    error = pthread_create(thread, how, run, with);
    ASSUME(error == 0);
  }
  return error;
}

#define ERROR_NUMBER(call)                                                     \
  int error = call;                                                            \
  ASSUME(error >= 0);                                                          \
  return error

int MODEL(pthread_join)(pthread_t thread, void **result) {
  ERROR_NUMBER(pthread_join(thread, result));
}
int MODEL(pthread_detach)(pthread_t thread) {
  ERROR_NUMBER(pthread_detach(thread));
}
int MODEL(pthread_mutex_init)(pthread_mutex_t *mutex,
                              const pthread_mutexattr_t *how) {
  ERROR_NUMBER(pthread_mutex_init(mutex, how));
}
int MODEL(pthread_mutex_destroy)(pthread_mutex_t *mutex) {
  ERROR_NUMBER(pthread_mutex_destroy(mutex));
}
int MODEL(pthread_mutex_lock)(pthread_mutex_t *mutex) {
  ERROR_NUMBER(pthread_mutex_lock(mutex));
}
int MODEL(pthread_mutex_trylock)(pthread_mutex_t *mutex) {
  ERROR_NUMBER(pthread_mutex_trylock(mutex));
}
int MODEL(pthread_mutex_unlock)(pthread_mutex_t *mutex) {
  ERROR_NUMBER(pthread_mutex_unlock(mutex));
}
int MODEL(pthread_cond_init)(pthread_cond_t *condition,
                             const pthread_condattr_t *how) {
  ERROR_NUMBER(pthread_cond_init(condition, how));
}
int MODEL(pthread_cond_destroy)(pthread_cond_t *condition) {
  ERROR_NUMBER(pthread_cond_destroy(condition));
}
int MODEL(pthread_cond_wait)(pthread_cond_t *condition,
                             pthread_mutex_t *mutex) {
  ERROR_NUMBER(pthread_cond_wait(condition, mutex));
}
int MODEL(pthread_cond_signal)(pthread_cond_t *condition) {
  ERROR_NUMBER(pthread_cond_signal(condition));
}
int MODEL(pthread_cond_broadcast)(pthread_cond_t *condition) {
  ERROR_NUMBER(pthread_cond_broadcast(condition));
}
