// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// States are no bytes: a store beside a lock, wherever it leads, leaves it as it
// is. Whole objects that are copied or cleared take their states along.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct chan { pthread_mutex_t m; int q[8]; int n; char buf[16]; unsigned len; };

void push_safe(struct chan *c, int v) {
  pthread_mutex_t *raw = &c->m;
  pthread_mutex_lock(&c->m);
  c->q[c->n++] = v;
  pthread_mutex_unlock(raw);
}

void bytes_safe(struct chan *c, int i, char v) {
  pthread_mutex_t *raw = &c->m;
  pthread_mutex_lock(raw);
  c->buf[i] = v;
  pthread_mutex_unlock(&c->m);
}

void copy_safe(struct chan *c, const char *s, unsigned n) {
  pthread_mutex_t *raw = &c->m;
  pthread_mutex_lock(&c->m);
  memcpy(c->buf + c->len, s, n);
  pthread_mutex_unlock(raw);
}

void fill_safe(struct chan *c, int at, unsigned n) {
  pthread_mutex_t *raw = &c->m;
  pthread_mutex_lock(&c->m);
  memset(&c->q[at], 0, n);
  pthread_mutex_unlock(raw);
}

void any_pointer_safe(struct chan *c, int *p, int v) {
  pthread_mutex_t *raw = &c->m;
  pthread_mutex_lock(&c->m);
  *p = v;
  pthread_mutex_unlock(raw);
}

struct st { int q[8]; pthread_mutex_t m; int n; };
static struct st all[4];
void elements_safe(unsigned k, int i, int v) {
  struct st *c = &all[k];
  pthread_mutex_lock(&c->m);
  c->q[i] = v;
  pthread_mutex_unlock(&all[k].m);
}

void by_hand_safe(struct chan *c) {
  pthread_mutex_t *raw = &c->m;
  unsigned char *p = (unsigned char *)&c->m;
  pthread_mutex_lock(&c->m);
  c->n = p[0];
  p[0] = 0;
  pthread_mutex_unlock(raw);
}

struct guard { pthread_mutex_t *m; };
void guard_safe(struct chan *c, int v) {
  struct guard g = {&c->m};
  pthread_mutex_lock(g.m);
  c->q[c->n--] = v;
  pthread_mutex_unlock(&c->m);
}

// A whole object.
void cleared_safe(struct chan *c) {
  memset(c, 0, sizeof *c);
  pthread_mutex_lock(&c->m);
  pthread_mutex_unlock(&c->m);
}

void cleared_bug(struct chan *c) {
  memset(c, 0, sizeof *c);
  pthread_mutex_unlock(&c->m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

int heap_bug(unsigned n) {
  struct chan *c = malloc(sizeof *c);
  if (!c)
    return -1;
  memset(c, 0, sizeof *c);
  c->n = (int)n;
  pthread_mutex_lock(&c->m);
  pthread_mutex_lock(&c->m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  return 0;
}

int calloc_bug(void) {
  struct chan *c = calloc(1, sizeof *c);
  if (!c)
    return -1;
  pthread_mutex_unlock(&c->m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
  free(c);
  return 0;
}

void assigned_bug(struct chan *c) {
  struct chan fresh = {.n = 1};
  *c = fresh;
  pthread_mutex_unlock(&c->m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void store_between_bug(struct chan *c, int v) {
  pthread_mutex_lock(&c->m);
  c->q[c->n++] = v;
  pthread_mutex_unlock(&c->m);
  c->q[c->n--] = v;
  pthread_mutex_unlock(&c->m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void twice_bug(struct chan *c, int v) {
  pthread_mutex_t *raw = &c->m;
  pthread_mutex_lock(&c->m);
  c->q[c->n++] = v;
  pthread_mutex_lock(raw); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}
