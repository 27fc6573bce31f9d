// RUN: not %predabs check --checks=lock --verdicts %s > %t 2>&1
// RUN: FileCheck %s < %t
// RUN: not grep "violated: .*_safe:" %t
// RUN: not grep "proved: .*_kept: .*held at this return" %t

// What a function's result tells about its lock. A negative number is an error
// where the function treats it as one; a difference is none. Pointers have
// errors as Linux has them, and constants are what they are called.

#include <pthread.h>
#include <stddef.h>

struct ring { pthread_mutex_t lock; int head, tail, dead; void *first; };
int probe(int n);
void *look(int n);
void done_safe(struct ring *r) { pthread_mutex_unlock(&r->lock); }

int space_safe(struct ring *r) {
  pthread_mutex_lock(&r->lock);
  if (r->dead) {
    pthread_mutex_unlock(&r->lock);
    return 1000;
  }
  return r->head - r->tail;
}

int where_safe(struct ring *r, int n) {
  int i;
  pthread_mutex_lock(&r->lock);
  for (i = 0; i < r->head; i++)
    if (i == n) {
      pthread_mutex_unlock(&r->lock);
      return 0;
    }
  return -1 - i;
}

int constant_bug(struct ring *r) {
  pthread_mutex_lock(&r->lock);
  if (r->head > r->tail)
    return -1; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: constant_bug: 'r->lock' is held at this return
  pthread_mutex_unlock(&r->lock);
  return 0;
}

int errno_bug(struct ring *r, int e) {
  pthread_mutex_lock(&r->lock);
  if (e > 0)
    return -e; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: errno_bug: 'r->lock' is held at this return
  pthread_mutex_unlock(&r->lock);
  return 0;
}

int callee_bug(struct ring *r, int n) {
  pthread_mutex_lock(&r->lock);
  int e = probe(n);
  if (e)
    return e; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: callee_bug: 'r->lock' is held at this return
  pthread_mutex_unlock(&r->lock);
  return 0;
}

int sign_bug(struct ring *r) {
  pthread_mutex_lock(&r->lock);
  int n = r->head - r->tail;
  if (n < 0)
    return n; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: sign_bug: 'r->lock' is held at this return
  pthread_mutex_unlock(&r->lock);
  return 0;
}

int set_bug(struct ring *r, int n) {
  int e = -1;
  pthread_mutex_lock(&r->lock);
  if (n > 7)
    goto out;
  e = 0;
  pthread_mutex_unlock(&r->lock);
out:
  return e; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: set_bug: 'r->lock' is held at this return
}

// Pointers. Addresses that are compared with numbers are no inputs.

#define MAX_ERROR ((unsigned long)-4095)

void *constant_error_safe(struct ring *r, int n) {
  pthread_mutex_lock(&r->lock);
  if (n < 0) {
    pthread_mutex_unlock(&r->lock);
    return (void *)-22L;
  }
  return r->first;
}

void *tested_error_safe(struct ring *r, int n) {
  pthread_mutex_lock(&r->lock);
  void *p = look(n);
  if ((unsigned long)p >= MAX_ERROR)
    pthread_mutex_unlock(&r->lock);
  return p;
}

void *tested_error_bug_missed(struct ring *r, int n) {
  pthread_mutex_lock(&r->lock);
  void *p = look(n);
  if ((unsigned long)p >= MAX_ERROR)
    return p;
  pthread_mutex_unlock(&r->lock);
  return p;
}

void *constant_error_bug_missed(struct ring *r, int n) {
  pthread_mutex_lock(&r->lock);
  if (n < 0)
    return (void *)-22L;
  pthread_mutex_unlock(&r->lock);
  return r->first;
}

// A list that has ended is no error.
struct node { struct node *next; int n; };
struct node *ended_list_safe(struct ring *r, struct node *p, int n) {
  pthread_mutex_lock(&r->lock);
  if (r->dead) {
    pthread_mutex_unlock(&r->lock);
    return (void *)-1L;
  }
  while (p && p->n != n)
    p = p->next;
  return p;
}

void *null_bug(struct ring *r, int n) {
  void *p = NULL;
  pthread_mutex_lock(&r->lock);
  if (r->tail == 3)
    goto out;
  p = &r->first;
  pthread_mutex_unlock(&r->lock);
out:
  return p; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: null_bug: 'r->lock' is held at this return
}

// Numbers with names.
enum what { HELD = 1, GONE = 2, FULL };

enum what named_safe(struct ring *r) {
  pthread_mutex_lock(&r->lock);
  if (r->dead) {
    pthread_mutex_unlock(&r->lock);
    return GONE;
  }
  return HELD;
}

enum what named_bug(struct ring *r, int n) {
  enum what w = r->dead ? GONE : FULL;
  pthread_mutex_lock(&r->lock);
  if (r->tail == 3)
    return FULL; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: named_bug: 'r->lock' is held at this return
  pthread_mutex_unlock(&r->lock);
  return w;
}

// The caller knows what it asked for.
int peek_safe(struct ring *r, int peek) {
  pthread_mutex_lock(&r->lock);
  if (peek) {
    pthread_mutex_unlock(&r->lock);
    return 0;
  }
  return r->head - r->tail;
}

int peek_bug(struct ring *r, int peek) {
  pthread_mutex_lock(&r->lock);
  if (peek) {
    if (r->dead)
      return 0; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: peek_bug: 'r->lock' is held at this return
    pthread_mutex_unlock(&r->lock);
    return 0;
  }
  return 1;
}

int constants_bug(struct ring *r, int found) {
  pthread_mutex_lock(&r->lock);
  if (found)
    return 0; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: constants_bug: 'r->lock' is held at this return
  pthread_mutex_unlock(&r->lock);
  return 0;
}

// One class of results is not held, another is.
long zero_kept(struct ring *r) {
  long n;
  pthread_mutex_lock(&r->lock);
  if (r->head == 0) {
    n = 0;
    return n;
  }
  n = r->head;
  pthread_mutex_unlock(&r->lock);
  return n;
}

// Memory tells, too.

void out_safe(struct ring *r, int *error) {
  pthread_mutex_lock(&r->lock);
  if (r->dead) {
    pthread_mutex_unlock(&r->lock);
    *error = 5;
    return;
  }
  *error = 0;
}

int which_safe(struct ring *a, struct ring *b, struct ring **out) {
  pthread_mutex_lock(&a->lock);
  if (a->head) {
    *out = a;
    return 1;
  }
  pthread_mutex_unlock(&a->lock);
  pthread_mutex_lock(&b->lock);
  *out = b;
  return 1;
}

void flag_safe(struct ring *r) {
  pthread_mutex_lock(&r->lock);
  r->head = 1;
  if (r->dead) {
    r->head = 0;
    pthread_mutex_unlock(&r->lock);
  }
}

int out_bug(struct ring *r, int *n) {
  pthread_mutex_lock(&r->lock);
  *n = r->head;
  if (r->dead)
    return -1; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: out_bug: 'r->lock' is held at this return
  pthread_mutex_unlock(&r->lock);
  return 0;
}

void silent_bug(struct ring *r) {
  pthread_mutex_lock(&r->lock);
  if (r->dead)
    return; // CHECK-DAG: :[[@LINE]]:{{.*}} violated: lock: silent_bug: 'r->lock' is held at this return
  pthread_mutex_unlock(&r->lock);
}
