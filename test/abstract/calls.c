// RUN: sed -n 's@^// PREDS: @@p' %s > %t.preds
// RUN: %predabs abstract --predicates %t.preds %s > %t.bp
// RUN: FileCheck %s < %t.bp
// RUN: %predabs bp --no-trace %t.bp | FileCheck %s --check-prefix=VERDICT --implicit-check-not=": reachable"

void reach_error(void);
void other(void);
int fetch(int *where);
int depth, shared;

// PREDS: global { shared == 0 }

// A global predicate is kept up to date by the callee.
// CHECK: decl {shared==0};
// CHECK: void clear() {
// CHECK: {shared==0} := true;
static void clear(void) { shared = 0; }

// PREDS: globals { shared > 0 }
// The caller's own predicate about the global is found anew. Until then it is
// about the past, so the two are not held against each other.
// CHECK: globals({shared>0}) {
// CHECK: enforce {calling} | (!{shared>0} | !{shared==0});
// CHECK: {calling} := false;
// CHECK: {calling} := true; // clear();
// CHECK: clear(); // clear();
// CHECK: {shared>0}, {calling} := choose(false, {shared==0}), false; // clear();
void globals(void) {
  shared = 1;
  clear();
  if (shared > 0)
    reach_error();
}

// PREDS: unknown { x == 1, y == 1, *p == 1 }
// Who knows what other() does; nobody knows y.
// CHECK: unknown_({x==1}, {*p==1}) {
// CHECK: {x==1}, {*p==1}, {shared==0} := *, *, *; // other();
// CHECK: {x==1}, {*p==1}, {shared==0} := *, *, *; // x = fetch(&x);
void unknown(int x, int *p) {
  int y = 1;
  other();
  x = fetch(&x);
  if (y != 1)
    reach_error();
}

// PREDS: one { return == 1 }
// PREDS: two { return == 2 }
// PREDS: pointer { which == 0, r == 1, r == 2 }
// CHECK: {return==1} := true; // static int one
static int one(void) { return 1; }
static int two(void) { return 2; }

// CHECK: pointer({which==0}) {
// CHECK: if (*) {
// CHECK: {one: return==1} := one();
// CHECK: {r==1}, {r==2} := {one: return==1}, choose(false, {one: return==1});
// CHECK: } else {
// CHECK: {two: return==2} := two();
void pointer(int which) {
  int (*f)(void) = one;
  int r;
  if (which)
    f = two;
  r = f();
  if (r != 1 && r != 2)
    reach_error();
}

// PREDS: count { depth == 'depth, depth == 'depth + 1 }
// PREDS: recursive { depth == 3 }
// What count does to depth is known for every activation of it.
// CHECK: bool<2> count() {
// CHECK: {count: depth=='depth}, {count: depth=='depth+1} := count(); // count(n - 1);
void count(int n) {
  if (n > 0) {
    depth = depth + 1;
    count(n - 1);
    depth = depth - 1;
  }
}

void recursive(void) {
  depth = 3;
  count(7);
  if (depth != 3)
    reach_error();
}

// PREDS: store { *p == v }
// PREDS: by_reference { x == 5 }
// Neither p nor v changes in store, so *p == v means something to the caller.
// CHECK: bool store({*p==v}) {
// CHECK: {*p==v} := true;
// CHECK: {store: *p==v} := store({x==5}); // store(&x, 5);
// CHECK: {x==5} := {store: *p==v}; // store(&x, 5);
static void store(int *p, int v) { *p = v; }

void by_reference(void) {
  int x = 0;
  store(&x, 5);
  if (x != 5)
    reach_error();
}

// VERDICT-COUNT-5: unreachable: assert
