// RUN: not %predabs check --verdicts %s | FileCheck %s

// Objects of classes passed by value are the caller's, as records in C are.

#include <cassert>

struct P {
  int a;
  P(int x) : a(x) {}
};

int constructed(P p) {
  assert(p.a > 0); // CHECK: [[@LINE]]:3: latent: assert: constructed: p.a > 0
  return p.a;
}

class Account {
  int Balance = 0;

public:
  Account() = default;
  Account(const Account &O) : Balance(O.Balance) {}
  ~Account() {}
  void add(int n) { Balance += n; }
  int balance() const { return Balance; }
};

int with_copy_constructor(Account a) {
  assert(a.balance() >= 0); // CHECK: [[@LINE]]:3: latent: assert: with_copy_constructor: a.balance() >= 0
  return 0;
}

int copied(Account a) {
  Account b = a;
  assert(b.balance() != 5); // CHECK: [[@LINE]]:3: latent: assert: copied: b.balance() != 5
  return 0;
}

struct Base {
  int n;
};
struct Derived : Base {
  int m;
};

int inherited(Derived d) {
  assert(d.n <= d.m); // CHECK: [[@LINE]]:3: latent: assert: inherited: d.n <= d.m
  return 0;
}

struct Slice {
  const char *d;
  unsigned long n;
  char operator[](unsigned long i) const {
    assert(i < n); // CHECK: [[@LINE]]:5: latent: assert: Slice::operator[]: i < n
    return d[i];
  }
};
int first(Slice s) { return s[0]; }

template <class T> struct Box {
  T Value;
};
int boxed(Box<short> b) {
  assert(b.Value != 7); // CHECK: [[@LINE]]:3: latent: assert: boxed: b.Value != 7
  return 0;
}

int moved(Box<int> &&b) {
  Box<int> c = static_cast<Box<int> &&>(b);
  assert(c.Value != 7); // CHECK: [[@LINE]]:3: latent: assert: moved: c.Value != 7
  return 0;
}

int fresh_bug() {
  Account a;
  a.add(3);
  assert(a.balance() == 4); // CHECK: [[@LINE]]:3: violated: assert: fresh_bug: a.balance() == 4
  return 0;
}

int fresh_safe() {
  Account a;
  a.add(3);
  Account b = a;
  assert(b.balance() == 3); // CHECK: [[@LINE]]:3: proved: assert: fresh_safe: b.balance() == 3
  return 0;
}
