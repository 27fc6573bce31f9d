// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A lock that is acquired on some paths only, and not released.

#include <pthread.h>

struct table {
  pthread_mutex_t lock;
  int size, threads;
};

void resize_bug(struct table *t, int quick) {
  t->size *= 2;
  if (quick)
    pthread_mutex_lock(&t->lock);
  t->size++;
  // CHECK-DAG: :[[@LINE+1]]:1: warning: 't->lock' is held at this return if 'quick != 0', but not at others [predabs-lock-held-at-return]
}

// The result tells.
struct list {
  pthread_mutex_t lock;
  int size;
};

int enter_list_safe(struct list *l) {
  if (!l->size)
    return -1;
  pthread_mutex_lock(&l->lock);
  return 0;
}

struct list *find_list_safe(struct list *l) {
  if (!l->size)
    return 0;
  pthread_mutex_lock(&l->lock);
  return l;
}

// Callers know whether there are threads.
struct file {
  pthread_mutex_t lock;
  int threads;
};

void lock_safe(struct file *f) {
  if (f->threads)
    pthread_mutex_lock(&f->lock);
}
void unlock_safe(struct file *f) {
  if (f->threads)
    pthread_mutex_unlock(&f->lock);
}
