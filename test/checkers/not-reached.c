// The one run of a program decides, whatever the functions do that it does not
// come to. Where it comes to one that may do otherwise, it does not.
//
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s
// RUN: not %predabs check --verdicts --entry=main %s -- -DTWIN | FileCheck %s --check-prefix=TWIN
// CHECK: 30:3: proved: assert: main: h == 3269297619
// CHECK: 31:3: proved: assert: main: more == &small
// TWIN-NOT: 31:3: proved
// TWIN: 31:3: violated: assert: main: more == &small

#include <assert.h>
#include <stdlib.h>

static unsigned char small, *more = &small;
#ifdef TWIN
enum { Most = 900 };
#else
enum { Most = 1000 };
#endif
static unsigned step(unsigned h, unsigned i) {
  if (i >= Most)
    more = malloc(i);
  return h * 31 + i;
}

int main(void) {
  unsigned h = 7;
  for (unsigned i = 0; i < 1000; ++i)
    h = step(h, i) ^ h >> 5;
  assert(h == 3269297619);
  assert(more == &small);
}
