// RUN: not %predabs check --verdicts %s > %t
// RUN: not grep "violated: lock: .*_safe:" %t
// RUN: not grep "unknown: lock: .*_safe:" %t
// RUN: grep -oE "^(PAIR|TRY|DESTROY|WAIT|INIT)\([a-zA-Z_0-9]+" %s | sed 's/.*(//; s/$/_bug/' | sort -u > %t.expected
// RUN: grep -oE "violated: lock: [a-zA-Z_0-9]+" %t | sed 's/.*: //' | sort -u > %t.found
// RUN: diff %t.expected %t.found
// RUN: cat %S/../../checkers/protocols/shipped/*.protocol | tr '\n' ' ' | grep -oE "call [^(]*\(" | sed 's/call//; s/(//' | tr -d ' ' | tr ',' '\n' | grep -v -e :: -e __predabs | sort -u > %t.shipped
// RUN: grep -oE "[a-zA-Z_0-9]+" %s | sort -u > %t.here
// RUN: comm -23 %t.shipped %t.here | count 0

// Every function of C that a shipped protocol names, in a program that is right
// and one that is not. `take_bug` is named after the function that it is about.

#define PAIR(take, give, type)                                                 \
  void take(type *), give(type *);                                             \
  void take##_##give##_safe(type *l) {                                         \
    take(l);                                                                   \
    give(l);                                                                   \
  }                                                                            \
  void take##_bug(type *l) {                                                   \
    take(l);                                                                   \
    give(l);                                                                   \
    give(l);                                                                   \
  }
// The lock is held where `test` is true of the result.
#define TRY(take, give, type, test)                                            \
  int take(type *);                                                            \
  void take##_safe(type *l) {                                                  \
    if (take(l) test)                                                          \
      give(l);                                                                 \
  }                                                                            \
  void take##_bug(type *l) {                                                   \
    if (!(take(l) test))                                                       \
      give(l);                                                                 \
  }
#define DESTROY(destroy, take, give, type)                                     \
  void destroy(type *);                                                        \
  void destroy##_safe(type *l) {                                               \
    take(l);                                                                   \
    give(l);                                                                   \
    destroy(l);                                                                \
  }                                                                            \
  void destroy##_bug(type *l) {                                                \
    take(l);                                                                   \
    destroy(l);                                                                \
  }
#define WAIT(wait, take, give, type)                                           \
  void wait(void *, type *);                                                   \
  void wait##_safe(void *c, type *l) {                                         \
    take(l);                                                                   \
    wait(c, l);                                                                \
    give(l);                                                                   \
  }                                                                            \
  void wait##_bug(void *c, type *l) {                                          \
    take(l);                                                                   \
    give(l);                                                                   \
    wait(c, l);                                                                \
  }
// What it leaves is free, with more arguments or without.
#define INIT(init, take, give, type, ...)                                      \
  void init();                                                                 \
  void init##_safe(type *l) {                                                  \
    init(l, ##__VA_ARGS__);                                                    \
    take(l);                                                                   \
    give(l);                                                                   \
  }                                                                            \
  void init##_bug(type *l) {                                                   \
    init(l, ##__VA_ARGS__);                                                    \
    give(l);                                                                   \
  }

