// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Pair {
  int A, B;
};

struct Holder {
  int &Ref;
  const int &Const;
  explicit Holder(int &R) : Ref(R), Const(R) {}
};

int Global = 5;
int &global() { return Global; }
int &larger(int &A, int &B) { return A > B ? A : B; }
const int &pass(const int &X) { return X; }
int &element(int (&Array)[4], int I) { return Array[I]; }
void swap(int &A, int &B) {
  int T = A;
  A = B;
  B = T;
}

int main() {
  int X = 1, Y = 2;
  int &R = X;
  R = 10;
  R += Y;
  int *P = &R;
  ++*P;
  printf("%d %d %d\n", X, R, P == &X);
  swap(X, Y);
  printf("%d %d\n", X, Y);
  larger(X, Y) = 7;
  (X < Y ? X : Y) += 100;
  printf("%d %d\n", X, Y);
  global() = 6;
  int &G = global();
  G++;
  printf("%d\n", Global);
  int Array[4] = {1, 2, 3, 4};
  int &E = Array[2];
  E = 30;
  element(Array, 1) = 20;
  printf("%d %d %d\n", Array[1], Array[2], pass(Array[3]));
  Pair S = {1, 2};
  int &M = S.B;
  M = 22;
  Pair &RS = S;
  RS.A = 11;
  printf("%d %d\n", S.A, S.B);
  Holder H(X);
  H.Ref = 9;
  printf("%d %d\n", X, H.Const);
  const int &T = 3 + Y;
  Y = 0;
  printf("%d\n", T);
  const long &L = X;
  X = 1;
  printf("%ld\n", L);
  int *&RP = P;
  RP = &Y;
  *P = 77;
  printf("%d\n", Y);
  int &(&F)(int &, int &) = larger;
  printf("%d\n", F(X, Y));
}
