// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// A parameter asks the function to keep the lock for its caller.

#include <pthread.h>
#include <stdbool.h>

enum { RETAIN = 2 };
struct vnode { pthread_mutex_t lock; int refs; };

int get(struct vnode *v, int flags) {
  pthread_mutex_lock(&v->lock);
  v->refs++;
  if (!(flags & RETAIN))
    pthread_mutex_unlock(&v->lock);
  return 0;
}

void put(struct vnode *v) {
  v->refs--;
  pthread_mutex_unlock(&v->lock);
}

int keep_safe(struct vnode *v, bool keep) {
  pthread_mutex_lock(&v->lock);
  if (v->refs < 0) {
    pthread_mutex_unlock(&v->lock);
    return -1;
  }
  v->refs++;
  if (!keep)
    pthread_mutex_unlock(&v->lock);
  return 0;
}

int use_safe(struct vnode *v) {
  get(v, RETAIN);
  if (v->refs > 3) {
    put(v);
    return 1;
  }
  put(v);
  return 0;
}

int use_bug(struct vnode *v) {
  get(v, RETAIN);
  put(v);
  put(v); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
  return 0;
}

// An early return is not what the parameter asks for.
int forgets_bug(struct vnode *v, int n) {
  pthread_mutex_lock(&v->lock);
  if (n < 0)
    return 0; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  pthread_mutex_unlock(&v->lock);
  return 0;
}

// Kept, says the parameter, but also if it does not.
int too_often_bug(struct vnode *v, int flags) {
  pthread_mutex_lock(&v->lock);
  if (v->refs > 7)
    return 0; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  if (!(flags & RETAIN))
    pthread_mutex_unlock(&v->lock);
  return 0;
}

// Nobody could release it.
static pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
static int n;

void add_safe(void) {
  pthread_mutex_lock(&mine);
  n++;
  pthread_mutex_unlock(&mine);
}

void add_bug(int keep) {
  pthread_mutex_lock(&mine);
  n++;
  if (!keep)
    pthread_mutex_unlock(&mine);
  // CHECK-DAG: :[[@LINE+1]]:{{.*}}[predabs-lock-held-at-return]
}
