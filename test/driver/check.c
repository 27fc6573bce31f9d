// RUN: %predabs check %s | FileCheck %s --check-prefix=PLAIN
// PLAIN: {{^}}{{.*}}check.c: 3 functions lowered, {{[0-9]+}} statements, all exact
// PLAIN-NEXT: {{^}}predabs: 0 proved, 0 violated, 3 latent, 0 unknown{{$}}
// PLAIN-NOT: {{.}}

// RUN: %predabs check --verdicts --functions %s -- -O2 | FileCheck %s

#include <assert.h>

extern void reach_error(void);

// CHECK: {{^}}  positive: {{[0-9]+}} statements, all exact
// CHECK: {{^}}  both: {{[0-9]+}} statements, all exact

int positive(int x) {
  // CHECK: {{^}}{{.*}}check.c:[[@LINE+1]]:3: latent: assert: positive: x > 0
  assert(x > 0);
  return x;
}

int both(int x) {
  // CHECK-NEXT: {{^}}{{.*}}check.c:[[@LINE+1]]:3: latent: assert: both: x != 3 && x
  assert(x != 3 && x);
  if (x > 10)
    // CHECK-NEXT: {{^}}{{.*}}check.c:[[@LINE+1]]:5: latent: assert: both: reach_error is called
    reach_error();
  return 0;
}

int neither(int x) { return x; }

// CHECK-NEXT: {{^}}predabs: 0 proved, 0 violated, 3 latent, 0 unknown{{$}}

// RUN: %predabs check --stats=%t.json %s %s > /dev/null
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// STATS: "functions": 6
// STATS: "files": [
// STATS: "functions": 3
// STATS: "functions": 3
