// RUN: not %predabs check --verdicts %s | FileCheck %s

// A volatile or atomic object may change by itself only if others can get at it.

#include <assert.h>
#include <signal.h>
#include <stdatomic.h>

void others(volatile int *p);

void local_safe(void) {
  volatile int n = 3;
  assert(n == 3); // CHECK: [[@LINE]]:3: proved: assert: local_safe: n == 3
  n++;
  assert(n == 4); // CHECK: [[@LINE]]:3: proved: assert: local_safe: n == 4
}

void local_bug(void) {
  volatile int n = 3;
  n += 2;
  assert(n == 4); // CHECK: [[@LINE]]:3: violated: assert: local_bug: n == 4
}

void loop_safe(void) {
  volatile unsigned i;
  for (i = 0; i < 10; i++)
    ;
  assert(i == 10); // CHECK: [[@LINE]]:3: proved: assert: loop_safe: i == 10
}

int parameter(volatile int n) {
  int m = n;
  assert(n == m); // CHECK: [[@LINE]]:3: proved: assert: parameter: n == m
  assert(m == 3); // CHECK: [[@LINE]]:3: latent: assert: parameter: m == 3
  return n;
}

void atomic_safe(void) {
  atomic_int n = 1;
  n++;
  atomic_fetch_add(&n, 3);
  assert(atomic_load(&n) == 5); // CHECK: [[@LINE]]:3: proved: assert: atomic_safe: atomic_load(&n) == 5
}

void atomic_bug(void) {
  _Atomic long n = 1;
  atomic_fetch_sub(&n, 3);
  assert(n == 0); // CHECK: [[@LINE]]:3: violated: assert: atomic_bug: n == 0
}

void swap_safe(void) {
  int n = 1;
  int old = __sync_val_compare_and_swap(&n, 1, 2);
  assert(old == 1 && n == 2); // CHECK: [[@LINE]]:3: proved: assert: swap_safe: old == 1 && n == 2
}

void swap_bug(void) {
  int n = 1;
  if (!__sync_bool_compare_and_swap(&n, 2, 3))
    assert(n == 3); // CHECK: [[@LINE]]:5: violated: assert: swap_bug: n == 3
}

void exchange_safe(void) {
  int n = 1, expected = 1;
  _Bool done = __atomic_compare_exchange_n(&n, &expected, 7, 0, 5, 5);
  assert(done && n == 7); // CHECK: [[@LINE]]:3: proved: assert: exchange_safe: done && n == 7
}

static void bump(volatile int *p) { (*p)++; }
void through_pointer_safe(void) {
  volatile int n = 0;
  bump(&n);
  assert(n == 1); // CHECK: [[@LINE]]:3: proved: assert: through_pointer_safe: n == 1
}

struct pair {
  volatile int a;
  int b;
};
void member_safe(void) {
  struct pair p = {1, 2};
  assert(p.a < p.b); // CHECK: [[@LINE]]:3: proved: assert: member_safe: p.a < p.b
}

// Others can get at these.

void handed_out(void) {
  volatile int n = 3;
  others(&n);
  n = 3;
  assert(n == 3); // CHECK: [[@LINE]]:3: latent: assert: handed_out: n == 3
}

volatile int shared;
void global(void) {
  shared = 3;
  assert(shared == 3); // CHECK: [[@LINE]]:3: unknown: assert: global: shared == 3
}

static volatile sig_atomic_t got;
static void on_signal(int n) { got = n; }
void handler(void) {
  signal(SIGINT, on_signal);
  got = 0;
  assert(got == 0); // CHECK: [[@LINE]]:3: unknown: assert: handler: got == 0
}

static int *volatile published;
static void on_other_signal(int n) { *published = n; }
void handler_of_local(void) {
  int n = 0;
  published = &n;
  signal(SIGTERM, on_other_signal);
  assert(__atomic_load_n(&n, 5) == 0); // CHECK: [[@LINE]]:3: {{unknown|latent|violated}}: assert: handler_of_local
}

static volatile int *kept;
static void on_third_signal(int n) { *kept = n; }
void kept_local(void) {
  volatile int n = 0;
  kept = &n;
  signal(SIGHUP, on_third_signal);
  assert(n == 0); // CHECK: [[@LINE]]:3: {{unknown|latent|violated}}: assert: kept_local: n == 0
}

void callers(volatile int *p) {
  *p = 3;
  assert(*p == 3); // CHECK: [[@LINE]]:3: latent: assert: callers: *p == 3
}

// Nobody else can have written what they come to know later.
void known_later(void) {
  volatile int n = 3;
  assert(n == 3); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: known_later: n == 3
  others(&n);
  assert(n == 3); // CHECK: [[@LINE]]:3: latent: assert: known_later: n == 3
}

void pointer_known_later(void) {
  int x = 0;
  int *_Atomic p = &x;
  assert(atomic_load(&p) == &x); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: pointer_known_later: atomic_load(&p) == &x
  others((volatile int *)&p);
}

void known_later_bug(void) {
  volatile int n = 3;
  assert(n == 4); // CHECK: [[@LINE]]:3: {{violated|unknown}}: assert: known_later_bug: n == 4
  others(&n);
}

static volatile int *seen_by_handler;
static void sees(int number) { *seen_by_handler = number; }
void known_to_handler(void) {
  volatile int n = 3;
  seen_by_handler = &n;
  signal(SIGINT, sees);
  assert(n < 100); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: known_to_handler: n < 100
}
