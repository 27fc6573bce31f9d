// RUN: not %predabs check --verdicts --entry=main %s -- -std=c++20 -w | FileCheck %s
// RUN: not %predabs check --verdicts --entry=main --paths=0 %s -- -std=c++20 -w | FileCheck %s

// The library's other operators call those that the program replaces.

#include <cassert>
#include <new>

static int live = 0;
static char pool[1024];
static unsigned long used = 0;

void *operator new(unsigned long n) {
  live++;
  void *p = pool + used;
  used += (n + 15) / 16 * 16;
  return p;
}
void operator delete(void *) noexcept { live--; }

int main() {
  int *a = new int[4];
  assert(live == 1); // CHECK: [[@LINE]]:3: proved: assert: main: live == 1
  int *b = new (std::nothrow) int;
  assert(live == 2); // CHECK: [[@LINE]]:3: proved: assert: main: live == 2
  delete[] a;
  assert(live == 1); // CHECK: [[@LINE]]:3: proved: assert: main: live == 1
  delete b;
  assert(live == 1); // CHECK: [[@LINE]]:3: violated: assert: main: live == 1
}
