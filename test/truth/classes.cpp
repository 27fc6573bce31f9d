// Constructors, destructors, member functions, static members, this, access.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <cassert>
static int alive;
class Counter {
  int n_;
public:
  static int made;
  explicit Counter(int n = 1) : n_(n) { alive++, made++; }
  Counter(const Counter &c) : n_(c.n_ + 1) { alive++; }
  ~Counter() { alive--; }
  Counter &add(int n) { this->n_ += n; return *this; }
  int get() const { return n_; }
};
int Counter::made;
static int pass(Counter c) { return c.get(); }
int main() {
  {
    Counter c, d(4), e = d;
    assert(c.get() == 1 && e.get() == 5 && alive == 3);
    assert(c.add(2).add(3).get() == 6 && pass(c) == 7);
    assert(alive == 3 && Counter(9).get() == 9 && alive == 4);
    assert(alive == 3);
  }
  assert(alive == 0 && Counter::made == 3);
  Counter *p = new Counter(2), *many = new Counter[3];
  assert(alive == 4 && many[2].get() == 1);
  delete p;
  delete[] many;
  assert(alive == 0);
  return 0;
}
