// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A callee releases.

#include <pthread.h>

struct queue {
  pthread_mutex_t lock;
  int length;
};

static void finish(struct queue *q) {
  q->length = 0;
  pthread_mutex_unlock(&q->lock);
}

void clear_safe(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  finish(q);
}

void clear_bug(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  finish(q);
  pthread_mutex_unlock(&q->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

static void finish_if(struct queue *q, int last) {
  if (last)
    pthread_mutex_unlock(&q->lock);
}

void clear_some_safe(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  finish_if(q, q->length == 0);
  if (q->length != 0)
    pthread_mutex_unlock(&q->lock);
}

void clear_some_bug(struct queue *q, int n) {
  pthread_mutex_lock(&q->lock);
  finish_if(q, n == 0);
  if (n == 0)
    pthread_mutex_unlock(&q->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
