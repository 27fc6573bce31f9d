// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  explicit Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  Trace(const Trace &O) : Id(O.Id + 100) { printf("c%d ", Id); }
  Trace(Trace &&O) : Id(O.Id + 1000) { printf("m%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};

Trace simple() {
  Trace T(1);
  T.Id++;
  return T;
}
Trace two(bool First) {
  Trace A(3), B(4);
  if (First)
    return A;
  return B;
}
Trace early(int N) {
  Trace A(5);
  if (N == 0)
    return A;
  Trace B(6);
  A.Id = 7;
  for (int I = 0; I < 3; ++I) {
    Trace C(8);
    if (I == N)
      return A;
  }
  return A;
}
Trace mixed(int N) {
  if (N == 0) {
    Trace A(9);
    return A;
  }
  {
    Trace B(10);
    if (N == 1)
      return Trace(11);
  }
  Trace C(12);
  if (N == 2)
    throw 1;
  return C;
}
Trace param(Trace P) { return P; }
Trace cond(bool B, Trace &X) { return B ? Trace(13) : X; }
Trace nested() { return param(simple()); }
const Trace &pass(const Trace &T) { return T; }
struct Big {
  int A[8];
  Trace T;
};
Big big() {
  Big B{{1, 2, 3}, Trace(14)};
  B.A[4] = 5;
  return B;
}

int main() {
  { Trace T = simple(); printf("%d\n", T.Id); }
  printf("\n");
  { two(true); two(false); }
  printf("\n");
  for (int I = 0; I < 5; ++I) {
    Trace T = early(I);
    printf("=%d ", T.Id);
  }
  printf("\n");
  for (int I = 0; I < 4; ++I)
    try {
      Trace T = mixed(I);
      printf("=%d ", T.Id);
    } catch (...) {
      printf("caught ");
    }
  printf("\n");
  {
    Trace X(20), Y = param(X), Z = cond(true, X), W = cond(false, X), V = nested();
    Trace U = pass(X);
    printf("\n%d %d %d %d %d\n", Y.Id, Z.Id, W.Id, V.Id, U.Id);
  }
  { Big B = big(); printf("%d %d\n", B.A[4], B.T.Id); }
  printf("\n");
}