// POSIX threads.
typedef struct { int l[10]; } pthread_mutex_t;
typedef struct { int l[14]; } pthread_rwlock_t;
typedef volatile int pthread_spinlock_t;
PAIR(pthread_mutex_lock, pthread_mutex_unlock, pthread_mutex_t)
TRY(pthread_mutex_trylock, pthread_mutex_unlock, pthread_mutex_t, == 0)
TRY(pthread_mutex_timedlock, pthread_mutex_unlock, pthread_mutex_t, == 0)
TRY(pthread_mutex_clocklock, pthread_mutex_unlock, pthread_mutex_t, == 0)
INIT(pthread_mutex_init, pthread_mutex_lock, pthread_mutex_unlock, pthread_mutex_t, (void *)0)
DESTROY(pthread_mutex_destroy, pthread_mutex_lock, pthread_mutex_unlock, pthread_mutex_t)
WAIT(pthread_cond_wait, pthread_mutex_lock, pthread_mutex_unlock, pthread_mutex_t)
WAIT(pthread_cond_timedwait, pthread_mutex_lock, pthread_mutex_unlock, pthread_mutex_t)
WAIT(pthread_cond_clockwait, pthread_mutex_lock, pthread_mutex_unlock, pthread_mutex_t)
PAIR(pthread_rwlock_rdlock, pthread_rwlock_unlock, pthread_rwlock_t)
PAIR(pthread_rwlock_wrlock, pthread_rwlock_unlock, pthread_rwlock_t)
TRY(pthread_rwlock_tryrdlock, pthread_rwlock_unlock, pthread_rwlock_t, == 0)
TRY(pthread_rwlock_timedrdlock, pthread_rwlock_unlock, pthread_rwlock_t, == 0)
TRY(pthread_rwlock_clockrdlock, pthread_rwlock_unlock, pthread_rwlock_t, == 0)
TRY(pthread_rwlock_trywrlock, pthread_rwlock_unlock, pthread_rwlock_t, == 0)
TRY(pthread_rwlock_timedwrlock, pthread_rwlock_unlock, pthread_rwlock_t, == 0)
TRY(pthread_rwlock_clockwrlock, pthread_rwlock_unlock, pthread_rwlock_t, == 0)
INIT(pthread_rwlock_init, pthread_rwlock_wrlock, pthread_rwlock_unlock, pthread_rwlock_t, (void *)0)
DESTROY(pthread_rwlock_destroy, pthread_rwlock_wrlock, pthread_rwlock_unlock, pthread_rwlock_t)
PAIR(pthread_spin_lock, pthread_spin_unlock, pthread_spinlock_t)
TRY(pthread_spin_trylock, pthread_spin_unlock, pthread_spinlock_t, == 0)
INIT(pthread_spin_init, pthread_spin_lock, pthread_spin_unlock, pthread_spinlock_t, 0)
DESTROY(pthread_spin_destroy, pthread_spin_lock, pthread_spin_unlock, pthread_spinlock_t)

// C11: only those of a header of the system are meant.
# 1 "threads.h" 1 3
typedef struct { int l[10]; } mtx_t;
void mtx_lock(mtx_t *), mtx_unlock(mtx_t *), mtx_init(), mtx_destroy(mtx_t *);
int mtx_trylock(mtx_t *), mtx_timedlock(mtx_t *);
void cnd_wait(void *, mtx_t *), cnd_timedwait(void *, mtx_t *);
# 108 "every.c" 2
PAIR(mtx_lock, mtx_unlock, mtx_t)
TRY(mtx_trylock, mtx_unlock, mtx_t, == 0)
TRY(mtx_timedlock, mtx_unlock, mtx_t, == 0)
INIT(mtx_init, mtx_lock, mtx_unlock, mtx_t, 0)
DESTROY(mtx_destroy, mtx_lock, mtx_unlock, mtx_t)
WAIT(cnd_wait, mtx_lock, mtx_unlock, mtx_t)
WAIT(cnd_timedwait, mtx_lock, mtx_unlock, mtx_t)

