// RUN: %predabs ir --run %s | FileCheck %s
// CHECK: {{^}}1 argument{{$}}

// The status is the program's.
// RUN: not %predabs ir --run --arg a --arg b %s | FileCheck %s --check-prefix=TWO
// TWO: {{^}}3 arguments{{$}}
// RUN: %python -c "import subprocess; assert subprocess.run(['%predabs', 'ir', '--run', '--arg', 'a', r'%s']).returncode == 7"

// RUN: not %predabs ir --run --max-steps 2 %s 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: predabs: not run to the end: {{.+}} at {{.*}}run.c:

// RUN: not %predabs ir --run %s -- -DZERO=0 2>&1 | FileCheck %s --check-prefix=DIVISION
// DIVISION: predabs: not run to the end: {{.+}} at {{.*}}run.c:[[@LINE+8]]:

#include <stdio.h>
#ifndef ZERO
#define ZERO 1
#endif

int main(int argc, char **argv) {
  int n = argc / ZERO;
  printf("%d argument%s\n", n, n == 1 ? "" : "s");
  return argc == 1 ? 0 : 7;
}
