// A function of the library may be a failure function, also where errno is
// followed, and __builtin_abort ends the program without a declaration of abort.
// RUN: not %predabs check --verdicts --entry=main --failures=puts,abort %s 2>%t | FileCheck %s
// RUN: not grep -i crashed %t
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int one = 1;

void ends(int x) {
  if (x)
    __builtin_abort();
  // CHECK: :[[@LINE+1]]:{{.*}}: proved: assert: ends: x == 0
  assert(x == 0);
}

int main(void) {
  errno = 0;
  if (errno != 0)
    // CHECK: :[[@LINE+1]]:{{.*}}: proved: assert: main: puts is called
    puts("never");
  ends(one - 1);
  // CHECK: :[[@LINE+1]]:{{.*}}: violated: assert: main: puts is called
  puts("always");
}
