// RUN: %predabs ir %s | FileCheck %s --check-prefixes=ALL
// RUN: %predabs ir --no-locs --function twice %s -- -DEXTRA | FileCheck %s --check-prefix=ONE
// RUN: %predabs ir --stats %s | FileCheck %s --check-prefix=STATS
// RUN: not %predabs ir --function thrice %s 2>&1 | FileCheck %s --check-prefix=NONE

// ALL: func @twice(%x: i32{{.*}}) -> i32 at "{{.*}}ir.c":[[@LINE+6]]:5 {
// ALL: func @main
// ONE-NOT: at
// ONE: func @twice(%x: i32) -> i32 {
// ONE-NOT: func
// STATS: {{^}}# twice: {{[1-9][0-9]*}} statements, 0 floating-point, 0 approximated
int twice(int x) { return 2 * x; }
// NONE: predabs: there is no function 'thrice'

// The text reads back as the same program.
// RUN: %predabs ir %s > %t.ir
// RUN: %predabs ir %t.ir | diff - %t.ir

// RUN: sed s/func/fnc/ %t.ir > %t.bad.ir
// RUN: not %predabs ir %t.bad.ir 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: predabs: {{.*}}.bad.ir:{{[0-9]+}}:{{[0-9]+}}: {{.+}}

int main(void) { return twice(4) - 8; }