// The kernel.
typedef struct spinlock { int l; } spinlock_t;
typedef struct { int l[2]; } rwlock_t;
struct mutex { int l[4]; };
struct rw_semaphore { int l[4]; };
struct semaphore { int l[4]; };
PAIR(spin_lock, spin_unlock, spinlock_t)
PAIR(spin_lock_irq, spin_unlock_irq, spinlock_t)
PAIR(spin_lock_bh, spin_unlock_bh, spinlock_t)
PAIR(spin_lock_irqsave, spin_unlock_irqrestore, spinlock_t)
PAIR(raw_spin_lock, raw_spin_unlock, spinlock_t)
PAIR(raw_spin_lock_irq, raw_spin_unlock_irq, spinlock_t)
PAIR(raw_spin_lock_bh, raw_spin_unlock_bh, spinlock_t)
PAIR(raw_spin_lock_irqsave, raw_spin_unlock_irqrestore, spinlock_t)
PAIR(_raw_spin_lock, _raw_spin_unlock, spinlock_t)
PAIR(_raw_spin_lock_irq, _raw_spin_unlock_irq, spinlock_t)
PAIR(_raw_spin_lock_bh, _raw_spin_unlock_bh, spinlock_t)
PAIR(_raw_spin_lock_irqsave, _raw_spin_unlock_irqrestore, spinlock_t)
PAIR(spin_lock_nested, spin_unlock, spinlock_t)
PAIR(raw_spin_lock_nested, raw_spin_unlock, spinlock_t)
PAIR(_raw_spin_lock_nested, _raw_spin_unlock, spinlock_t)
PAIR(_spin_lock, _spin_unlock, spinlock_t)
TRY(spin_trylock, spin_unlock, spinlock_t, != 0)
TRY(spin_trylock_irq, spin_unlock, spinlock_t, != 0)
TRY(spin_trylock_bh, spin_unlock, spinlock_t, != 0)
TRY(spin_trylock_irqsave, spin_unlock, spinlock_t, != 0)
TRY(raw_spin_trylock, spin_unlock, spinlock_t, != 0)
TRY(_raw_spin_trylock, spin_unlock, spinlock_t, != 0)
TRY(_raw_spin_trylock_bh, spin_unlock, spinlock_t, != 0)
INIT(spin_lock_init, spin_lock, spin_unlock, spinlock_t)
INIT(raw_spin_lock_init, spin_lock, spin_unlock, spinlock_t)
INIT(__spin_lock_init, spin_lock, spin_unlock, spinlock_t)
INIT(__raw_spin_lock_init, spin_lock, spin_unlock, spinlock_t)
PAIR(mutex_lock, mutex_unlock, struct mutex)
PAIR(mutex_lock_nested, mutex_unlock, struct mutex)
PAIR(mutex_lock_io, mutex_unlock, struct mutex)
TRY(mutex_lock_interruptible, mutex_unlock, struct mutex, == 0)
TRY(mutex_lock_interruptible_nested, mutex_unlock, struct mutex, == 0)
TRY(mutex_lock_killable, mutex_unlock, struct mutex, == 0)
TRY(mutex_lock_killable_nested, mutex_unlock, struct mutex, == 0)
TRY(mutex_trylock, mutex_unlock, struct mutex, == 1)
INIT(mutex_init, mutex_lock, mutex_unlock, struct mutex)
INIT(__mutex_init, mutex_lock, mutex_unlock, struct mutex)
DESTROY(mutex_destroy, mutex_lock, mutex_unlock, struct mutex)
PAIR(read_lock, read_unlock, rwlock_t)
PAIR(_raw_read_lock, _raw_read_unlock, rwlock_t)
PAIR(read_lock_irq, read_unlock_irq, rwlock_t)
PAIR(_raw_read_lock_irq, _raw_read_unlock_irq, rwlock_t)
PAIR(read_lock_bh, read_unlock_bh, rwlock_t)
PAIR(_raw_read_lock_bh, _raw_read_unlock_bh, rwlock_t)
PAIR(read_lock_irqsave, read_unlock_irqrestore, rwlock_t)
PAIR(_raw_read_lock_irqsave, _raw_read_unlock_irqrestore, rwlock_t)
TRY(read_trylock, read_unlock, rwlock_t, != 0)
TRY(_raw_read_trylock, read_unlock, rwlock_t, != 0)
PAIR(write_lock, write_unlock, rwlock_t)
PAIR(_raw_write_lock, _raw_write_unlock, rwlock_t)
PAIR(write_lock_irq, write_unlock_irq, rwlock_t)
PAIR(_raw_write_lock_irq, _raw_write_unlock_irq, rwlock_t)
PAIR(write_lock_bh, write_unlock_bh, rwlock_t)
PAIR(_raw_write_lock_bh, _raw_write_unlock_bh, rwlock_t)
PAIR(write_lock_irqsave, write_unlock_irqrestore, rwlock_t)
PAIR(_raw_write_lock_irqsave, _raw_write_unlock_irqrestore, rwlock_t)
TRY(write_trylock, write_unlock, rwlock_t, != 0)
TRY(_raw_write_trylock, write_unlock, rwlock_t, != 0)
INIT(rwlock_init, write_lock, write_unlock, rwlock_t)
INIT(__rwlock_init, write_lock, write_unlock, rwlock_t)
PAIR(down_read, up_read, struct rw_semaphore)
PAIR(down_read_nested, up_read, struct rw_semaphore)
PAIR(down_write, up_write, struct rw_semaphore)
PAIR(down_write_nested, up_write, struct rw_semaphore)
TRY(down_read_interruptible, up_read, struct rw_semaphore, == 0)
TRY(down_read_killable, up_read, struct rw_semaphore, == 0)
TRY(down_read_trylock, up_read, struct rw_semaphore, == 1)
TRY(down_write_killable, up_write, struct rw_semaphore, == 0)
TRY(down_write_trylock, up_write, struct rw_semaphore, == 1)
INIT(init_rwsem, down_write, up_write, struct rw_semaphore)
INIT(__init_rwsem, down_write, up_write, struct rw_semaphore)

