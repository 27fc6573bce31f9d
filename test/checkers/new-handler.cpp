// RUN: %predabs check --verdicts --entry=main %s -- -std=c++20 -w | FileCheck %s

// Where there is no memory, the handler runs.

#include <cassert>
#include <new>

int calls = 0;
static void handler() {
  calls++;
  std::set_new_handler(nullptr);
}

int main() {
  std::set_new_handler(handler);
  try {
    ::operator new(1UL << 62);
  } catch (std::bad_alloc &) {
  }
  assert(calls == 0); // CHECK: [[@LINE]]:3: unknown: assert: main: calls == 0
}
