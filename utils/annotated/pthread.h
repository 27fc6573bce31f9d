// The locks of POSIX threads with annotations, for the tools that need them:
// clang's -Wthread-safety and sparse. utils/compare-locks puts it in the place
// of the real header. A type of the real one cannot be given an attribute, so
// the types are our own.

#ifndef PREDABS_ANNOTATED_PTHREAD_H
#define PREDABS_ANNOTATED_PTHREAD_H

#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#ifdef __CHECKER__
#define CAPABILITY
#define ACQUIRE(...) __attribute__((context(lock, 0, 1)))
#define ACQUIRE_SHARED(...) ACQUIRE()
#define RELEASE(...) __attribute__((context(lock, 1, 0)))
#define TRY_ACQUIRE(...)
#define TRY_ACQUIRE_SHARED(...)
#define REQUIRES(...) __attribute__((context(lock, 1, 1)))
#define HAVE(Zero) ((Zero) == 0 ? ({ __context__(1); 0; }) : 1)
#else
#define CAPABILITY __attribute__((capability("mutex")))
#define ACQUIRE(...) __attribute__((acquire_capability(__VA_ARGS__)))
#define ACQUIRE_SHARED(...) __attribute__((acquire_shared_capability(__VA_ARGS__)))
#define RELEASE(...) __attribute__((release_generic_capability(__VA_ARGS__)))
#define TRY_ACQUIRE(...) __attribute__((try_acquire_capability(__VA_ARGS__)))
#define TRY_ACQUIRE_SHARED(...) __attribute__((try_acquire_shared_capability(__VA_ARGS__)))
#define REQUIRES(...) __attribute__((requires_capability(__VA_ARGS__)))
#endif

typedef struct CAPABILITY { int State; } AnnotatedMutex;
typedef struct CAPABILITY { int State; } AnnotatedRwlock;
typedef struct CAPABILITY { int State; } AnnotatedSpinlock;
#define pthread_mutex_t AnnotatedMutex
#define pthread_rwlock_t AnnotatedRwlock
#define pthread_spinlock_t AnnotatedSpinlock

#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP {1}
#define PTHREAD_RWLOCK_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {{0}}
#define PTHREAD_MUTEX_RECURSIVE 1

extern int pthread_mutexattr_init(pthread_mutexattr_t *a);
extern int pthread_mutexattr_settype(pthread_mutexattr_t *a, int kind);
extern int pthread_mutexattr_destroy(pthread_mutexattr_t *a);

extern int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*run)(void *), void *with);

extern int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a);
extern int pthread_mutex_destroy(pthread_mutex_t *m);
extern int pthread_mutex_lock(pthread_mutex_t *m) ACQUIRE(*m);
extern int pthread_mutex_trylock(pthread_mutex_t *m) TRY_ACQUIRE(0, *m);
extern int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *t)
    TRY_ACQUIRE(0, *m);
extern int pthread_mutex_unlock(pthread_mutex_t *m) RELEASE(*m);

extern int pthread_rwlock_rdlock(pthread_rwlock_t *l) ACQUIRE_SHARED(*l);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *l) ACQUIRE(*l);
extern int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) TRY_ACQUIRE_SHARED(0, *l);
extern int pthread_rwlock_trywrlock(pthread_rwlock_t *l) TRY_ACQUIRE(0, *l);
extern int pthread_rwlock_unlock(pthread_rwlock_t *l) RELEASE(*l);

extern int pthread_spin_lock(pthread_spinlock_t *s) ACQUIRE(*s);
extern int pthread_spin_trylock(pthread_spinlock_t *s) TRY_ACQUIRE(0, *s);
extern int pthread_spin_unlock(pthread_spinlock_t *s) RELEASE(*s);

extern int pthread_cond_signal(pthread_cond_t *c);
extern int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) REQUIRES(*m);
extern int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                  const struct timespec *t) REQUIRES(*m);

#ifdef __CHECKER__
#define pthread_mutex_trylock(M) HAVE(pthread_mutex_trylock(M))
#define pthread_mutex_timedlock(M, T) HAVE(pthread_mutex_timedlock(M, T))
#define pthread_rwlock_tryrdlock(L) HAVE(pthread_rwlock_tryrdlock(L))
#define pthread_rwlock_trywrlock(L) HAVE(pthread_rwlock_trywrlock(L))
#define pthread_spin_trylock(S) HAVE(pthread_spin_trylock(S))
#endif

#endif
