// RUN: not %predabs check --verdicts %s > %t
// RUN: FileCheck %s < %t
// RUN: not grep "proved: lock: .*_kept: .*held at this return" %t

// Proved is that the lock is not held at a return: not that this would be no
// mistake, and not that it was a callee who acquired it.

#include <pthread.h>
#include <stddef.h>

struct node { pthread_mutex_t lock; struct node *next; int dead; };

struct node *find_kept(struct node *h) {
  pthread_mutex_lock(&h->lock);
  for (struct node *p = h; p; p = p->next)
    if (!p->dead)
      return p;
  pthread_mutex_unlock(&h->lock);
  return NULL;
}

int count_kept(struct node *h) {
  pthread_mutex_lock(&h->lock);
  if (h->dead > 0)
    return h->dead;
  pthread_mutex_unlock(&h->lock);
  return 0;
}

static int try_it(pthread_mutex_t *m) { return pthread_mutex_trylock(m) == 0; }

int by_callee_kept(pthread_mutex_t *m, int n) {
  if (n)
    pthread_mutex_lock(m);
  else if (!try_it(m))
    return -1;
  if (n)
    pthread_mutex_unlock(m);
  return 0;
}

static int (*const how)(pthread_mutex_t *) = try_it;

int by_pointer_kept(pthread_mutex_t *m, int n) {
  if (n)
    pthread_mutex_lock(m);
  else if (!how(m))
    return -1;
  if (n)
    pthread_mutex_unlock(m);
  return 0;
}

// CHECK: proved: lock: never: 'm' is held at this return
int never(pthread_mutex_t *m, int n) {
  if (n)
    pthread_mutex_lock(m);
  n = n ? 7 : 8;
  if (n == 7)
    pthread_mutex_unlock(m);
  return n;
}

// CHECK: violated: lock: sometimes: 'm' is held at this return
int sometimes(pthread_mutex_t *m, int n) {
  pthread_mutex_lock(m);
  if (n < -5)
    return n;
  pthread_mutex_unlock(m);
  return n;
}