// A writer that goes on as a reader.
void downgrade_write(struct rw_semaphore *);
void downgrade_safe(struct rw_semaphore *l) {
  down_write(l);
  downgrade_write(l);
  up_read(l);
}

// Only a semaphore that starts at 1 is a lock, and anybody may release it.
void sema_init(struct semaphore *, int), down(struct semaphore *), up(struct semaphore *);
int down_interruptible(struct semaphore *), down_killable(struct semaphore *),
    down_timeout(struct semaphore *, long), down_trylock(struct semaphore *);
void semaphore_safe(struct semaphore *s) {
  sema_init(s, 1);
  down(s);
  up(s);
  if (down_interruptible(s) == 0)
    up(s);
  if (down_killable(s) == 0)
    up(s);
  if (down_timeout(s, 5) == 0)
    up(s);
  if (down_trylock(s) == 0)
    up(s);
}

// Readers of RCU have no object.
void rcu_read_lock(void), rcu_read_lock_bh(void), rcu_read_lock_sched(void);
void rcu_read_unlock(void), rcu_read_unlock_bh(void), rcu_read_unlock_sched(void);
void rcu_safe(void) {
  rcu_read_lock();
  rcu_read_lock_bh();
  rcu_read_lock_sched();
  rcu_read_unlock_sched();
  rcu_read_unlock_bh();
  rcu_read_unlock();
}

// Windows.
typedef unsigned long KSPIN_LOCK;
typedef struct { int l[8]; } FAST_MUTEX, CRITICAL_SECTION;
typedef struct { void *p; } SRWLOCK;
PAIR(KeAcquireSpinLock, KeReleaseSpinLock, KSPIN_LOCK)
PAIR(KeAcquireSpinLockRaiseToDpc, KeReleaseSpinLock, KSPIN_LOCK)
PAIR(KeAcquireSpinLockAtDpcLevel, KeReleaseSpinLockFromDpcLevel, KSPIN_LOCK)
PAIR(KfAcquireSpinLock, KfReleaseSpinLock, KSPIN_LOCK)
TRY(KeTryToAcquireSpinLockAtDpcLevel, KeReleaseSpinLockFromDpcLevel, KSPIN_LOCK, != 0)
INIT(KeInitializeSpinLock, KeAcquireSpinLock, KeReleaseSpinLock, KSPIN_LOCK)
PAIR(ExAcquireFastMutex, ExReleaseFastMutex, FAST_MUTEX)
PAIR(ExAcquireFastMutexUnsafe, ExReleaseFastMutexUnsafe, FAST_MUTEX)
TRY(ExTryToAcquireFastMutex, ExReleaseFastMutex, FAST_MUTEX, != 0)
INIT(ExInitializeFastMutex, ExAcquireFastMutex, ExReleaseFastMutex, FAST_MUTEX)
PAIR(EnterCriticalSection, LeaveCriticalSection, CRITICAL_SECTION)
TRY(TryEnterCriticalSection, LeaveCriticalSection, CRITICAL_SECTION, != 0)
INIT(InitializeCriticalSection, EnterCriticalSection, LeaveCriticalSection, CRITICAL_SECTION)
INIT(InitializeCriticalSectionAndSpinCount, EnterCriticalSection, LeaveCriticalSection, CRITICAL_SECTION, 400)
INIT(InitializeCriticalSectionEx, EnterCriticalSection, LeaveCriticalSection, CRITICAL_SECTION, 400, 0)
DESTROY(DeleteCriticalSection, EnterCriticalSection, LeaveCriticalSection, CRITICAL_SECTION)
PAIR(AcquireSRWLockExclusive, ReleaseSRWLockExclusive, SRWLOCK)
PAIR(AcquireSRWLockShared, ReleaseSRWLockShared, SRWLOCK)
TRY(TryAcquireSRWLockExclusive, ReleaseSRWLockExclusive, SRWLOCK, != 0)
TRY(TryAcquireSRWLockShared, ReleaseSRWLockShared, SRWLOCK, != 0)
INIT(InitializeSRWLock, AcquireSRWLockExclusive, ReleaseSRWLockExclusive, SRWLOCK)
