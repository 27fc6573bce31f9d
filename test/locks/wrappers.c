// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Lock and unlock behind functions, three deep.

#include <pthread.h>

struct cache {
  pthread_mutex_t lock;
  int items;
};

static void take1(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void take2(struct cache *c) { take1(&c->lock); }
static void take(struct cache *c) { take2(c); }

static void give1(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
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
  take(c); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
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
  give(c); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
