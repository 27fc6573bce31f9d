// RUN: %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: 0 proved, 0 violated, 0 latent, 0 unknown

// Functions with the names of C11's that are not C11's: FreeBSD's, where trylock
// gives true on success, and a library with a type of its own.

struct mtx { volatile unsigned long mtx_lock; };
int mtx_trylock(struct mtx *m);
void mtx_lock(struct mtx *m);
void mtx_unlock(struct mtx *m);

int try_safe(struct mtx *m) {
  if (mtx_trylock(m)) {
    mtx_unlock(m);
    return 1;
  }
  return 0;
}

void again_safe(struct mtx *m) { // FreeBSD's may be MTX_RECURSE
  mtx_lock(m);
  mtx_lock(m);
  mtx_unlock(m);
  mtx_unlock(m);
}
