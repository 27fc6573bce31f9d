// A file that calls what is not in it is not the whole program: others may call
// all that they can name, before main too.
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s
// RUN: %predabs check --verdicts %s | FileCheck %s --check-prefix=PLAIN
// RUN: not %predabs check --verdicts --entry=main --closed %s -- -DINPUT | FileCheck %s --check-prefix=CLOSED
// RUN: not %clang %plugin -fplugin-arg-predabs-entry=main -fplugin-arg-predabs-closed -Werror -DINPUT -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=PLUGIN

#include <assert.h>
#include <errno.h>

int shared = 1;
static int own = 1, hidden = 1, reached = 1;
const int fixed = 4;

void ext(void);
int get(void);

void set_own(int n) { own = n; }
int *address(void) { return &reached; }

void callback(int n) {
  // CHECK: [[@LINE+3]]:3: unknown: assert: callback
  // PLAIN: [[@LINE+2]]:3: latent: assert: callback
  // CLOSED: [[@LINE+1]]:3: proved: assert: callback
  assert(n == 1);
}
static void helper(int n) {
  assert(n == 1); // CHECK: [[@LINE]]:3: proved: assert: helper
}

int main(int argc, char **argv) {
  // CHECK: [[@LINE+3]]:3: unknown: assert: main: shared == 1
  // PLAIN: [[@LINE+2]]:3: unknown: assert: main: shared == 1
  // CLOSED: [[@LINE+1]]:3: proved: assert: main: shared == 1
  assert(shared == 1);
  // CHECK: [[@LINE+3]]:3: unknown: assert: main: own == 1
  // PLAIN: [[@LINE+2]]:3: unknown: assert: main: own == 1
  // CLOSED: [[@LINE+1]]:3: proved: assert: main: own == 1
  assert(own == 1);
  // CHECK: [[@LINE+3]]:3: proved: assert: main: hidden == 1 && fixed == 4
  // PLAIN: [[@LINE+2]]:3: proved: assert: main: hidden == 1 && fixed == 4
  // CLOSED: [[@LINE+1]]:3: proved: assert: main: hidden == 1 && fixed == 4
  assert(hidden == 1 && fixed == 4);
  callback(1);
  helper(1);
  shared = own = 2;
  reached = 1;
  errno = 0;
  ext();
  assert(shared == 2); // CHECK: [[@LINE]]:3: unknown: assert: main: shared == 2
  assert(own == 2); // CHECK: [[@LINE]]:3: unknown: assert: main: own == 2
  assert(reached == 1); // CHECK: [[@LINE]]:3: unknown: assert: main: reached == 1
  assert(errno == 0); // CHECK: [[@LINE]]:3: unknown: assert: main:
  assert(hidden == 1); // CHECK: [[@LINE]]:3: proved: assert: main: hidden == 1
#ifdef INPUT
  // CLOSED: [[@LINE+2]]:3: violated: assert: main: get() != 3
  // PLUGIN: [[@LINE+1]]:3: error: assertion 'get() != 3' can fail
  assert(get() != 3);
#endif
  return 0;
}
