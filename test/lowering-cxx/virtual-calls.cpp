// Which function a virtual call reaches is open, unless the type says.
// RUN: %ir %s -- -std=c++20 | FileCheck %s

struct Base {
  virtual int f(int);
  virtual ~Base();
  virtual Base &operator+=(int);
  int direct();
};
struct Final final : Base {
  int f(int) override;
  int own() { return f(2); }
};
struct Derived : Base {
  int f(int X) final;
};

// CHECK-LABEL: func @_Z4openP4Base
// CHECK: havoc [[T:%t.*]] because virtual-call
// CHECK: call *[[T]](%B, 1)

int open(Base *B) { return B->f(1); }

// CHECK-LABEL: func @_Z9qualifiedP4Base
// CHECK: call @_ZN4Base1fEi(%B, 1)
int qualified(Base *B) { return B->Base::f(1); }

// CHECK-LABEL: func @_Z6objectv
// CHECK: call @_ZN4Base1fEi(&%B, 1)
// CHECK-NOT: because virtual-call
// CHECK: return
int object() {
  Base B;
  return B.f(1);
}

// CHECK-LABEL: func @_Z9finalTypeP5FinalP7Derived
// CHECK: call @_ZN5Final1fEi(%F, 1)
// CHECK: call @_ZN7Derived1fEi(%D, 2)
int finalType(Final *F, Derived *D) { return F->f(1) + D->f(2); }

// CHECK-LABEL: func @_Z7destroyP4BaseP5Final
// CHECK: because virtual-call
// CHECK: call *%t
// CHECK: call @_ZN5FinalD1Ev(%t
void destroy(Base *B, Final *F) {
  delete B;
  delete F;
}

// CHECK-LABEL: func @_Z9operatorsP4Base
// CHECK: because virtual-call
void operators(Base *B) { *B += 1; }
