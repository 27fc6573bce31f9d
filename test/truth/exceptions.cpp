// Typed handlers, hierarchies, rethrow, unwinding, function try blocks, noexcept.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <cassert>
static int unwound;
struct Guard { ~Guard() { unwound++; } };
struct Error { int code; };
struct Special : Error { Special() : Error{7} {} };
static int thrown(int kind) {
  Guard g;
  switch (kind) {
  case 0: return 0;
  case 1: throw 5;
  case 2: throw Special();
  case 3: throw "text";
  default: throw 2.5;
  }
}
static int caught(int kind) {
  try {
    return thrown(kind);
  } catch (int n) {
    return n;
  } catch (const Error &e) {
    return e.code * 10;
  } catch (const char *s) {
    return s[0];
  } catch (...) {
    return -1;
  }
}
static int again() {
  try {
    try { throw Special(); } catch (Error &e) { e.code = 9; throw; }
  } catch (Special &s) {
    return s.code;
  }
}
struct Member {
  int n;
  Member(int k) try : n(thrown(k)) {} catch (int) { throw 'c'; }
};
int main() {
  assert(caught(0) == 0 && caught(1) == 5 && caught(2) == 70);
  assert(caught(3) == 't' && caught(4) == -1 && unwound == 5 && again() == 9);
  bool seen = false;
  try { Member m(1); assert(0); } catch (char) { seen = true; }
  assert(seen && !noexcept(caught(1)) && noexcept(seen));
  return 0;
}
