// RUN: not %predabs check --verdicts %s | FileCheck %s
// RUN: not %predabs check --verdicts --inputs=kind,next %s | FileCheck --check-prefix=INPUT %s
// RUN: not %predabs check --open=1 %s 2>&1 | FileCheck --check-prefix=OPEN %s

// A function of the program that another file defines may return anything. Where
// a condition that fails is about that, the failure is that function's matter.

#include <assert.h>
#include <stddef.h>

typedef struct {
  int kind;
  void *p;
} value;
enum { None, Some, Many };

int kind(value v);
int next(void);
int at(const value *v);
value make(int n);
value *find(int n);
_Bool ready(void);

void by_value(value v) {
  assert(kind(v) == Some); // CHECK: [[@LINE]]:3: latent: assert: by_value: kind(v) == Some
  // INPUT: [[@LINE-1]]:3: violated: assert: by_value: kind(v) == Some
  // OPEN: [[@LINE-2]]:3: warning: assertion 'kind(v) == Some' can fail if kind() returns another value
}

void no_argument(void) {
  assert(next() > 0); // CHECK: [[@LINE]]:3: latent: assert: no_argument: next() > 0
  // INPUT: [[@LINE-1]]:3: violated: assert: no_argument: next() > 0
}

void kept(void) {
  int n = next();
  n = n * 2 + 1;
  assert(n != 7); // CHECK: [[@LINE]]:3: latent: assert: kept: n != 7
}

void range(void) {
  int n = next();
  if (n < 0)
    return;
  assert(n < 100); // CHECK: [[@LINE]]:3: latent: assert: range: n < 100
}

void looked_at_before(void) {
  int error = next();
  if (error)
    ready();
  assert(!error); // CHECK: [[@LINE]]:3: latent: assert: looked_at_before: !error
}

static int parse(value *v) {
  int error = at(v);
  if (error == 0)
    *v = make(1);
  return error;
}

void looked_at_elsewhere(void) {
  value v = {0, 0};
  int error = parse(&v);
  assert(!error); // CHECK: [[@LINE]]:3: latent: assert: looked_at_elsewhere: !error
}

void either(value v, int x) {
  x = 0;
  assert(kind(v) == Some || x > 0); // CHECK: [[@LINE]]:3: latent: assert: either: kind(v) == Some || x > 0
}

void both(value v) {
  assert(ready() && kind(v) == Some); // CHECK: [[@LINE]]:3: latent: assert: both: ready() && kind(v) == Some
}

static int is_some(value v) {
  if (kind(v) == Some)
    return 1;
  return 0;
}

void in_a_function(value v) {
  assert(is_some(v)); // CHECK: [[@LINE]]:3: latent: assert: in_a_function: is_some(v)
}

void record(void) {
  value v = make(3);
  assert(v.kind == Many); // CHECK: [[@LINE]]:3: latent: assert: record: v.kind == Many
}

void pointer(void) {
  assert(find(3)); // CHECK: [[@LINE]]:3: latent: assert: pointer: find(3)
}

void behind_pointer(void) {
  value *v = find(3);
  if (v)
    assert(v->kind == Some); // CHECK: [[@LINE]]:5: latent: assert: behind_pointer: v->kind == Some
}

void not_listed(value v) {
  switch (kind(v)) {
  case None:
  case Some:
  case Many:
    break;
  default:
    assert(0); // CHECK: [[@LINE]]:5: latent: assert: not_listed: 0
  }
}

void neither(value v) {
  if (kind(v) == None) {
    next();
  } else if (kind(v) == Some) {
    ready();
  } else {
    assert(0 && "neither"); // CHECK: [[@LINE]]:5: latent: assert: neither: 0 && "neither"
  }
}

void called(value v) {
  extern void reach_error(void);
  if (kind(v) != Some || next() > 3)
    reach_error(); // CHECK: [[@LINE]]:5: latent: assert: called: reach_error is called
}

void loop(int n) {
  for (int i = 0; i < n; i++)
    assert(next() == i); // CHECK: [[@LINE]]:5: latent: assert: loop: next() == i
}

// Branches go both ways.

void branch_bug(value v) {
  int x = 0;
  if (kind(v) == Some)
    assert(x > 0); // CHECK: [[@LINE]]:5: violated: assert: branch_bug: x > 0
}


void no_way_bug(value v) {
  int x = 0;
  if (kind(v) == Some)
    x = 1;
  if (x)
    assert(0); // CHECK: [[@LINE]]:5: violated: assert: no_way_bug: 0
}

void changed_bug(void) {
  int x = 1;
  if (ready())
    x = 0;
  assert(x); // CHECK: [[@LINE]]:3: violated: assert: changed_bug: x
}

void whatever_bug(void) {
  int n = next();
  assert(n != n); // CHECK: [[@LINE]]:3: violated: assert: whatever_bug: n != n
}

void square_safe(void) {
  int n = next();
  if (n > 5)
    assert(n != 3); // CHECK: [[@LINE]]:5: proved: assert: square_safe: n != 3
}

void verifier_bug(void) {
  extern int __VERIFIER_nondet_int(void);
  assert(__VERIFIER_nondet_int() == 3); // CHECK: [[@LINE]]:3: violated: assert: verifier_bug
}

int main(void) {
  assert(next() == 3); // CHECK: [[@LINE]]:3: latent: assert: main: next() == 3
  return 0;
}
