// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | FileCheck %s --check-prefix=EACH

// What is wrong on every path is wrong in one way, and the others are not said.

#include <pthread.h>

void join(void);
int more(void);

int twice_released_bug(void) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  join();
  pthread_mutex_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
  pthread_mutex_destroy(&m);
  return 0;
}
// EACH-NOT: violated: lock: twice_released_bug: 'm' is released after it was destroyed

void parameter_bug(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  join();
  pthread_mutex_unlock(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
  pthread_mutex_destroy(m);
}

// Read locks are counted: two releases after two acquires.
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
void readers_safe(void) {
  pthread_rwlock_rdlock(&rw);
  join();
  pthread_rwlock_rdlock(&rw);
  join();
  pthread_rwlock_unlock(&rw);
  join();
  pthread_rwlock_unlock(&rw);
}

// Whatever kind of mutex it is.
void attributes_safe(pthread_mutexattr_t *a) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, a);
  do {
    pthread_mutex_lock(&m);
    join();
    pthread_mutex_unlock(&m);
  } while (more());
  pthread_mutex_destroy(&m);
}

void made_again_safe(pthread_mutex_t *m) {
  do {
    pthread_mutex_init(m, 0);
    pthread_mutex_lock(m);
    join();
    pthread_mutex_unlock(m);
    pthread_mutex_destroy(m);
  } while (more());
}

void destroyed_bug(pthread_mutex_t *m) {
  pthread_mutex_destroy(m);
  pthread_mutex_lock(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-use-destroyed]
}

void loop_safe(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  while (more()) {
    pthread_mutex_unlock(m);
    join();
    pthread_mutex_lock(m);
  }
  pthread_mutex_unlock(m);
}

void loop_bug(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  while (more()) {
    pthread_mutex_lock(m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
    join();
  }
  pthread_mutex_unlock(m);
}
