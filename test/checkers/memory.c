// RUN: not %predabs check --verdicts %s | FileCheck %s

// memset and memcpy of whole objects, and memory from malloc.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct item {
  int count;
  short kind;
  int *next;
  int cells[4];
};

void cleared_safe(void) {
  struct item s = {1, 2, 0, {3}};
  s.count = __VERIFIER_nondet_int();
  memset(&s, 0, sizeof s);
  assert(s.count == 0 && !s.next); // CHECK: [[@LINE]]:3: proved: assert: cleared_safe: s.count == 0 && !s.next
}

void cleared_bug(void) {
  struct item s = {1, 2, 0, {3}};
  memset(&s, 0, sizeof s.count);
  assert(s.kind == 0); // CHECK: [[@LINE]]:3: violated: assert: cleared_bug: s.kind == 0
}

void filled_bug(void) {
  struct item s;
  memset(&s, 1, sizeof s);
  assert(s.count == 0); // CHECK: [[@LINE]]:3: violated: assert: filled_bug: s.count == 0
}

void array_safe(int n) {
  int a[10];
  memset(a, 0, sizeof a);
  a[n] = 1;
  assert(a[2] == 0 || n == 2); // CHECK: [[@LINE]]:3: proved: assert: array_safe: a[2] == 0 || n == 2
}

void array_bug(void) {
  int a[10];
  a[5] = __VERIFIER_nondet_int();
  memset(a, 0, 5 * sizeof *a);
  assert(a[5] == 0); // CHECK: [[@LINE]]:3: violated: assert: array_bug: a[5] == 0
}

void copied_safe(void) {
  struct item s = {1, 2, 0, {3}}, t;
  s.count = __VERIFIER_nondet_int();
  memcpy(&t, &s, sizeof t);
  s.kind = 5;
  assert(t.count == s.count && t.kind == 2); // CHECK: [[@LINE]]:3: proved: assert: copied_safe: t.count == s.count && t.kind == 2
}

void copied_bug(void) {
  struct item s = {1, 2, 0, {3}}, t = s;
  s.count = __VERIFIER_nondet_int();
  memcpy(&t, &s, sizeof t);
  assert(t.count == 1); // CHECK: [[@LINE]]:3: violated: assert: copied_bug: t.count == 1
}

void parameter_safe(struct item *p, const struct item *q) {
  memcpy(p, q, sizeof *p);
  assert(p->count == q->count); // CHECK: [[@LINE]]:3: proved: assert: parameter_safe: p->count == q->count
}

// The pointer lies in what is cleared.
void itself_safe(void) {
  struct own { struct own *self; int n; } s = {&s, 1}, *p = &s;
  memset(p->self, 0, sizeof s);
  assert(!p->self); // CHECK: [[@LINE]]:3: proved: assert: itself_safe: !p->self
}

// What memmove reads may be overwritten.
void moved_bug(void) {
  int a[3] = {1, 2, 3};
  memmove(a + 1, a, 2 * sizeof *a);
  assert(a[1] == 2); // CHECK: [[@LINE]]:3: violated: assert: moved_bug: a[1] == 2
}

// The memory has another type than the pointer.
void other_type_bug(void) {
  int a[2] = {1, 2};
  struct wide { long both; } *p = (struct wide *)a;
  memset(p, 0, sizeof *p);
  assert(a[1] == 2); // CHECK: [[@LINE]]:3: violated: assert: other_type_bug: a[1] == 2
}

void allocated_safe(void) {
  struct item *p = malloc(sizeof *p);
  int *q = malloc(sizeof *q);
  if (!p || !q)
    return;
  memset(p, 0, sizeof *p);
  p->kind = 5;
  *q = 4;
  assert(p->count == 0 && p->kind == 5); // CHECK: [[@LINE]]:3: proved: assert: allocated_safe: p->count == 0 && p->kind == 5
}

void allocated_bug(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return;
  *p = __VERIFIER_nondet_int();
  assert(*p != 4); // CHECK: [[@LINE]]:3: violated: assert: allocated_bug: *p != 4
}

struct buffer {
  char *name;
  unsigned char bytes[32];
};

// Not the whole of an object that is known to be one.
void part(struct buffer *to, const struct buffer *from) {
  memset(to->bytes, 0, sizeof to->bytes);
  assert(to->bytes[0] == 0); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: part: to->bytes[0] == 0
  memcpy(to->bytes, from->bytes, sizeof to->bytes);
}
