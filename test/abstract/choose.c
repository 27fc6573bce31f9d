// RUN: sed -n 's@^// PREDS: @@p' %s > %t.preds
// RUN: %predabs abstract --predicates %t.preds %s | FileCheck %s

// The examples of sections 4.1 and 5.1 of c2bp.txt and 4.3 of the polymorphic
// paper: strengthening, choose and enforce.
// PREDS: next { x < 5, x == 2 }
// PREDS: below { x < 5, x == 2 }
// PREDS: two { x == 1, x == 2 }

// CHECK: next({x<5}, {x==2})
// CHECK: enforce {x<5} | !{x==2};
// CHECK: {x<5}, {x==2} := choose({x==2}, !{x<5}), choose(false, !{x<5} | {x==2}); // x = x + 1;
int next(int x) {
  x = x + 1;
  return x;
}

// CHECK: assume({x<5} & !{x==2}); // if (x < 2)
void below(int x) {
  if (x < 2)
    return;
}

// CHECK: enforce !{x==1} | !{x==2};
void two(int x) {}
