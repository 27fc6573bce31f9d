// Pointers that are thrown, to objects and functions, and handlers of bases.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <cassert>
struct First { int a = 1; };
struct Second { int b = 2; };
struct Both : First, Second { int c = 3; };
static Both both;
static int number = 4;
static int next(int n) { return n + 1; }
static void raise(int k) {
  switch (k) {
  case 0: throw &both;
  case 1: throw (const Both *)&both;
  case 2: throw &number;
  case 3: throw (void *)&number;
  case 4: throw (const int *)&number;
  case 5: throw &next;
  }
}
static int caught(int k) {
  try {
    raise(k);
  } catch (Second *p) {
    return 10 + p->b;
  } catch (const Second *p) {
    return 20 + p->b;
  } catch (int *p) {
    return 30 + *p;
  } catch (const void *p) {
    return 40 + (p == &number);
  } catch (int (*f)(int)) {
    return 50 + f(3);
  }
  return 0;
}
int main() {
  assert(caught(0) == 12 && caught(1) == 22 && caught(2) == 34);
  assert(caught(3) == 41 && caught(4) == 41 && caught(5) == 54);
  assert(caught(6) == 0);
  return 0;
}
