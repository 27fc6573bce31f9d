// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Mutexes of C11.

#include <threads.h>

static mtx_t m;
static cnd_t c;

void plain_safe(void) {
  mtx_init(&m, mtx_plain);
  mtx_lock(&m);
  mtx_unlock(&m);
}

void plain_bug(void) {
  mtx_init(&m, mtx_plain);
  mtx_lock(&m);
  mtx_lock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}

void recursive_safe(void) {
  mtx_init(&m, mtx_plain | mtx_recursive);
  mtx_lock(&m);
  mtx_lock(&m);
  mtx_unlock(&m);
  mtx_unlock(&m);
}

void try_safe(void) {
  if (mtx_trylock(&m) == thrd_success)
    mtx_unlock(&m);
}

void try_bug(void) {
  if (mtx_trylock(&m) == thrd_busy)
    mtx_unlock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void wait_bug(void) {
  mtx_init(&m, mtx_plain);
  cnd_wait(&c, &m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-wait-unheld]
}
