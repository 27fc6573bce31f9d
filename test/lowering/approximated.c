// What has no model gives an arbitrary value, with its reason.
// RUN: %predabs ir --no-locs %s -- -std=c23 | FileCheck %s
// RUN: %predabs ir --stats %s -- -std=c23 | FileCheck --check-prefix=STATS %s
typedef int v4 __attribute__((vector_size(16)));
// CHECK-LABEL: func @complex_
// CHECK: because complex-number
double complex_(_Complex double a) { return __real__(a * a); }
// CHECK-LABEL: func @vector
// CHECK: because vector
int vector(v4 a, v4 b) { v4 c = a + b; return c[1]; }
// CHECK-LABEL: func @element
// CHECK-NOT: havoc
// CHECK: return
int element(v4 *a) { return (*a)[2]; }
// CHECK-LABEL: func @wide
// CHECK: because wide-integer
int wide(_BitInt(200) a) { return (int)(a * a); }
// CHECK-LABEL: func @builtin
// CHECK: because builtin
unsigned builtin(unsigned x) { return __builtin_bitreverse32(x); }
// CHECK-LABEL: func @exact
// CHECK-NOT: havoc
// CHECK: return %x + 1
int exact(int x) { return x + 1; }
// STATS-DAG: # complex_: 1 statements, 0 floating-point, 1 approximated
// STATS-DAG: # vector: 2 statements, 0 floating-point, 1 approximated, vector 1
// STATS-DAG: # element: 1 statements, 0 floating-point, 0 approximated
// STATS-DAG: # wide: 1 statements, 0 floating-point, 1 approximated, wide-integer 1
// STATS-DAG: # builtin: 1 statements, 0 floating-point, 1 approximated, builtin 1
// STATS-DAG: # exact: 1 statements, 0 floating-point, 0 approximated{{$}}
