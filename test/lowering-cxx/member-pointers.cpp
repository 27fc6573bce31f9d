// Pointers to members are copied and never looked into.
// RUN: %ir %s -- -std=c++20 | FileCheck %s

struct S {
  int A, B;
  int f(int);
};

// CHECK-LABEL: func @_Z4dataP1SMS_i
// CHECK: havoc [[P:%t.*]] because member-pointer
// CHECK: return *[[P]]
int data(S *P, int S::*M) { return P->*M; }

// A call may do anything, also throw.
// CHECK-LABEL: func @_Z4callP1SMS_FiiE
// CHECK: havoc everything because member-pointer
// CHECK: havoc $"predabs.exception" because member-pointer
// CHECK: havoc [[R:%t.*]] because member-pointer
// CHECK: return [[R]]
int call(S *P, int (S::*F)(int)) { return (P->*F)(1); }

// CHECK-LABEL: func @_Z4makev
// CHECK: because member-pointer
int S::*make() { return &S::B; }

// CHECK-LABEL: func @_Z4testM1Si
// CHECK: because member-pointer
bool test(int S::*M) { return M == nullptr; }
