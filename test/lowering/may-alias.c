// A type that may alias any other is an int like all others here, so types do
// not tell memory apart in such a file.
// RUN: %predabs ir %s -- -O2 | FileCheck %s
// RUN: %predabs ir %s -- -O2 -DPLAIN | FileCheck %s --check-prefix=PLAIN
// CHECK: target pointer-bytes 8 little-endian{{$}}
// PLAIN: target pointer-bytes 8 little-endian strict-aliasing{{$}}
#ifndef PLAIN
typedef int __attribute__((may_alias)) any;
#else
typedef int any;
#endif
int f(any *p, float *q) {
  *q = 1;
  return *p;
}
