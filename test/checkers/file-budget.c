// However many functions a file has: all of them together have a budget, which
// grows with the file. What is left when it is spent is unknown, and says so; no
// obligation is lost.

// RUN: %predabs check --verdicts --json=%t.json %s | tail -1 | FileCheck %s --check-prefix=ENOUGH
// ENOUGH: 256 proved, 0 violated, 0 latent, 0 unknown
// RUN: not grep 'the budget of the file is spent' %t.json

// RUN: %predabs check --verdicts --budget=1 --json=%t.json %s | tail -1 | FileCheck %s --check-prefix=LITTLE
// LITTLE: {{[0-9]+}} proved, 0 violated, 0 latent, {{[1-9][0-9]*}} unknown
// RUN: grep 'the budget of the file is spent' %t.json
// RUN: %predabs check --verdicts --budget=1 %s | grep -c ': assert: ' | FileCheck %s --check-prefix=ALL
// ALL: 256

#include <assert.h>

int nondet(void);

#define F(N)                                                                   \
  void f##N(int x) {                                                           \
    int n = 0;                                                                 \
    while (nondet())                                                           \
      n = n + 2 == 6 ? 0 : n + 2;                                              \
    assert(n != 3);                                                            \
  }
#define F4(N) F(N##0) F(N##1) F(N##2) F(N##3)
#define F16(N) F4(N##0) F4(N##1) F4(N##2) F4(N##3)
#define F64(N) F16(N##0) F16(N##1) F16(N##2) F16(N##3)
F64(0) F64(1) F64(2) F64(3)
