// RUN: %predabs check %s 2>&1 | FileCheck %s --check-prefix=CLOSED --implicit-check-not=warning:
// RUN: not %predabs check --open=1 %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// With open=1 anybody may call: a release is reported that callers have to hold
// the lock for. A lock that the function acquires itself is free at entry.

#include <pthread.h>

// CLOSED: predabs: 1 proved, 0 violated, 3 latent, 0 unknown

void give(pthread_mutex_t *m) {
  pthread_mutex_unlock(m);
}
// CHECK: open.c:[[@LINE-2]]:3: warning: 'm' is released but not held for some callers [predabs-lock-release-unheld]
// CHECK: open.c:[[@LINE-4]]:6: note: 'm' is free at entry

void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }

void both(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
}
// CHECK: predabs: 1 proved, 0 violated, 3 latent, 0 unknown
