// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// A lock that is dropped and taken again under one condition, in a loop: no
// path takes it that has not dropped it before.

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct pump { pthread_mutex_t lock; pthread_mutex_t *other; int is_shared, n; };
int more(void), fetch(int);

void by_member_safe(struct pump *p) {
  while (more()) {
    if (p->is_shared)
      pthread_mutex_unlock(&p->lock);
    p->n++;
    if (p->is_shared)
      pthread_mutex_lock(&p->lock);
  }
}

void by_pointer_safe(struct pump *p) {
  for (int i = 0; i < 10; i++) {
    if (p->other)
      pthread_mutex_unlock(p->other);
    fetch(i);
    if (p->other != NULL)
      pthread_mutex_lock(p->other);
  }
}

int by_variable_safe(struct pump *p, int n) {
  for (int i = 0; i < n; i++) {
    bool dropped = false;
    if (fetch(i) < 0) {
      pthread_mutex_unlock(&p->lock);
      dropped = true;
    }
    p->n += fetch(i);
    if (dropped)
      pthread_mutex_lock(&p->lock);
  }
  return p->n;
}

void by_state_safe(struct pump *p, int mode) {
  do {
    if (mode == 2)
      pthread_mutex_unlock(&p->lock);
    fetch(mode);
    if (mode != 2)
      continue;
    pthread_mutex_lock(&p->lock);
  } while (more());
}

void caller_safe(struct pump *p) {
  pthread_mutex_lock(&p->lock);
  by_variable_safe(p, 3);
  pthread_mutex_unlock(&p->lock);
}

// Two conditions: some calls take it first.
void other_bug(struct pump *p, int n) {
  for (int i = 0; i < n; i++) {
    if (n > 2)
      pthread_mutex_unlock(&p->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
    fetch(i);
    if (n > 3)
      pthread_mutex_lock(&p->lock);
    if (more())
      pthread_mutex_lock(&p->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  }
}
