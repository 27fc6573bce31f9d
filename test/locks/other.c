// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Another lock is released than the one that is held.

#include <pthread.h>

struct pair {
  pthread_mutex_t in, out;
};

void same_safe(struct pair *p) {
  pthread_mutex_lock(&p->in);
  pthread_mutex_unlock(&p->in);
}

void member_bug(struct pair *p) {
  pthread_mutex_lock(&p->out);
  pthread_mutex_unlock(&p->out);
  pthread_mutex_lock(&p->in);
  pthread_mutex_unlock(&p->out); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-{{other|unheld}}]
}

void both_safe(struct pair *p) {
  pthread_mutex_lock(&p->in);
  pthread_mutex_lock(&p->out);
  pthread_mutex_unlock(&p->in);
  pthread_mutex_unlock(&p->out);
}
