// RUN: split-file %s %t
// RUN: %predabs check --verdicts --entry=main %t/main.cpp %t/other.cpp | FileCheck %s
// RUN: %predabs check --verdicts --entry=main --paths=0 %t/main.cpp %t/other.cpp | FileCheck %s

// Classes of one name in unnamed namespaces of two files. By the language they
// are two, and the runtime takes one for the other.

// CHECK: 10:3: unknown: assert: main: r == 2
// CHECK: 12:3: unknown: assert: main: shape().sides() == 4
// CHECK: 13:3: proved: assert: main: mine.sides() == 3

//--- main.cpp
#include <cassert>
struct Shape { virtual int sides() = 0; };
Shape &shape();
void fails();
namespace { struct L { int a = 1; }; struct My : Shape { int sides() override { return 3; } }; My mine; }
int main() {
  int r = 0;
  try { fails(); } catch (L &) { r = 1; } catch (...) { r = 2; }
  (void)mine;
  assert(r == 2);
  r = 0;
  assert(shape().sides() == 4);
  assert(mine.sides() == 3);
}
//--- other.cpp
struct Shape { virtual int sides() = 0; };
namespace { struct L { int a, b; }; struct My : Shape { int sides() override { return 4; } }; My mine; }
Shape &shape() { return mine; }
void fails() { throw L{1, 2}; }
