// RUN: not %predabs check --open=1 %s 2>&1 | FileCheck %s
// RUN: %predabs check --json=%t.json %s && FileCheck --check-prefix=JSON %s < %t.json
// RUN: not %predabs check --open=1 --sarif=%t.sarif %s && FileCheck --check-prefix=SARIF %s < %t.sarif

// For which callers an assertion fails, where they pass memory: said as they
// would write it, whatever the variables are called in which it was found.

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

struct list {
  int n;
  struct list *next;
  unsigned len, cap;
  bool ok;
  unsigned mode : 3;
  char name[8];
  int *data;
};
struct outer {
  int a;
  struct list inner;
};
extern int ask(void);

void pointee(int *p) { assert(*p > 0); } // CHECK: [[@LINE]]:{{.*}}if called with *p <= 0 [
// JSON: "condition": "*p <= 0"
// SARIF: assertion '*p > 0' can fail if called with *p <= 0

void member(struct list *s) { assert(s->n > 0); } // CHECK: [[@LINE]]:{{.*}}if called with s->n <= 0 [

void members(struct list *s) { assert(s->len <= s->cap); } // CHECK: [[@LINE]]:{{.*}}if called with s->len > s->cap [

void truth(struct list *s) { assert(s->ok); } // CHECK: [[@LINE]]:{{.*}}if called with !s->ok [

void bit_field(struct list *s) { assert(s->mode != 5); } // CHECK: [[@LINE]]:{{.*}}if called with s->mode == 5 [

void null(struct list *s) { assert(s); } // CHECK: [[@LINE]]:{{.*}}if called with s == NULL [

void next(struct list *s) { assert(s->next->n == 4); } // CHECK: [[@LINE]]:{{.*}}if called with s->next->n != 4 [

void ring(struct list *s) { assert(s->next != s); } // CHECK: [[@LINE]]:{{.*}}if called with s->next == s [

void same(struct list *s, struct list *t) { assert(s != t); } // CHECK: [[@LINE]]:{{.*}}if called with s == t [

void row(int *a) { assert(a[3] > 0); } // CHECK: [[@LINE]]:{{.*}}if called with a[3] <= 0 [

void element(int *a, int i) { assert(a[i] > 0); } // CHECK: [[@LINE]]:{{.*}}if called with a[i] <= 0 [

void element_of(struct list *s, int i) { assert(s->data[i] > 0); } // CHECK: [[@LINE]]:{{.*}}if called with s->data[i] <= 0 [

void letter(struct list *s) { assert(s->name[2] == 1); } // CHECK: [[@LINE]]:{{.*}}if called with s->name[2] != 1 [

void twice(int **p) { assert(**p > 0); } // CHECK: [[@LINE]]:{{.*}}if called with **p <= 0 [

int global;
void of_global(void) { assert(global > 0); } // CHECK: [[@LINE]]:{{.*}}if called with global <= 0 [

struct list *head;
void of_list(void) { assert(head == NULL || head->n > 0); } // CHECK: [[@LINE]]:{{.*}}if called with head->n <= 0 [

int table[10];
void of_table(int i) { assert(table[i] != 3); } // CHECK: [[@LINE]]:{{.*}}if called with table[i] == 3 [

void by_value(struct outer v) { assert(v.inner.n > 0); } // CHECK: [[@LINE]]:{{.*}}if called with v.inner.n <= 0 [

void moved(struct list *s) {
  s = s->next;
  assert(s->n > 0); // CHECK: [[@LINE]]:{{.*}}if called with s->next->n <= 0 [
}

void cast(void *arg) {
  struct list *s = arg;
  assert(s->n > 0); // CHECK: [[@LINE]]:{{.*}}if called with ((struct list *)arg)->n <= 0 [
}

void copied(struct list *s) {
  struct list c = *s;
  assert(c.n > 0); // CHECK: [[@LINE]]:{{.*}}if called with s->n <= 0 [
}

static void need(struct list *q) { assert(q->n > 0); } // CHECK: [[@LINE]]:{{.*}}if called with v->inner.n <= 0 [
void passed(struct outer *v) { need(&v->inner); }

void both(struct list *s, int k) {
  if (k > 3)
    assert(s->n != k + 1); // CHECK: [[@LINE]]:{{.*}}if called with k > 3 && s->n == k + 1 [
}

// What has to hold for there to be a pointee needs no words.
void checked(struct list *s) {
  if (!s || !s->next)
    return;
  assert(s->next->next == s); // CHECK: [[@LINE]]:{{.*}}if called with s->next->next != s [
}

// Nor does what was asserted before.
void second(struct list *s, int k) {
  assert(k > 3);    // CHECK: [[@LINE]]:{{.*}}if called with k <= 3 [
  assert(s->n > 0); // CHECK: [[@LINE]]:{{.*}}if called with s->n <= 0 [
}

void bits(struct list *s) { assert((s->len & 7) == 0); } // CHECK: [[@LINE]]:{{.*}}if called with (s->len & 7) != 0 [

void sum(int *p, int *q) { assert(*p + *q > 0); } // CHECK: [[@LINE]]:{{.*}}if called with *p + *q <= 0 [

void counted(struct list *s) {
  s->n++;
  assert(s->n > 0); // CHECK: [[@LINE]]:{{.*}}if called with s->n + 1 <= 0 [
}

// Which object a pointer leads to is a part of it where one of them changed.
void changed(struct list *s, struct list *t) {
  s->n = 5;
  assert(t->n > 0); // CHECK: [[@LINE]]:{{.*}}if called with t != s && t->n <= 0 [
}

void given(int *p, int *q, int x) {
  *p = x;
  assert(*q > 0); // CHECK: [[@LINE]]:{{.*}}if called with q != p && *q <= 0 [
}

void linked(struct list *s, struct list *t) {
  s->next = t;
  assert(s->next->n == 1); // CHECK: [[@LINE]]:{{.*}}if called with t->n != 1 [
}

void once(int *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  assert(sum != 7); // CHECK: [[@LINE]]:{{.*}}if called with n == 1 && *a == 7 [
}

void absolute(int *p) {
  int x = *p < 0 ? -*p : *p;
  assert(x < 5); // CHECK: [[@LINE]]:{{.*}}if called with *p >= 5 [
}

void kinds(struct list *s) {
  switch (s->n) {
  case 1:
  case 4:
  case 9:
    return;
  default:
    assert(0); // CHECK: [[@LINE]]:{{.*}}if called with s->n != 1 && s->n != 4 && s->n != 9 [
  }
}

void handed(struct list *s) {
  if (s->n > 3) {
    int r = ask();
    assert(r == 0); // CHECK: [[@LINE]]:{{.*}}if called with s->n > 3, and if ask() returns another value [
  }
}

// Nothing is said where what fails is not the caller's alone, or is no entry
// value any more.
void mixed(struct list *s) {
  int r = ask();
  assert(s->n > r); // CHECK: [[@LINE]]:{{.*}}can fail if ask() returns another value [
}

void hashed(struct list *s) {
  unsigned h = 0;
  for (int i = 0; i < 8; i++)
    h = (h << 5) ^ (h >> 3) ^ (unsigned char)s->name[i];
  assert(h != 77); // CHECK: [[@LINE]]:{{.*}}can fail for some callers [
}

// Fewer words than what it takes would say too much.
void many(int *a) {
  if (a[0] + a[1] > 0 && a[1] + a[2] > 0 && a[2] + a[3] > 0 && a[3] + a[4] > 0)
    assert(a[4] + a[0] > 0); // CHECK: [[@LINE]]:{{.*}}can fail for some callers [
}
