// static_cast, const_cast, reinterpret_cast, dynamic_cast, typeid, functional casts, bit_cast.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <cassert>
#include <typeinfo>
struct Base { virtual ~Base() {} int b = 1; };
struct Derived : Base { int d = 2; };
struct Other : Base {};
int main() {
  Derived derived;
  Other other;
  Base *p = &derived, *q = &other;
  assert(dynamic_cast<Derived *>(p) == &derived && !dynamic_cast<Derived *>(q));
  dynamic_cast<Derived &>(*p).d = 8;
  assert(derived.d == 8 && typeid(*p) == typeid(Derived) && typeid(*q) != typeid(*p));
  const int n = 3;
  assert(int(3.7) == 3 && static_cast<char>(300) == 44 && const_cast<int &>(n) == 3);
  int x = 5;
  assert(*reinterpret_cast<unsigned char *>(&x) == 5);
  assert(__builtin_bit_cast(unsigned, 1.0f) == 0x3f800000u);
  assert(bool(x) && int{} == 0 && nullptr == 0);
  return 0;
}
