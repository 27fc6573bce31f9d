// RUN: sed -n 's@^// PREDS: @@p' %s > %t.preds
// RUN: %predabs abstract --predicates %t.preds %s > %t.bp
// RUN: not %predabs bp --no-trace %t.bp | FileCheck %s --check-prefix=ONE-BY-ONE --implicit-check-not=unreachable
// RUN: %predabs abstract --precision exact --predicates %t.preds %s > %t.bp
// RUN: FileCheck %s --check-prefix=RELATION < %t.bp
// RUN: not %predabs bp --no-trace %t.bp | FileCheck %s --check-prefix=EXACT
// RUN: %predabs abstract --precision blocks --predicates %t.preds %s > %t.bp
// RUN: FileCheck %s --check-prefix=STRETCH < %t.bp
// RUN: %predabs bp --no-trace %t.bp | FileCheck %s --check-prefix=BLOCKS --implicit-check-not=": reachable"

// What the relation between predicates shows, and single predicates do not.
// ONE-BY-ONE-COUNT-2: : reachable: assert
// EXACT: : unreachable: assert
// EXACT: : reachable: assert
// BLOCKS-COUNT-2: unreachable: assert

void reach_error(void);

// PREDS: related { x > 1, x < 4, x == 4, x == 6 }
// From 2 or 3 to 4 or 6: each may fail to hold, but not both.
// RELATION: := *, *, *, * constrain {{.*}}; // x = 2 * x;
void related(int x) {
  if (x <= 1 || x >= 4)
    return;
  x = 2 * x;
  if (x != 4 && x != 6)
    reach_error();
}

// PREDS: rotate { x == 1, y == 1 }
// There is no predicate about t; through three statements none is needed.
// STRETCH: {x==1}, {y==1} := *, * constrain !{y==1} & !'{x==1} & '{y==1} | {y==1} & '{x==1} & '{y==1}; // x = 1;
void rotate(int x, int y) {
  int t;
  x = 1;
  t = x;
  x = y;
  y = t;
  if (y != 1)
    reach_error();
}
