// In a clang of another version: one line, and an end without a crash.

// REQUIRES: clang-14
// RUN: not clang-14 %plugin -c %s -o %t.o 2> %t.err
// RUN: count 1 < %t.err
// RUN: FileCheck %s < %t.err
// CHECK: {{^}}predabs: this plugin is built for clang 19.1, but the compiler is clang 14.0; use clang-19{{$}}

int f(int x) { return x; }
