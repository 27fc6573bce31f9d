// What the engine had decided before it was lost stands; the rest is unknown, with
// the reason, and the remark says that the next time it may be more or less.

// DEFINE: %{fault} = late-segv
// DEFINE: %{compile} = %clang %plugin -fplugin-arg-predabs-debug-fault=%{fault} -c %s -o %t.o -fplugin-arg-predabs-json=%t.json
// RUN: %clang -c %s -o %t.plain.o
// RUN: %{compile} 2>&1 | FileCheck %s "-DWHY=crashed (segmentation fault)"
// RUN: cmp %t.o %t.plain.o
// RUN: FileCheck %s --check-prefix=JSON "-DWHY=crashed (segmentation fault)" < %t.json

// REDEFINE: %{fault} = late-spin
// RUN: %{compile} -fplugin-arg-predabs-timeout=1 2>&1 | FileCheck %s "-DWHY=ran out of time (limit 1 s)"
// RUN: cmp %t.o %t.plain.o

// The driver says the same:
// RUN: not %predabs check --verdicts --debug-fault=late-segv %s > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=DRIVER < %t.out

// CHECK: partial.c:[[#FIRST:]]:{{.*}} warning: assertion '1 > 2' can fail
// CHECK-NOT: warning
// CHECK: remark: predabs: analysis of this file was lost: the engine [[WHY]]; 1 of 2 verdicts were found before, which may be more or fewer the next time; the compile is not affected

// JSON-DAG: "violated"
// JSON-DAG: "unknown"
// JSON-DAG: the engine [[WHY]]

// DRIVER-DAG: violated: assert: first_bug: 1 > 2
// DRIVER-DAG: unknown: assert: second_safe: x > 2
// DRIVER-DAG: analysis of {{.*}}partial.c was lost: the engine crashed (segmentation fault); 1 of 2

#include <assert.h>

void first_bug(void) { assert(1 > 2); }

void second_safe(int x) {
  if (x > 3)
    assert(x > 2);
}
