// RUN: not %predabs check --verdicts %s | FileCheck %s
// RUN: not %predabs check --open=1 %s 2>&1 | FileCheck --check-prefix=OPEN %s

// A run takes it that functions elsewhere change nothing. Where a condition that
// fails depends on memory that they know, the failure is their matter.

#include <assert.h>
#include <stdlib.h>

typedef int (*callback)(void *, void *);
void get_callback(void *from, callback *c, void **data);
void fill(int *n);
void fill_bytes(void *p, unsigned long size);
void work(void);
void keep(int *n);

static int mine(void *a, void *b) { return a == b; }
void set(void *, callback);
void use(void *p) { set(p, mine); }

void address_of_local(void *p) {
  callback c;
  void *data;
  get_callback(p, &c, &data);
  assert(c == mine); // CHECK: [[@LINE]]:3: latent: assert: address_of_local: c == mine
}

void initialised(void) {
  int n = 0;
  fill(&n);
  assert(n > 0); // CHECK: [[@LINE]]:3: latent: assert: initialised: n > 0
  // OPEN: [[@LINE-1]]:3: warning: assertion 'n > 0' can fail if fill() changes nothing here
}

void not_initialised(void) {
  int n;
  fill(&n);
  assert(n > 0); // CHECK: [[@LINE]]:3: latent: assert: not_initialised: n > 0
}

struct pair {
  int a, b;
};

void member(void) {
  struct pair p = {1, 2};
  fill(&p.a);
  assert(p.a == 5); // CHECK: [[@LINE]]:3: latent: assert: member: p.a == 5
}

void bytes(void) {
  struct pair p = {1, 2};
  fill_bytes(&p, sizeof p);
  assert(p.b == 5); // CHECK: [[@LINE]]:3: latent: assert: bytes: p.b == 5
}

struct node {
  struct node *next;
  int n;
};
void walk(struct node *n);

void behind(void) {
  struct node last = {0, 0}, first = {&last, 0};
  walk(&first);
  assert(last.n == 1); // CHECK: [[@LINE]]:3: latent: assert: behind: last.n == 1
}

void once_known(void) {
  int n = 0;
  keep(&n);
  n = 0;
  work();
  assert(n == 1); // CHECK: [[@LINE]]:3: latent: assert: once_known: n == 1
}

void on_the_heap(void) {
  int *n = malloc(sizeof *n);
  if (!n)
    return;
  *n = 0;
  fill(n);
  assert(*n == 1); // CHECK: [[@LINE]]:3: latent: assert: on_the_heap: *n == 1
}

int shared;

void global(void) {
  shared = 1;
  work();
  assert(shared == 2); // CHECK: [[@LINE]]:3: latent: assert: global: shared == 2
}

static int counter;
void count(void) { counter++; }

void by_a_call_back(void) {
  counter = 1;
  work();
  assert(counter == 2); // CHECK: [[@LINE]]:3: latent: assert: by_a_call_back: counter == 2
}

void callers_memory(struct pair *p) {
  p->a = 0;
  work();
  assert(p->a == 1); // CHECK: [[@LINE]]:3: latent: assert: callers_memory: p->a == 1
}

// Nobody else knows these.

void local_bug(void) {
  int n = 0;
  work();
  assert(n > 0); // CHECK: [[@LINE]]:3: violated: assert: local_bug: n > 0
}

void before_it_is_known_bug(void) {
  int n = 0;
  work();
  assert(n > 0); // CHECK: [[@LINE]]:3: violated: assert: before_it_is_known_bug: n > 0
  fill(&n);
}

void set_again_bug(void) {
  int n = 0;
  fill_bytes("", 1);
  work();
  assert(n == 2); // CHECK: [[@LINE]]:3: violated: assert: set_again_bug: n == 2
}

void written_after_bug(void) {
  int n = 0;
  fill(&n);
  n = 0;
  assert(n > 0); // CHECK: [[@LINE]]:3: violated: assert: written_after_bug: n > 0
}

static const int limits[2] = {3, 4};
void constant_bug(int i) {
  work();
  assert(limits[i & 1] == 5); // CHECK: [[@LINE]]:3: violated: assert: constant_bug: limits[i & 1] == 5
}

void branch_on_it_bug(void) {
  int n = 0, x = 0;
  fill(&n);
  if (n == 0)
    assert(x); // CHECK: [[@LINE]]:5: violated: assert: branch_on_it_bug: x
}

void by_value(struct pair p, int n);
void a_copy_bug(void) {
  struct pair p = {1, 2};
  by_value(p, p.a);
  assert(p.a == 2); // CHECK: [[@LINE]]:3: violated: assert: a_copy_bug: p.a == 2
}
