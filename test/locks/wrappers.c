// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Lock and unlock behind functions, three deep. What only functions of this
// file call is to blame itself, for the first of its callers that fails.

#include <pthread.h>

struct cache {
  pthread_mutex_t lock;
  int items;
};

static void take1(pthread_mutex_t *m) { pthread_mutex_lock(m); } // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
static void take2(struct cache *c) { take1(&c->lock); }
static void take(struct cache *c) { take2(c); }

static void give1(pthread_mutex_t *m) { pthread_mutex_unlock(m); } // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
static void give2(struct cache *c) { give1(&c->lock); }
static void give(struct cache *c) { give2(c); }

void count_safe(struct cache *c) {
  take(c);
  c->items++;
  give(c);
}

void again_safe(struct cache *c) {
  take(c);
  give(c);
  take(c);
  give(c);
}

void count_bug(struct cache *c) {
  take(c);
  c->items++;
  take(c); // CHECK-DAG: :[[@LINE]]:3: note: calling 'take'
}

void returns_early_bug(struct cache *c) {
  take(c);
  if (c->items == 0)
    return; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  give(c);
}

void releases_bug(struct cache *c) {
  take(c);
  give(c);
  give(c); // CHECK-DAG: :[[@LINE]]:3: note: calling 'give'
}
