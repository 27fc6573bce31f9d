// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// A mutex of which the file knows an initialisation with attributes is never
// plainly free: taking it twice is no error, wherever it is made.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

// Made in another function of the file.
struct tree { pthread_mutex_t mu; int nodes; };

struct tree *tree_new(void) {
  struct tree *t = calloc(1, sizeof *t);
  pthread_mutexattr_t a;
  if (!t)
    return NULL;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&t->mu, &a);
  return t;
}

static void tree_add(struct tree *t) {
  pthread_mutex_lock(&t->mu);
  t->nodes++;
  pthread_mutex_unlock(&t->mu);
}

void tree_twice_safe(struct tree *t, int n) {
  pthread_mutex_lock(&t->mu);
  for (int i = 0; i < n; i++)
    tree_add(t);
  pthread_mutex_unlock(&t->mu);
}

void tree_once_too_often_bug(struct tree *t) {
  pthread_mutex_lock(&t->mu);
  pthread_mutex_unlock(&t->mu);
  pthread_mutex_unlock(&t->mu); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

// By a static initialiser.
static pthread_mutex_t named = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static struct { int n; pthread_mutex_t lock; } registry = {
    1, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

void named_safe(void) {
  pthread_mutex_lock(&named);
  pthread_mutex_lock(&named);
  registry.n++;
  pthread_mutex_unlock(&named);
  pthread_mutex_unlock(&named);
}

void member_safe(void) {
  pthread_mutex_lock(&registry.lock);
  pthread_mutex_lock(&registry.lock);
  pthread_mutex_unlock(&registry.lock);
  pthread_mutex_unlock(&registry.lock);
}

// In a constructor function, through a wrapper and an alias.
static pthread_mutex_t table[4];
static pthread_mutex_t global;

static void make(pthread_mutex_t *m, const pthread_mutexattr_t *how) {
  pthread_mutex_init(m, how);
}
static void make_recursive(pthread_mutex_t *m) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  make(m, &a);
  pthread_mutexattr_destroy(&a);
}

__attribute__((constructor)) static void start(void) {
  pthread_mutex_t *alias = &global;
  make_recursive(alias);
  for (int i = 0; i < 4; i++)
    make_recursive(&table[i]);
}

void global_safe(void) {
  pthread_mutex_lock(&global);
  pthread_mutex_lock(&global);
  pthread_mutex_unlock(&global);
  pthread_mutex_unlock(&global);
}

void array_safe(unsigned i) {
  pthread_mutex_lock(&table[i % 4]);
  pthread_mutex_lock(&table[i % 4]);
  pthread_mutex_unlock(&table[i % 4]);
  pthread_mutex_unlock(&table[i % 4]);
}

// By an assignment.
struct late { pthread_mutex_t mu; };
void late_make(struct late *l) {
  l->mu = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
}
void late_safe(struct late *l) {
  pthread_mutex_lock(&l->mu);
  pthread_mutex_lock(&l->mu);
  pthread_mutex_unlock(&l->mu);
  pthread_mutex_unlock(&l->mu);
}

// All of an array, by pointer arithmetic.
struct pool { pthread_mutex_t locks[8]; };
void pool_make(struct pool *p, const pthread_mutexattr_t *a) {
  for (int i = 0; i < 8; i++)
    pthread_mutex_init(p->locks + i, a);
}
void pool_safe(struct pool *p, int i) {
  pthread_mutex_lock(&p->locks[i]);
  pthread_mutex_lock(&p->locks[i]);
  pthread_mutex_unlock(&p->locks[i]);
  pthread_mutex_unlock(&p->locks[i]);
}

// Found behind pointers that were kept.
static pthread_mutex_t all[16], *by_hash[16];
static pthread_mutexattr_t shared_attributes;
void all_make(void) {
  for (int i = 0; i < 16; i++) {
    pthread_mutex_init(&all[i], &shared_attributes);
    by_hash[i] = &all[i];
  }
}
void by_hash_safe(unsigned i) {
  pthread_mutex_lock(by_hash[i % 16]);
  pthread_mutex_lock(by_hash[i % 16]);
  pthread_mutex_unlock(by_hash[i % 16]);
  pthread_mutex_unlock(by_hash[i % 16]);
}

// By a function that is not here.
struct gate { pthread_mutex_t mu; };
void gate_mutex_init(pthread_mutex_t *m);
void gate_make(struct gate *g) { gate_mutex_init(&g->mu); }
void gate_safe(struct gate *g) {
  pthread_mutex_lock(&g->mu);
  pthread_mutex_lock(&g->mu);
  pthread_mutex_unlock(&g->mu);
  pthread_mutex_unlock(&g->mu);
}

// Others of the file are plain.
struct plain { pthread_mutex_t mu; };
void plain_make(struct plain *p) { pthread_mutex_init(&p->mu, NULL); }
void plain_bug(struct plain *p) {
  pthread_mutex_lock(&p->mu);
  pthread_mutex_lock(&p->mu); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}

static pthread_mutex_t plain_global = PTHREAD_MUTEX_INITIALIZER;
void plain_global_bug(int n) {
  pthread_mutex_lock(&plain_global);
  if (n > 3)
    pthread_mutex_lock(&plain_global); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  pthread_mutex_unlock(&plain_global);
}

void unknown_function(void);
void plain_certain_bug(void) {
  pthread_mutex_lock(&plain_global);
  unknown_function();
  pthread_mutex_unlock(&plain_global);
  pthread_mutex_unlock(&plain_global); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
