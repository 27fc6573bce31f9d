// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct User {
  int N;
  User(int N) : N(N) {}
  User(const User &O) : N(O.N) { printf("copy %d\n", N); }
  User(User &&O) : N(O.N) { printf("move %d\n", N); O.N = 0; }
  User &operator=(const User &O) {
    printf("%d = %d\n", N, O.N);
    N = O.N;
    return *this;
  }
  User &operator=(User &&O) {
    printf("%d = move %d\n", N, O.N);
    N = O.N;
    O.N = 0;
    return *this;
  }
};

struct Plain {
  int A;
  char B[5];
  struct { short C, D; } In;
};
struct Base { int X; };
struct Mixed : Base {
  User U;
  int Y;
  User Array[2];
  Plain P;
  int Numbers[3];
};

User *trace(User *P, int N) {
  printf("side %d\n", N);
  return P;
}

int main() {
  Plain P = {1, "abc", {2, 3}}, Q, R;
  R = Q = P;
  Q.A = 9;
  printf("%d %d %s %d %d\n", P.A, Q.A, R.B, Q.In.D, (P = Q).A);
  Mixed M{{1}, 2, 3, {4, 5}, P, {6, 7, 8}};
  Mixed N = M;
  N.Numbers[1] = 70;
  M = N;
  printf("%d %d %d %s\n", M.X, M.Numbers[1], M.Numbers[2], M.P.B);
  N = static_cast<Mixed &&>(M);
  printf("%d %d\n", M.U.N, N.Array[1].N);
  Mixed O = static_cast<Mixed &&>(N);
  printf("%d %d\n", N.U.N, O.Array[0].N);
  User A(1), B(2), C(3);
  A = B = C;
  A = A;
  *trace(&A, 1) = *trace(&B, 2);
  *trace(&A, 3) = User(trace(&B, 4)->N);
  printf("%d %d %d\n", A.N, B.N, C.N);
  static_cast<Base &>(O) = static_cast<Base &>(M);
  printf("%d\n", O.X);
}
