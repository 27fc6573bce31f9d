// Records that are passed and returned by value are known by their fields.

// RUN: sed -n 's@^// PREDS: @@p' %s > %t.preds
// RUN: %predabs abstract --predicates %t.preds %s | FileCheck %s

struct pair { int a, b; };

// PREDS: swapped { return.a == 'p.b }
// CHECK: bool<2> swapped() {
// CHECK: {return.a=='p.b}, {p.b=='p.b} := *, true;
// CHECK: return {return.a=='p.b}, {p.b=='p.b};
static struct pair swapped(struct pair p) {
  return (struct pair){p.b, p.a};
}

// PREDS: test { y.a == x.b }
// CHECK: {swapped: return.a=='p.b}, {swapped: p.b=='p.b} := swapped();
// CHECK: {y.a==x.b} := {swapped: return.a=='p.b};
void test(struct pair x) {
  struct pair y = swapped(x);
}
