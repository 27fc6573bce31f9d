// typeid and dynamic_cast depend on what the object is.
// RUN: %ir %s -- -std=c++20 | FileCheck %s
#include <typeinfo>

struct Base {
  virtual ~Base();
};
struct Derived : Base {
  int N;
};
int effect();

// CHECK-LABEL: func @_Z4downP4Base
// CHECK: because rtti
Derived *down(Base *B) { return dynamic_cast<Derived *>(B); }

// A reference has no null: bad_cast may leave instead.
// CHECK-LABEL: func @_Z4downR4Base
// CHECK: havoc {{%t.*}} because rtti
// CHECK: havoc $"predabs.exception" because rtti
// CHECK: assume $"predabs.exception"
Derived &down(Base &B) { return dynamic_cast<Derived &>(B); }

// Upwards it is an ordinary conversion.
// CHECK-LABEL: func @_Z2upP7Derived
// CHECK: exactness 1 statements{{$}}
Base *up(Derived *D) { return dynamic_cast<Base *>(D); }

// The operand is not evaluated unless it is a polymorphic object.
// CHECK-LABEL: func @_Z2idv
// CHECK-NOT: call @_Z6effectv
// CHECK: because rtti
// CHECK-NOT: call @_Z6effectv
// CHECK: return

const std::type_info &id() { return typeid(effect()); }
