// RUN: %predabs check --verdicts %s | FileCheck %s
// RUN: not %predabs check --open=1 %s 2>&1 | FileCheck --check-prefix=OPEN %s

// What a pointer from outside points to may be a member of something larger, or
// lie in the middle of an array.

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct work {
  int k;
  struct work *next;
};
struct timer {
  int due;
};
struct request {
  int type;
  long size;
  struct work work;
  struct timer timer;
};
struct task {
  char tag[40];
  struct work work;
};
extern int ask(void);

#define container_of(ptr, type, member) \
  ((type *)((char *)(ptr) - offsetof(type, member)))

void done(struct work *w) {
  struct request *r = container_of(w, struct request, work);
  assert(r->size > 0); // CHECK: [[@LINE]]:3: latent: assert: done: r->size > 0
                       // OPEN: [[@LINE-1]]:3: {{.*}}if called with ((struct request *)((signed char *)w - 16))->size <= 0
}

void done_safe(struct work *w) {
  struct request *r = container_of(w, struct request, work);
  r->size = 1;
  w->k = 2;
  assert(r->size == 1 && &r->work == w); // CHECK: [[@LINE]]:3: proved: assert: done_safe
}

void in_between(struct work *w) {
  char *at = (char *)w;
  at -= offsetof(struct request, work);
  assert(((struct request *)at)->size > 0); // CHECK: [[@LINE]]:3: latent: assert: in_between
}

void either(struct work *w) {
  struct task *t = container_of(w, struct task, work);
  struct request *r = container_of(w, struct request, work);
  if (ask())
    assert(t->tag[0]); // CHECK: [[@LINE]]:5: latent: assert: either: t->tag[0]
  else
    assert(r->size); // CHECK: [[@LINE]]:5: latent: assert: either: r->size
}

// Two members of one record, from two pointers.
void members(struct work *w, struct timer *t) {
  struct request *a = container_of(w, struct request, work);
  struct request *b = container_of(t, struct request, timer);
  if (a == b)
    assert(w->k != t->due); // CHECK: [[@LINE]]:5: latent: assert: members: w->k != t->due
}

void members_safe(struct work *w, struct timer *t) {
  struct request *a = container_of(w, struct request, work);
  struct request *b = container_of(t, struct request, timer);
  if (a == b) {
    a->size = 3;
    assert(b->size == 3); // CHECK: [[@LINE]]:5: proved: assert: members_safe: b->size == 3
  }
}

void whole_first(struct request *r, struct work *w) {
  if (w == &r->work) {
    w->k = 3;
    assert(r->work.k != 3); // CHECK: [[@LINE]]:5: latent: assert: whole_first
  }
}

void member_first(struct work *w, struct request *r) {
  if (w == &r->work) {
    w->k = 3;
    assert(r->work.k != 3); // CHECK: [[@LINE]]:5: latent: assert: member_first
                            // OPEN: [[@LINE-1]]:5: {{.*}}if called with w == &r->work
  }
}

struct node {
  struct node *next;
};
struct item {
  int v;
  struct node link;
};

void walk(struct node *head) {
  for (struct node *n = head->next; n != head; n = n->next) {
    struct item *it = container_of(n, struct item, link);
    assert(it->v >= 0); // CHECK: [[@LINE]]:5: latent: assert: walk: it->v >= 0
                        // OPEN: [[@LINE-1]]:5: {{.*}}if called with head->next != head && ((struct item *)((signed char *)head->next - 8))->v < 0
  }
}

// The first member: as others derive a class.
struct base {
  int kind;
};
struct derived {
  struct base base;
  int more[30];
};

void derive(struct base *b) {
  struct derived *d = (struct derived *)b;
  assert(d->more[29] == 0); // CHECK: [[@LINE]]:3: latent: assert: derive
}

void derived_same(struct base *b, struct derived *d) {
  if ((struct derived *)b == d) {
    d->base.kind = 1;
    assert(b->kind != 1); // CHECK: [[@LINE]]:5: latent: assert: derived_same
  }
}

// Arrays.
int before(char *begin, char *p) {
  if (p == begin)
    return 0;
  assert(p[-1] != 7); // CHECK: [[@LINE]]:3: latent: assert: before: p[-1] != 7
                      // OPEN: [[@LINE-1]]:3: {{.*}}if called with p != begin && p[-1] == 7
  return 1;
}

void back(unsigned char *p) {
  p -= 9;
  assert(p[0] == 1); // CHECK: [[@LINE]]:3: latent: assert: back: p[0] == 1
}

void back_safe(unsigned char *p) {
  p -= 9;
  p[0] = 1;
  assert(p[0] == 1); // CHECK: [[@LINE]]:3: proved: assert: back_safe
}

void twice(int *end) {
  int *p = end;
  p--;
  p--;
  assert(*p != 9); // CHECK: [[@LINE]]:3: latent: assert: twice: *p != 9
                   // OPEN: [[@LINE-1]]:3: {{.*}}if called with end[-2] == 9
}

void negative(int *p, int n) {
  if (n >= 1 && n <= 8)
    assert(p[-n] == 0); // CHECK: [[@LINE]]:5: latent: assert: negative: p[-n] == 0
}

void scan(char *end) {
  while (*--end == 1)
    ;
  assert(*end != 2); // CHECK: [[@LINE]]:3: latent: assert: scan: *end != 2
}

struct header {
  size_t size;
};

size_t size_of(void *p) {
  struct header *h = (struct header *)p - 1;
  assert(h->size > 0); // CHECK: [[@LINE]]:3: latent: assert: size_of: h->size > 0
  return h->size;
}

// Nobody steps out of an object that is known.
static int first(int *p) { return p[-1]; }

int own_safe(void) {
  int a[2] = {3, 4};
  if (first(a + 1) != 3)
    assert(0); // CHECK: [[@LINE]]:5: proved: assert: own_safe
  return 0;
}
