// The plugin changes neither the object nor what clang says, nor the status.

// RUN: %clang -Wall -O0 -c %s -o %t.plain.o 2> %t.plain.err
// RUN: %clang -Wall -O0 %plugin -c %s -o %t.o 2> %t.err
// RUN: cmp %t.plain.o %t.o && cmp %t.plain.err %t.err

// RUN: %clang -Wall -O2 -c %s -o %t.plain.o
// RUN: %clang -Wall -O2 %plugin -c %s -o %t.o
// RUN: cmp %t.plain.o %t.o

// RUN: %clang -Wall -O0 -g -c %s -o %t.plain.o
// RUN: %clang -Wall -O0 -g %plugin -c %s -o %t.o
// RUN: cmp %t.plain.o %t.o

// RUN: %clang -O3 -g -S %s -o %t.plain.s
// RUN: %clang -O3 -g %plugin -S %s -o %t.s
// RUN: cmp %t.plain.s %t.s

// RUN: %clang -O1 -emit-llvm -c %s -o %t.plain.bc
// RUN: %clang -O1 %plugin -emit-llvm -c %s -o %t.bc
// RUN: cmp %t.plain.bc %t.bc

// RUN: %clang -Wall -fsyntax-only %s 2> %t.plain.err
// RUN: %clang -Wall %plugin -fsyntax-only %s 2> %t.err
// RUN: cmp %t.plain.err %t.err

#include <assert.h>
#include <math.h>

// Folded by the host's mathematics library, in the host's rounding mode.
double folded(void) { return pow(1.1, 2.3) + cosh(0.7) + log10(3.3); }

static int sum(const int *p, int n) {
  int unused, s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i];
  return s;
}

int main(int argc, char **argv) {
  int a[4] = {1, 2, 3, argc};
  if (argc > 0)
    assert(argc != 0 && argv);
  return sum(a, 4);
}
