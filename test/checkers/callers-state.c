// RUN: not %predabs check --verdicts %s | FileCheck %s

// What memory of the caller says, by a volatile member or by a function
// elsewhere that is asked about it, is up to the caller.

#include <assert.h>

struct mutex {
  volatile int refs;
};
extern int held(struct mutex *m);
extern void *find(struct mutex *m, int key);
extern int more(void);
extern void *some(void);

void release(struct mutex *m) {
  assert(m->refs == 0); // CHECK: [[@LINE]]:3: latent: assert: release: m->refs == 0
}

void leave(struct mutex *m) {
  assert(held(m)); // CHECK: [[@LINE]]:3: latent: assert: leave: held(m)
}

void lookup(struct mutex *m) {
  void *found = find(m, 1);
  assert(found); // CHECK: [[@LINE]]:3: latent: assert: lookup: found
}

// Without an argument it is up to that function.
void pointer(void) {
  assert(some()); // CHECK: [[@LINE]]:3: latent: assert: pointer: some()
}

void number(void) {
  assert(more()); // CHECK: [[@LINE]]:3: latent: assert: number: more()
}

// Of pointers to functions too, though no function of that type is here.
extern struct methods { int (*init)(void *); } methods;
void set_methods(void);

void initialise(void) {
  if (methods.init == 0) {
    set_methods();
    assert(methods.init != 0); // CHECK: [[@LINE]]:5: latent: assert: initialise: methods.init != 0
  }
}

void call_back(void (*done)(int)) {
  int n = 1;
  done(n);
  assert(n == 2); // CHECK: [[@LINE]]:3: latent: assert: call_back: n == 2
}

// What it calls may call the other functions of this file.
static int count;

void count_safe_or_not(void (*done)(int)) {
  count = 1;
  done(2);
  assert(count == 1); // CHECK: [[@LINE]]:3: unknown: assert: count_safe_or_not: count == 1
}

void clear_count(void) { count = 0; }

typedef void proc(int);
static void dispatch(int n) { clear_count(); }
void keep(proc *);
void use(void) { keep(dispatch); }

void only_dispatch(proc *p) {
  assert(p == dispatch); // CHECK: [[@LINE]]:3: latent: assert: only_dispatch: p == dispatch
}

// To call it is to fail: those who do are to blame.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void fail(const char *text) {
  __assert_fail(text, "", 0, ""); // CHECK: [[@LINE]]:3: latent: assert: fail: __assert_fail is called
}

static void die(void) {
  __assert_fail("", "", 0, ""); // CHECK: [[@LINE]]:3: violated: assert: die: __assert_fail is called
}

void call_of_die_bug(void) {
  if (more())
    die();
}

// A pointer that is passed as another type may be anything.
struct handle;
struct cache { int n; };
struct page { int id; struct cache *owner; };

void unpin(struct handle *h, void *p) {
  struct cache *c = (struct cache *)h;
  struct page *pg = p;
  c->n = 1;
  assert(pg->owner == c); // CHECK: [[@LINE]]:3: latent: assert: unpin: pg->owner == c
}
