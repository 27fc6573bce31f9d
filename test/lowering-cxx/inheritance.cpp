// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct A {
  int X = 1;
  int a() { return X; }
};
struct B {
  int Y = 2;
  int b() { return Y++; }
};
struct Empty {
  int e() { return 9; }
};
struct C : A, Empty, B {
  int Z = 3;
  int c() { return X + Y + Z + b(); }
  using B::b;
};
struct D : C {
  int X = 10;
  int d() { return X + C::X + a(); }
};
struct E : Empty {
  int V = 6;
};

B *up(C *P) { return P; }
C *down(B *P) { return static_cast<C *>(P); }
D *far(B *P) { return static_cast<D *>(P); }
int viaRef(B &R) { return static_cast<C &>(R).Z; }

int main() {
  C Object;
  printf("%d %d\n", Object.a(), Object.c());
  B *P = &Object;
  P->Y = 20;
  printf("%d %d\n", Object.Y, int(reinterpret_cast<char *>(P) - reinterpret_cast<char *>(&Object)));
  printf("%d %d %d\n", up(nullptr) == nullptr, down(nullptr) == nullptr, far(nullptr) == nullptr);
  printf("%d %d\n", down(up(&Object)) == &Object, viaRef(Object));
  D Derived;
  Derived.Y = 7;
  printf("%d %d\n", Derived.d(), far(up(&Derived)) == &Derived);
  B &R = Derived;
  R.Y++;
  A &S = Derived;
  S.X = 50;
  printf("%d %d %d\n", Derived.Y, Derived.X, Derived.C::X);
  B Sliced = Derived;
  Sliced.Y = 0;
  printf("%d %d\n", Sliced.Y, Derived.Y);
  Sliced = Object;
  static_cast<B &>(Derived) = Object;
  printf("%d %d\n", Sliced.Y, Derived.Y);
  E Has;
  Empty &In = Has;
  In = Empty();
  static_cast<Empty &>(Object) = Empty();
  printf("%d %d %d %d\n", Has.V, In.e(), int(sizeof(E)), Object.X);
  D Copy = Derived;
  Copy.Z = 1;
  printf("%d %d\n", Copy.c(), Derived.Z);
}
