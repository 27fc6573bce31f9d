// RUN: %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: 0 proved, 0 violated, 0 latent, 0 unknown

// tinycthread: the names and the type of C11, other numbers. No header of the
// system declares them.

typedef struct { int locked, recursive; } mtx_t;
enum { thrd_error = 0, thrd_success = 1 };
int mtx_lock(mtx_t *m);
int mtx_trylock(mtx_t *m);
int mtx_unlock(mtx_t *m);

int try_safe(mtx_t *m) {
  if (mtx_trylock(m) != thrd_success)
    return -1;
  mtx_unlock(m);
  return 0;
}
