// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

// Empty members and tails of bases share bytes with other members: copying
// or making the one must leave the other alone.
struct Empty {};
struct Empty2 {};
struct NonPod {
  int A;
  char B;
  NonPod() : A(1), B(2) {}
  NonPod &operator=(const NonPod &) = default;
};
struct Tail : NonPod {
  char C = 3;
  short D = 4;
};
struct Members {
  int X = 5;
  [[no_unique_address]] Empty E{};
  [[no_unique_address]] Empty2 F = Empty2();
  [[no_unique_address]] NonPod N;
  char Y = 6;
};
struct Derived : Empty {
  Empty2 First;
  int V = 7;
};

int main() {
  printf("%d %d\n", int(sizeof(Tail)), int(sizeof(Members)));
  Tail T;
  NonPod P;
  P.A = 10;
  P.B = 20;
  static_cast<NonPod &>(T) = P;
  printf("%d %d %d %d\n", T.A, T.B, T.C, T.D);
  Members M;
  printf("%d %d %d %d\n", M.X, M.N.A, M.N.B, M.Y);
  M.N = P;
  M.E = Empty();
  M.F = {};
  printf("%d %d %d %d\n", M.X, M.N.A, M.N.B, M.Y);
  Members O = M;
  Members Q{8};
  Q.X = 80;
  O = Q;
  printf("%d %d %d\n", O.X, O.N.A, O.Y);
  Derived D;
  D.First = Empty2();
  static_cast<Empty &>(D) = Empty();
  Derived E = D, F{};
  printf("%d %d %d\n", D.V, E.V, F.V);
}
