// Where a virtual base lies is known only at run time.
// RUN: %ir %s -- -std=c++20 | FileCheck %s

struct Top {
  int X;
};
struct Left : virtual Top {
  int L;
};
struct Both : Left, virtual Top {
  int B;
};

// CHECK-LABEL: func @_Z3getP4Both
// CHECK: havoc [[T:%t.*]] because virtual-base
// CHECK: return (*[[T]]).X
int get(Both *P) { return P->X; }

// CHECK-LABEL: func @_Z5exactP4Both
// CHECK: exactness 1 statements{{$}}
// CHECK: return (*%P)."base.Left".L + (*%P).B
int exact(Both *P) { return P->L + P->B; }

// CHECK-LABEL: func @_Z2upP4Left
// CHECK: because virtual-base
// CHECK: return %P == null<Left*> ? null<Top*> : %t
Top *up(Left *P) { return P; }

// The constructors of virtual bases are counted too.
// CHECK-LABEL: func @_Z4makev
int make() {
  Both B;
  return B.L;
}
