// Where there are no descriptors left for a child, the compile goes on.

// RUN: bash -c "ulimit -n 6; exec %clang %plugin -fsyntax-only %s" 2>&1 | FileCheck %s
// CHECK: no-process.c:1:1: remark: predabs: analysis of this file was lost: the engine could not be started (Too many open files); the compile is not affected [predabs]

int f(int x) { return x; }
