// What is decided by the condition of a failure alone, and its twins: what a
// call, a loop or a pointer may change is forgotten.
// RUN: not %predabs check --verdicts %s 2>/dev/null | FileCheck %s
#include <assert.h>

extern void take(int *);
extern int next(void);
static int state;
int shared;

void own_safe(void) {
  int x = 1;
  take(0);
  assert(x == 1); // CHECK: [[@LINE]]:3: proved: assert: own_safe:
}

void given_bug(void) {
  int x = 1;
  take(&x);
  assert(x == 1); // CHECK: [[@LINE]]:3: {{latent|unknown}}: assert: given_bug:
}

void kept_bug(void) {
  int x = 1;
  take(&x);
  x = 2;
  take(0);
  assert(x == 2); // CHECK: [[@LINE]]:3: {{latent|unknown}}: assert: kept_bug:
}

void shared_bug(void) {
  shared = 1;
  take(0);
  assert(shared == 1); // CHECK: [[@LINE]]:3: {{latent|unknown}}: assert: shared_bug:
}

static int deep(int n) { return n <= 0 ? (state = 5) : deep(n - 1); }

void recursive_bug(int n) {
  state = 1;
  deep(n);
  assert(state == 1); // CHECK: [[@LINE]]:3: {{violated|latent|unknown}}: assert: recursive_bug:
}

void last_turn_safe(int n) {
  int i = 0;
  while (i < n)
    i++;
  assert(i >= n); // CHECK: [[@LINE]]:3: proved: assert: last_turn_safe:
}

void turns_bug(int n) {
  int i = 0, odd = 0;
  while (i < n) {
    i++;
    odd = !odd;
  }
  assert(!odd); // CHECK: [[@LINE]]:3: latent: assert: turns_bug:
}

void into_safe(int n) {
  int i = 0;
  if (n > 3)
    goto inside;
  while (i < 10) {
    i++;
  inside:
    i += 2;
  }
  assert(i >= 10); // CHECK: [[@LINE]]:3: proved: assert: into_safe:
}

void into_bug(int n) {
  int i = 0;
  if (n > 3)
    goto inside;
  while (i < 10) {
    i++;
  inside:
    i += 2;
  }
  assert(i == 12); // CHECK: [[@LINE]]:3: latent: assert: into_bug:
}

static int unset(int n) {
  int x;
  if (n)
    x = n;
  return x;
}

void twice_bug(void) {
  int a = unset(3), b = unset(next());
  assert(a == b); // CHECK: [[@LINE]]:3: violated: assert: twice_bug:
}

void alias_bug(int *p, int *q) {
  *p = 1;
  *q = 2;
  assert(*p == 1); // CHECK: [[@LINE]]:3: latent: assert: alias_bug:
}

void apart_safe(int *p, int *q) {
  *p = 1;
  *q = 2;
  if (p != q)
    assert(*p == 1); // CHECK: [[@LINE]]:5: proved: assert: apart_safe:
}

static void positive(int n) {
  assert(n > 0); // CHECK: [[@LINE]]:3: {{violated|latent|unknown}}: assert: positive:
}
static void nothing(int n) {}
static void (*chosen)(int);

void pointer_bug(int c) {
  chosen = c ? positive : nothing;
  positive(1);
  chosen(0);
}

static void behind(int n) {
  assert(n > 0); // CHECK: [[@LINE]]:3: {{violated|latent|unknown}}: assert: behind:
}
static void (*further)(int);
static void through(int n) { further(n); }

void further_bug(int c) {
  further = c ? behind : nothing;
  behind(1);
  through(0);
}
