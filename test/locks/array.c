// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A lock chosen by an index.

#include <pthread.h>

static pthread_mutex_t locks[16];

static pthread_mutex_t *lock_of(unsigned hash) { return &locks[hash % 16]; }

void index_safe(unsigned i) {
  if (i >= 16)
    return;
  pthread_mutex_lock(&locks[i]);
  pthread_mutex_unlock(&locks[i]);
}

void index_bug(unsigned i) {
  if (i >= 15)
    return;
  pthread_mutex_lock(&locks[i]);
  pthread_mutex_unlock(&locks[i]);
  pthread_mutex_unlock(&locks[i]); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void pair_safe(unsigned i, unsigned j) {
  if (i >= 16 || j >= 16 || i == j)
    return;
  pthread_mutex_lock(&locks[i]);
  pthread_mutex_lock(&locks[j]);
  pthread_mutex_unlock(&locks[i]);
  pthread_mutex_unlock(&locks[j]);
}

void pair_bug(unsigned i, unsigned j) {
  if (i >= 16 || j >= 16)
    return;
  pthread_mutex_lock(&locks[i]);
  pthread_mutex_lock(&locks[j]); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  pthread_mutex_unlock(&locks[i]);
  pthread_mutex_unlock(&locks[j]);
}

void hash_safe(unsigned hash) {
  pthread_mutex_lock(lock_of(hash));
  pthread_mutex_unlock(lock_of(hash));
}

void hash_bug(unsigned hash) {
  pthread_mutex_lock(lock_of(hash));
  pthread_mutex_lock(lock_of(hash + 16)); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  pthread_mutex_unlock(lock_of(hash));
}
