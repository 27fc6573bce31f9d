// Virtual functions, abstract classes, several bases, virtual bases, construction order.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <cassert>
struct Shape {
  virtual int area() const = 0;
  virtual ~Shape() {}
  int twice() const { return 2 * area(); }
};
struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};
struct Unit final : Square { Unit() : Square(1) {} int area() const override { return 1; } };
struct A { int a = 1; };
struct B : virtual A { int b = 2; };
struct C : virtual A { int c = 3; };
struct D : B, C { int d = 4; };
struct Left { int l = 5; virtual int name() { return 1; } };
struct Right { int r = 6; virtual int name() { return 2; } };
struct Both : Left, Right { int name() override { return 3; } };
int main() {
  Square s(3);
  Unit u;
  const Shape &shape = s, &other = u;
  assert(shape.area() == 9 && shape.twice() == 18 && other.twice() == 2);
  D d;
  d.a = 7;
  B &b = d;
  C &c = d;
  assert(b.a == 7 && c.a == 7 && d.b + d.c + d.d == 9);
  Both both;
  Right *r = &both;
  assert(r->name() == 3 && r->r == 6 && static_cast<Both *>(r)->l == 5);
  assert(both.Left::name() == 1);
  return 0;
}
