// Whatever happens to the engine: the object is the plain one, the status is 0
// and one remark says what was lost.

// RUN: %clang -O0 -g -c %s -o %t.O0.o
// RUN: %clang -O2 -c %s -o %t.O2.o
// DEFINE: %{seconds} = 60
// DEFINE: %{limits} = -fplugin-arg-predabs-timeout=%{seconds} -fplugin-arg-predabs-memory=256
// DEFINE: %{fault} = segv
// DEFINE: %{why} = crashed
// DEFINE: %{compile} = %clang %plugin -fplugin-arg-predabs-debug-fault=%{fault} %{limits} -c %s -o %t.o
// DEFINE: %{remark} = FileCheck %s "-DWHY=%{why}" --implicit-check-not={{.}}

// CHECK: {{^.*}}faults.c:1:1: remark: predabs: analysis of this file was lost: the engine [[WHY]]; the compile is not affected [predabs]

// REDEFINE: %{why} = crashed (segmentation fault)
// RUN: %{compile} -O0 -g 2>&1 | %{remark}
// RUN: cmp %t.o %t.O0.o
// RUN: %{compile} -O2 2>&1 | %{remark}
// RUN: cmp %t.o %t.O2.o

// REDEFINE: %{fault} = abort
// REDEFINE: %{why} = crashed (aborted)
// RUN: %{compile} -O0 -g 2>&1 | %{remark}
// RUN: cmp %t.o %t.O0.o
// RUN: %{compile} -O2 2>&1 | %{remark}
// RUN: cmp %t.o %t.O2.o

// REDEFINE: %{fault} = stack
// REDEFINE: %{why} = crashed (stack overflow)
// RUN: %{compile} -O0 -g 2>&1 | %{remark}
// RUN: cmp %t.o %t.O0.o
// RUN: %{compile} -O2 2>&1 | %{remark}
// RUN: cmp %t.o %t.O2.o

// REDEFINE: %{fault} = spin
// REDEFINE: %{seconds} = 1
// REDEFINE: %{why} = ran out of time (limit 1 s)
// RUN: %{compile} -O0 -g 2>&1 | %{remark}
// RUN: cmp %t.o %t.O0.o
// RUN: %{compile} -O2 2>&1 | %{remark}
// RUN: cmp %t.o %t.O2.o

// REDEFINE: %{fault} = oom
// REDEFINE: %{seconds} = 60
// REDEFINE: %{why} = ran out of memory (limit 256 MiB)
// RUN: %{compile} -O0 -g 2>&1 | %{remark}
// RUN: cmp %t.o %t.O0.o
// RUN: %{compile} -O2 2>&1 | %{remark}
// RUN: cmp %t.o %t.O2.o

// Neither flag makes it vanish or an error.
// RUN: %{compile} -O2 -w -Werror 2>&1 | %{remark}
// RUN: cmp %t.o %t.O2.o

int twice(int x) { return 2 * x; }
