// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Functions that return with the lock held where they succeed, too. Then a
// negative number, or a null pointer, need not be an error: callers release the
// lock, unless the function has done so with results of that kind.

#include <pthread.h>
#include <stddef.h>

enum mode { Exclusive = -1, Gone, Shared };
struct handle { pthread_mutex_t lock; int used, dead; };
int ask(struct handle *);

int admit_safe(struct handle *h) {
  pthread_mutex_lock(&h->lock);
  if (h->dead) {
    pthread_mutex_unlock(&h->lock);
    return Gone;
  }
  if (h->used)
    return Exclusive;
  return Shared;
}
void dismiss_safe(struct handle *h) { pthread_mutex_unlock(&h->lock); }

int admit_bug(struct handle *h) {
  pthread_mutex_lock(&h->lock);
  if (h->dead) {
    pthread_mutex_unlock(&h->lock);
    return Exclusive;
  }
  if (h->used)
    return Exclusive; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  return Shared;
}

int admit_count_safe(struct handle *h) {
  pthread_mutex_lock(&h->lock);
  if (h->dead) {
    pthread_mutex_unlock(&h->lock);
    return 0;
  }
  int n = h->used;
  if (n < 0)
    ask(h);
  return n ? n : 1;
}

// What it was told is an error: no other result is returned there.
int admit_told_bug(struct handle *h) {
  pthread_mutex_lock(&h->lock);
  int n = ask(h);
  if (n < 0) {
    if (h->used)
      h->dead = 1;
    return n; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  }
  pthread_mutex_unlock(&h->lock);
  return 0;
}

int admit_flagged_bug(struct handle *h, int threads) {
  if (threads)
    pthread_mutex_lock(&h->lock);
  if (h->dead)
    return -1; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  if (threads)
    pthread_mutex_unlock(&h->lock);
  return 0;
}

struct table { pthread_mutex_t lock; int up; long n; struct handle all[4]; };
#define ERROR(e) ((void *)(long)(e))

// null says that the table ends here.
struct handle *first_row_safe(struct table *t, long at) {
  pthread_mutex_lock(&t->lock);
  if (!t->up) {
    pthread_mutex_unlock(&t->lock);
    return ERROR(-19);
  }
  if (at >= t->n)
    return NULL;
  return &t->all[at & 3];
}
void last_row_safe(struct table *t) { pthread_mutex_unlock(&t->lock); }

struct handle *first_row_bug(struct table *t, long at) {
  pthread_mutex_lock(&t->lock);
  if (!t->up) {
    pthread_mutex_unlock(&t->lock);
    return NULL;
  }
  if (at >= t->n)
    return NULL; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  return &t->all[at & 3];
}

int index_safe(struct table *t, long at) {
  pthread_mutex_lock(&t->lock);
  if (!t->up) {
    pthread_mutex_unlock(&t->lock);
    return 1000;
  }
  for (int i = 0; i < 4 && i < t->n; i++)
    if (t->all[i].used == at)
      return i;
  return -1;
}

_Bool ready(struct handle *);
_Bool asked_bug(struct handle *h) {
  pthread_mutex_lock(&h->lock);
  _Bool ok = ready(h);
  if (!ok)
    return ok; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  pthread_mutex_unlock(&h->lock);
  return 1;
}
