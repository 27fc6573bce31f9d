// Overloaded operators, conversions, user-defined literals, <=>, call and subscript.
// RUN: %truth-std=c++20 %s | FileCheck %s
// CHECK: its end is violated
#include <cassert>
#include <compare>
struct Money {
  int cents;
  auto operator<=>(const Money &) const = default;
  Money operator+(Money o) const { return {cents + o.cents}; }
  Money &operator+=(Money o) { cents += o.cents; return *this; }
  Money operator-() const { return {-cents}; }
  Money &operator++() { ++cents; return *this; }
  Money operator++(int) { Money m = *this; ++cents; return m; }
  explicit operator bool() const { return cents != 0; }
  operator int() const { return cents; }
  int operator()(int n) const { return cents * n; }
  int operator[](int n) const { return cents / n; }
};
static Money operator""_eur(unsigned long long n) { return {int(n) * 100}; }
struct Ptr { Money *m; Money *operator->() const { return m; } Money &operator*() const { return *m; } };
int main() {
  Money a = 2_eur, b{50};
  a += b;
  assert(a.cents == 250 && a > b && (a <=> b) > 0 && a == Money{250});
  assert((a + b).cents == 300 && (-a).cents == -250 && (a ? 1 : 0) == 1);
  assert((a++).cents == 250 && (++a).cents == 252 && a(2) == 504 && a[2] == 126);
  Ptr p{&a};
  p->cents = 3;
  assert((*p).cents == 3 && a.cents + 1 == 4);
  return 0;
}
