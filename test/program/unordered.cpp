// RUN: not %predabs check --verdicts --entry=main %s -- -std=c++20 | FileCheck %s
// RUN: not %predabs check --verdicts --entry=main --paths=0 %s -- -std=c++20 | FileCheck %s

// Instances of templates and inline variables are initialised before the
// variables that have an order, as clang has it.

#include <cassert>

static int order = 0;
static int next() { return ++order; }

static int first = next();
template <class T> struct Holder {
  static int value;
};
template <class T> int Holder<T>::value = next();
inline int shared = next();
static int second = next();

int main() {
  assert(first > shared);             // CHECK: [[@LINE]]:3: proved: assert: main: first > shared
  assert(first > Holder<int>::value); // CHECK: [[@LINE]]:3: proved: assert: main: first > Holder<int>::value
  assert(second == first + 1);        // CHECK: [[@LINE]]:3: proved: assert: main: second == first + 1
  assert(first == 1);                 // CHECK: [[@LINE]]:3: violated: assert: main: first == 1
}
