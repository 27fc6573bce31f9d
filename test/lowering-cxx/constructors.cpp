// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Defaults {
  int A = 1;
  int B = A + 1;
  int C{B * 2};
  int Array[3] = {7, 8};
  const char *Name = "none";
  Defaults() = default;
  Defaults(int A) : A(A) {}
  Defaults(int A, int C) : Defaults(A) {
    this->C = C;
    printf("delegated ");
  }
};

struct Base {
  int X;
  Base(int X) : X(X) { printf("Base(%d) ", X); }
  Base(int X, long Y) : X(X + int(Y)) { printf("Base(%d, %ld) ", X, Y); }
};
struct Inherits : Base {
  using Base::Base;
  int Extra = 5;
};
struct Deep : Inherits {
  using Inherits::Inherits;
  Deep() : Inherits(40) {}
};

struct Aggregate {
  int A, B = 2;
  Base C = 3;
  int D = A + B;
};
struct Derived : Defaults {
  int Z = 9;
};
struct Plain {
  int X, Y;
};
struct WithBase : Plain {
  int Z = X + Y;
};

void show(const Defaults &D) {
  printf("%d %d %d %d %d %s\n", D.A, D.B, D.C, D.Array[1], D.Array[2], D.Name);
}

int main() {
  show(Defaults());
  show(Defaults(10));
  show(Defaults(10, 20));
  show({});
  show({4, 5});
  Inherits I(1), J(2, 3);
  Deep K(4, 5), L;
  printf("%d %d %d %d %d\n", I.X, J.X, K.X, L.X, L.Extra);
  Aggregate A{1}, B{1, 3, 4}, C{.A = 5, .D = 6};
  printf("%d %d %d %d\n", A.A, A.B, A.C.X, A.D);
  printf("%d %d %d %d\n", B.A, B.B, B.C.X, B.D);
  printf("%d %d %d %d\n", C.A, C.B, C.C.X, C.D);
  Derived D;
  show(D);
  WithBase W{{1, 2}}, V{{1, 2}, 8};
  printf("%d %d %d\n", D.Z, W.Z, V.Z);
  Plain P = Plain(), *Q = new Plain{3, 4}, R(5, 6);
  printf("%d %d %d %d %d\n", P.X, Q->X, Q->Y, R.X, R.Y);
  delete Q;
}
