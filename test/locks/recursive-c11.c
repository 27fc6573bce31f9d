// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// mtx_recursive in another function of the file.

#include <threads.h>

static mtx_t m, n, any;
struct box { mtx_t lock; };

void start(int kind) {
  mtx_init(&m, mtx_plain | mtx_recursive);
  mtx_init(&n, mtx_plain);
  mtx_init(&any, kind);
}
void box_start(struct box *b) { mtx_init(&b->lock, mtx_timed | mtx_recursive); }

void static_safe(void) {
  mtx_lock(&m);
  mtx_lock(&m);
  mtx_unlock(&m);
  mtx_unlock(&m);
}

void any_safe(void) {
  mtx_lock(&any);
  mtx_lock(&any);
  mtx_unlock(&any);
  mtx_unlock(&any);
}

void member_safe(struct box *b) {
  mtx_lock(&b->lock);
  mtx_lock(&b->lock);
  mtx_unlock(&b->lock);
  mtx_unlock(&b->lock);
}

void plain_bug(void) {
  mtx_lock(&n);
  mtx_lock(&n); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}

void too_often_bug(struct box *b) {
  mtx_lock(&b->lock);
  mtx_unlock(&b->lock);
  mtx_unlock(&b->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
