// RUN: not %predabs check --verdicts %s | FileCheck %s
// RUN: not %predabs check --open=1 %s 2>&1 | FileCheck --check-prefix=OPEN %s

// What is passed by value is the caller's, a record as well as a number.

#include <assert.h>
#include <stdarg.h>

typedef struct {
  unsigned char kind;
  int size;
} value;

static int kind_of(value v) { return v.kind & 7; }

int member(value v) {
  assert(v.kind == 3); // CHECK: [[@LINE]]:3: latent: assert: member: v.kind == 3
  return v.size;       // OPEN: [[@LINE-1]]:3: warning: assertion 'v.kind == 3' can fail if called with v.kind != 3
}

int call(value v) {
  assert(kind_of(v) == 3); // CHECK: [[@LINE]]:3: latent: assert: call: kind_of(v) == 3
  return v.size;
}

int copy(value v) {
  value w = v, u;
  u = w;
  assert(u.size > 0); // CHECK: [[@LINE]]:3: latent: assert: copy: u.size > 0
  return u.size;
}

int through_pointer(value v) {
  value *p = &v;
  assert(p->size != 17); // CHECK: [[@LINE]]:3: latent: assert: through_pointer: p->size != 17
  return p->size;
}

struct row {
  int cell[4];
};

int element(struct row r) {
  assert(r.cell[2] == 0); // CHECK: [[@LINE]]:3: latent: assert: element: r.cell[2] == 0
  return r.cell[0];
}

int some_element(struct row r, unsigned i) {
  if (i >= 4)
    return 0;
  assert(r.cell[i] >= 0); // CHECK: [[@LINE]]:3: latent: assert: some_element: r.cell[i] >= 0
  return r.cell[i];
}

union number {
  int i;
  unsigned char bytes[4];
};

int view(union number n) {
  assert(n.bytes[1] != 9); // CHECK: [[@LINE]]:3: latent: assert: view: n.bytes[1] != 9
  return n.i;
}

struct flags {
  unsigned a : 3, b : 5;
  signed c : 7;
};

int bit_field(struct flags f) {
  assert(f.b < 30); // CHECK: [[@LINE]]:3: latent: assert: bit_field: f.b < 30
  return f.c;
}

struct large {
  char name[300];
  int n;
};

// So large a record is passed in memory.
int on_the_stack(int a, int b, int c, struct large l) {
  assert(l.n == a + 1); // CHECK: [[@LINE]]:3: latent: assert: on_the_stack: l.n == a + 1
  return b + c;
}

struct inner {
  struct {
    value v[2];
  } in;
};

int nested(struct inner i) {
  struct inner copy = i;
  assert(copy.in.v[1].kind == 1); // CHECK: [[@LINE]]:3: latent: assert: nested: copy.in.v[1].kind == 1
  return 0;
}

struct with_pointer {
  int *p;
  int n;
};

int pointer_member(struct with_pointer w) {
  assert(w.p); // CHECK: [[@LINE]]:3: latent: assert: pointer_member: w.p
  return *w.p;
}

int behind_pointer_member(struct with_pointer w) {
  assert(*w.p == w.n); // CHECK: [[@LINE]]:3: latent: assert: behind_pointer_member: *w.p == w.n
  return 0;
}

int one_of_two(value a, value b, int which) {
  value v = which ? a : b;
  assert(v.kind == 2); // CHECK: [[@LINE]]:3: latent: assert: one_of_two: v.kind == 2
  return 0;
}

static int two_calls(value v) { return member(v) + v.size; }
int deeper(value v) {
  value *p = &v;
  int n = two_calls(*p);
  assert(n != 100); // CHECK: [[@LINE]]:3: latent: assert: deeper: n != 100
  return n;
}

int fetched(int n, ...) {
  va_list args;
  va_start(args, n);
  int r = va_arg(args, int);
  va_end(args);
  assert(r == n); // CHECK: [[@LINE]]:3: unknown: assert: fetched: r == n
  return r;
}

// What the function itself makes of it is its own.

int own_member_bug(value v) {
  v.kind = 2;
  assert(v.kind == 3); // CHECK: [[@LINE]]:3: violated: assert: own_member_bug: v.kind == 3
  return v.size;
}

int own_member_safe(value v) {
  v.kind = 3;
  assert(v.kind == 3); // CHECK: [[@LINE]]:3: proved: assert: own_member_safe: v.kind == 3
  return v.size;
}

int own_bits_bug(value v) {
  v.kind |= 8;
  assert(!(v.kind & 8)); // CHECK: [[@LINE]]:3: violated: assert: own_bits_bug: !(v.kind & 8)
  return v.size;
}

int masked_safe(value v) {
  assert(kind_of(v) < 8); // CHECK: [[@LINE]]:3: proved: assert: masked_safe: kind_of(v) < 8
  return v.size;
}

static int local_record(value v) {
  assert(v.size > 0); // CHECK: [[@LINE]]:3: violated: assert: local_record: v.size > 0
  return v.size;
}
int pass_record_bug(void) {
  value v = {1, 0};
  return local_record(v);
}
