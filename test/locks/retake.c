// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Functions that are called with the lock held, drop it and take it again. The
// file settles the lock itself elsewhere, so that who keeps it is suspect.

#include <pthread.h>

struct hba { pthread_mutex_t lock; pthread_rwlock_t map; int gen, busy; };
void *alloc(void);
int more(void);
void sleep_on(int *);

int send_all(struct hba *h) {
  pthread_mutex_lock(&h->lock);
  int gen = h->gen;
  pthread_mutex_unlock(&h->lock);
  pthread_rwlock_rdlock(&h->map);
  pthread_rwlock_unlock(&h->map);
  return gen;
}

void *prepare_safe(struct hba *h) {
  pthread_mutex_unlock(&h->lock);
  void *p = alloc();
  pthread_mutex_lock(&h->lock);
  return p;
}

int conditional_safe(struct hba *h, int wait) {
  if (wait) {
    pthread_mutex_unlock(&h->lock);
    if (!alloc()) {
      pthread_mutex_lock(&h->lock);
      return -1;
    }
    pthread_mutex_lock(&h->lock);
  }
  return h->gen;
}

void wait_idle_safe(struct hba *h) {
  while (h->busy) {
    pthread_mutex_unlock(&h->lock);
    sleep_on(&h->busy);
    pthread_mutex_lock(&h->lock);
  }
}

int poll_safe(struct hba *h) {
  for (;;) {
    pthread_mutex_unlock(&h->lock);
    int r = more();
    pthread_mutex_lock(&h->lock);
    if (r)
      return r;
  }
}

static void drop_hba(struct hba *h) { pthread_mutex_unlock(&h->lock); }
static void take_hba(struct hba *h) { pthread_mutex_lock(&h->lock); }
void by_helpers_safe(struct hba *h) {
  drop_hba(h);
  alloc();
  take_hba(h);
}

int upgrade_safe(struct hba *h) { // called with the lock for reading
  pthread_rwlock_unlock(&h->map);
  pthread_rwlock_wrlock(&h->map);
  return h->gen++;
}

void downgrade_safe(struct hba *h) {
  h->gen = 0;
  pthread_rwlock_unlock(&h->map);
  pthread_rwlock_rdlock(&h->map);
}

// The callers, who hold it.
int caller_safe(struct hba *h) {
  pthread_mutex_lock(&h->lock);
  int rc = prepare_safe(h) ? 0 : -1;
  pthread_mutex_unlock(&h->lock);
  return rc;
}

// A flag tells whether the lock is the caller's; it is dropped in between.
int flagged_safe(struct hba *h, int locked) {
  if (!locked)
    pthread_mutex_lock(&h->lock);
  int gen = h->gen;
  pthread_mutex_unlock(&h->lock);
  alloc();
  pthread_mutex_lock(&h->lock);
  gen += h->gen;
  if (!locked)
    pthread_mutex_unlock(&h->lock);
  return gen;
}

struct port { pthread_mutex_t lock; int n; };
int port_size(struct port *p) {
  pthread_mutex_lock(&p->lock);
  int n = p->n;
  pthread_mutex_unlock(&p->lock);
  return n;
}

void *forgets_bug(struct port *p) {
  pthread_mutex_lock(&p->lock);
  void *q = alloc();
  return q; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
}

int forgets_after_drop_bug(struct port *p) {
  pthread_mutex_lock(&p->lock);
  pthread_mutex_unlock(&p->lock);
  if (!alloc())
    return -1;
  pthread_mutex_lock(&p->lock);
  if (p->n < 0)
    return -1; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  pthread_mutex_unlock(&p->lock);
  return 0;
}

void made_and_kept_bug(struct port *p) {
  pthread_mutex_init(&p->lock, NULL);
  pthread_mutex_lock(&p->lock);
  // CHECK-DAG: :[[@LINE+1]]:{{.*}}[predabs-lock-held-at-return]
}

struct line { pthread_mutex_t lock; int n; };
void not_held_bug(struct line *p) {
  pthread_mutex_lock(&p->lock);
  p->n++;
  pthread_mutex_unlock(&p->lock);
  pthread_mutex_unlock(&p->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
  alloc();
}
