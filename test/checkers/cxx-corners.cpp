// RUN: not %predabs check --verdicts %s -- -std=c++20 | FileCheck %s

// Corners of C++ where something runs, or is thrown, that is not written down.

#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <typeinfo>

// typeid of what a null pointer points to throws.
struct Shape {
  virtual ~Shape() {}
};
static int type_of(Shape *s) {
  try {
    return typeid(*s) == typeid(Shape) ? 1 : 2;
  } catch (std::bad_typeid &) {
    return 3;
  }
}
void typeid_bug() {
  int n = type_of(nullptr);
  assert(n != 3); // CHECK: [[@LINE]]:3: unknown: assert: typeid_bug: n != 3
}

// Virtual bases are made and destroyed once.
struct Counted {
  static int made, gone;
  Counted() { made++; }
  ~Counted() { gone++; }
};
int Counted::made, Counted::gone;
struct Left : virtual Counted {};
struct Right : virtual Counted {};
struct Both : Left, Right {};
void once() {
  Counted::made = Counted::gone = 0;
  {
    Both b;
  }
  assert(Counted::made == 1); // CHECK: [[@LINE]]:3: proved: assert: once: Counted::made == 1
  assert(Counted::gone == 1); // CHECK: [[@LINE]]:3: proved: assert: once: Counted::gone == 1
  assert(Counted::gone != 1); // CHECK: [[@LINE]]:3: violated: assert: once: Counted::gone != 1
}

// A constant is computed by the compiler, and code can tell.
static constexpr int doubled(int n) {
  return std::is_constant_evaluated() ? n * 2 : n * 3;
}
void constant_safe() {
  const int c = doubled(4);
  assert(c == 8); // CHECK: [[@LINE]]:3: proved: assert: constant_safe: c == 8
}
void constant_bug() {
  int c = doubled(4);
  assert(c == 8); // CHECK: [[@LINE]]:3: violated: assert: constant_bug: c == 8
}

// The memory is given back although the destructor throws.
struct Refuses {
  static int freed;
  ~Refuses() noexcept(false) { throw 1; }
  static void operator delete(void *p) {
    freed++;
    std::free(p);
  }
  static void *operator new(std::size_t n) { return std::malloc(n); }
};
int Refuses::freed;
void refuses() {
  Refuses::freed = 0;
  Refuses *p = new Refuses;
  if (!p)
    return;
  try {
    delete p;
  } catch (int) {
  }
  assert(Refuses::freed == 1); // CHECK: [[@LINE]]:3: proved: assert: refuses: Refuses::freed == 1
  assert(Refuses::freed == 0); // CHECK: [[@LINE]]:3: violated: assert: refuses: Refuses::freed == 0
}

// A constructor that throws gives it back to the operator with the same
// arguments.
struct Placed {
  static int freed;
  Placed() { throw 1; }
  static void *operator new(std::size_t, void *where, int) { return where; }
  static void operator delete(void *, void *, int n) { freed += n; }
};
int Placed::freed;
void placed() {
  static char memory[sizeof(Placed)];
  Placed::freed = 0;
  try {
    new (memory, 4) Placed;
  } catch (int) {
  }
  assert(Placed::freed == 4); // CHECK: [[@LINE]]:3: proved: assert: placed: Placed::freed == 4
  assert(Placed::freed == 0); // CHECK: [[@LINE]]:3: violated: assert: placed: Placed::freed == 0
}

// No array has a negative length.
int length_safe(int n) {
  if (n >= 0)
    return 0;
  int r = 0;
  try {
    int *p = new int[n];
    r = 1;
    delete[] p;
  } catch (std::bad_alloc &) {
    r = 2;
  }
  assert(r == 2); // CHECK: [[@LINE]]:3: proved: assert: length_safe: r == 2
  return r;
}
void length_bug() {
  int n = -1;
  char *p = new (std::nothrow) char[n];
  assert(p); // CHECK: [[@LINE]]:3: violated: assert: length_bug: p
}

struct Pair {
  int a, b;
  constexpr Pair(int n) : a(n), b(std::is_constant_evaluated() ? n : -n) {}
};
void constant_object_safe() {
  constexpr Pair p(3);
  const Pair q(3);
  constexpr Pair r[] = {1, 2};
  assert(p.b == 3); // CHECK: [[@LINE]]:3: proved: assert: constant_object_safe: p.b == 3
  assert(q.b == -3); // CHECK: [[@LINE]]:3: proved: assert: constant_object_safe: q.b == -3
  assert(r[1].a + r[0].b == 3); // CHECK: [[@LINE]]:3: proved: assert: constant_object_safe: r[1].a
}
void constant_object_bug() {
  constexpr Pair p(3);
  assert(p.b == -3); // CHECK: [[@LINE]]:3: violated: assert: constant_object_bug: p.b == -3
}

// An operator new that has to throw gives no null pointer.
struct Pooled {
  int n = 3;
  static void *operator new(std::size_t n) { return std::malloc(n); }
  static void operator delete(void *p) { std::free(p); }
};
void pooled_safe() {
  Pooled *p = new Pooled;
  assert(p); // CHECK: [[@LINE]]:3: proved: assert: pooled_safe: p
  delete p;
}
