// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A lock is released, but it is the wrong one.

#include <pthread.h>

static pthread_mutex_t reads = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t writes = PTHREAD_MUTEX_INITIALIZER;
static int n;

void count_safe(void) {
  pthread_mutex_lock(&reads);
  n++;
  pthread_mutex_unlock(&reads);
}

void both_safe(void) {
  pthread_mutex_lock(&reads);
  pthread_mutex_lock(&writes);
  n++;
  pthread_mutex_unlock(&reads);
  pthread_mutex_unlock(&writes);
}

void count_bug(void) {
  pthread_mutex_lock(&reads);
  n++;
  pthread_mutex_unlock(&writes); // CHECK-DAG: :[[@LINE]]:3: warning: 'writes' is released but not held, but 'reads' is [predabs-lock-release-other]
  // CHECK-DAG: :[[@LINE+1]]:1: warning: 'reads' is held at this return
}

// The other one is released too.
void two_bug(void) {
  pthread_mutex_lock(&reads);
  n++;
  pthread_mutex_unlock(&writes); // CHECK-DAG: :[[@LINE]]:3: warning: 'writes' is released but not held [predabs-lock-release-unheld]
  pthread_mutex_unlock(&reads);
}

// It was held, and is released again.
void again_bug(void) {
  pthread_mutex_lock(&reads);
  pthread_mutex_lock(&writes);
  n++;
  pthread_mutex_unlock(&writes);
  pthread_mutex_unlock(&writes); // CHECK-DAG: :[[@LINE]]:3: warning: 'writes' is released but not held [predabs-lock-release-unheld]
  pthread_mutex_unlock(&reads);
}

struct account {
  pthread_mutex_t lock;
  int money;
};

// Right, for a caller that holds the first.
void next_safe(struct account *a, struct account *b) {
  pthread_mutex_lock(&b->lock);
  pthread_mutex_unlock(&a->lock);
}

void next_bug(void) {
  struct account a = {PTHREAD_MUTEX_INITIALIZER, 0};
  struct account b = {PTHREAD_MUTEX_INITIALIZER, 0};
  pthread_mutex_lock(&a.lock);
  a.money++;
  pthread_mutex_unlock(&b.lock); // CHECK-DAG: :[[@LINE]]:3: warning: 'b.lock' is released but not held, but 'a.lock' is [predabs-lock-release-other]
}
