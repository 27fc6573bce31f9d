// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Two locks of the same struct type, through pointers that may and that cannot
// be the same.

#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int money;
};

void move_safe(struct account *from, struct account *to) {
  if (from == to)
    return;
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->money--;
  to->money++;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

// Fails for callers that pass the same twice: it is theirs to say.
static void move_unchecked(struct account *from, struct account *to) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

void to_other_safe(void) {
  static struct account a, b;
  move_unchecked(&a, &b);
}

void to_itself_bug(void) {
  static struct account a;
  move_unchecked(&a, &a); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}

void alias_safe(struct account *a) {
  struct account *same = a;
  pthread_mutex_lock(&a->lock);
  pthread_mutex_unlock(&same->lock);
}

void alias_bug(struct account *a, int again) {
  struct account *same = a;
  pthread_mutex_lock(&a->lock);
  if (again)
    pthread_mutex_lock(&same->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  pthread_mutex_unlock(&same->lock);
}

void number_safe(pthread_mutex_t *m, int *p) {
  pthread_mutex_lock(m);
  *p = 5;
  pthread_mutex_unlock(m);
}
