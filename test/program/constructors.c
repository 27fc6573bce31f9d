// What the runtime calls before main: constructors by priority, functions in
// .preinit_array and .init_array.
// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s
// RUN: not %predabs check --verdicts %s | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: proved: assert: listed

#include <assert.h>
#include <stdio.h>

static int x = 1, y = 1, z, called;

__attribute__((constructor)) static void set(void) { x = 2; }
__attribute__((constructor(200))) static void second(void) { y *= 3; }
__attribute__((constructor(101))) static void first(void) { y += 1; }

static void early(void) {
  // CHECK: [[@LINE+2]]:3: proved: assert: early
  // PLAIN: [[@LINE+1]]:3: {{latent|proved}}: assert: early
  assert(x == 1);
  z = 5;
}
__attribute__((section(".preinit_array"), used)) static void (*begin)(void) =
    early;

static int count;
static void listed(int argc, char **argv, char **env) {
  if (getchar() == 'y')
    assert(z == 0); // CHECK: [[@LINE]]:5: violated: assert: listed
  count = argc;
}
__attribute__((section(".init_array"), used)) static void (*list[])(
    int, char **, char **) = {listed, listed};

__attribute__((constructor)) static void also_called(void) {
  if (getchar() == 'y')
    assert(called); // CHECK: [[@LINE]]:5: violated: assert: also_called
}

int main(int argc, char **argv) {
  called = 1;
  also_called();
  switch (argc) {
  case 1: assert(x == 2); break; // CHECK: [[@LINE]]:11: proved: assert: main
  case 2: assert(x == 1); break; // CHECK: [[@LINE]]:11: violated: assert: main
  case 3: assert(y == 6); break; // CHECK: [[@LINE]]:11: proved: assert: main
  case 4: assert(y == 4); break; // CHECK: [[@LINE]]:11: violated: assert: main
  case 5: assert(z == 0); break; // CHECK: [[@LINE]]:11: violated: assert: main
  // The runtime passes it what main is given.
  case 6: assert(count == argc); break; // CHECK: [[@LINE]]:11: unknown: assert: main
  }
  return 0;
}
