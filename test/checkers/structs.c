// RUN: not %predabs check --verdicts %s | FileCheck %s

// Structs are copied whole, and then are apart.

#include <assert.h>

int __VERIFIER_nondet_int(void);


struct point {
  int x, y;
};
struct line {
  struct point from, to;
};

void copy_safe(void) {
  struct point a = {1, __VERIFIER_nondet_int()}, b = a;
  a.x = 2;
  assert(b.x == 1 && b.y == a.y); // CHECK: [[@LINE]]:3: proved: assert: copy_safe: b.x == 1 && b.y == a.y
}

void copy_bug(void) {
  struct point a = {1, 2}, b = a;
  a.x = __VERIFIER_nondet_int();
  assert(b.x == a.x); // CHECK: [[@LINE]]:3: violated: assert: copy_bug: b.x == a.x
}

static struct point mirrored(struct point p) {
  struct point r = {p.y, p.x};
  p.x = 0;
  return r;
}

void value_safe(void) {
  struct point a = {__VERIFIER_nondet_int(), 7}, b = mirrored(a);
  assert(b.x == 7 && b.y == a.x); // CHECK: [[@LINE]]:3: proved: assert: value_safe: b.x == 7 && b.y == a.x
}

void value_bug(void) {
  struct point a = {__VERIFIER_nondet_int(), 7}, b = mirrored(a);
  assert(b.x == 7 && b.y == 0); // CHECK: [[@LINE]]:3: violated: assert: value_bug: b.x == 7 && b.y == 0
}

static struct point larger(struct point p, struct point q) {
  if (p.x > q.x)
    return p;
  return q;
}

void choice_safe(void) {
  struct point a = {3, 1}, b = {__VERIFIER_nondet_int(), 2};
  struct point c = larger(a, b);
  assert(c.x >= 3); // CHECK: [[@LINE]]:3: proved: assert: choice_safe: c.x >= 3
}

void choice_bug(void) {
  struct point a = {3, 1}, b = {__VERIFIER_nondet_int(), 2};
  struct point c = larger(a, b);
  assert(c.y == 1); // CHECK: [[@LINE]]:3: violated: assert: choice_bug: c.y == 1
}

static struct line reversed(struct line l) {
  struct line r = {l.to, mirrored(l.from)};
  return r;
}

void inside_safe(void) {
  struct line l = {{1, 2}, {3, 4}};
  l = reversed(l);
  assert(l.from.y == 4 && l.to.x == 2); // CHECK: [[@LINE]]:3: proved: assert: inside_safe: l.from.y == 4 && l.to.x == 2
}

void nested_safe(void) {
  struct line l = {{1, 2}, {3, 4}}, m;
  m.from = l.to;
  m.to = l.from;
  assert(m.from.y == 4 && m.to.x == 1); // CHECK: [[@LINE]]:3: proved: assert: nested_safe: m.from.y == 4 && m.to.x == 1
}

void pointer_bug(void) {
  struct line l = {{1, 2}, {3, 4}};
  struct point *p = __VERIFIER_nondet_int() ? &l.from : &l.to;
  p->x = 9;
  assert(l.to.x == 3); // CHECK: [[@LINE]]:3: violated: assert: pointer_bug: l.to.x == 3
}
