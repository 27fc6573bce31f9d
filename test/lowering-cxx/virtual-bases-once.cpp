// A virtual base is made first and destroyed last, once, by the whole object;
// where it lies in a variable or a member is known.
// RUN: %run_both --std=c++20 %s %t
// RUN: %ir %s -- -std=c++20 | FileCheck %s

extern "C" int printf(const char *, ...);

struct Log {
  int Id;
  Log(int I) : Id(I) { printf("+%d ", I); }
  ~Log() { printf("-%d ", Id); }
};
struct Top : Log {
  int T;
  Top(int V = 1) : Log(V), T(V) {}
  virtual ~Top() { printf("~Top%d ", T); }
};
struct Left : virtual Top {
  Log L;
  Left() : Top(2), L(20) {}
  ~Left() { printf("~Left "); }
};
struct Right : virtual Top {
  Log R;
  Right(int V) : Top(V), R(30) {
    if (V == 99)
      throw V;
  }
  Right() : Right(3) {}
};
struct Both : Left, Right {
  Log B;
  Both() : Top(4), Right(5), B(40) {}
  Both(int V) try : Top(V), Right(V), B(41) {
    printf("body ");
  } catch (int E) {
    printf("caught %d ", E);
  }
};
struct Last : Both {
  using Both::Both;
  Last() {}
};
struct Holder {
  Both Member;
};

// CHECK-LABEL: func @_ZN4BothC1Ev
// CHECK: call @_ZN3TopC1Ei
// CHECK: call @_ZN4BothC2Ev(%this)
// CHECK-LABEL: func @_ZN4BothC2Ev
// CHECK-NOT: @_ZN3Top
// CHECK: return

// CHECK-LABEL: func @_Z5known
// CHECK-NOT: because virtual-base
// CHECK: func @
int known(Both &Of) {
  Both B;
  Holder H;
  B.T = 8;
  Top *P = &H.Member;
  P->T = 9;
  return B.T * 10 + H.Member.T;
}

int main() {
  {
    Left L;
    printf("%d\n", L.T);
  }
  {
    Right R;
    printf("%d\n", R.T);
  }
  {
    Both B;
    printf("%d\n", known(B));
  }
  {
    Last L, M(6);
    printf("%d %d\n", L.T, M.T);
  }
  try {
    Both B(99);
  } catch (int E) {
    printf("%d\n", E);
  }
  Both *P = new Both[2];
  delete[] P;
  printf("\n");
}
