// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

int twice(int X) { return 2 * X; }
int half(int X) { return X / 2; }
int apply(int (&F)(int), int X) { return F(X); }
int (*choose(bool B))(int) { return B ? twice : half; }
using Op = int (*)(int);

struct Table {
  const char *Name;
  Op F;
} Ops[] = {{"twice", twice}, {"half", &half}};

struct Static {
  static int triple(int X) { return 3 * X; }
  Op Held = triple;
  int run(int X) const { return Held(X); }
};
struct Local {
  int operator()(int X) const { return X + 100; }
};
namespace lib {
struct Thing {
  int N;
};
int adl(Thing T) { return T.N; }
Thing operator+(Thing A, Thing B) { return {A.N + B.N}; }
} // namespace lib

int overload(int) { return 1; }
int overload(long) { return 2; }
int overload(const int *) { return 3; }
int overload(...) { return 4; }
int overload(Local) { return 5; }
static int recursive(int N) { return N <= 1 ? 1 : N * recursive(N - 1); }
bool odd(int N);
bool even(int N) { return N == 0 || odd(N - 1); }
bool odd(int N) { return N != 0 && even(N - 1); }
void swapAll(int &A, int *B, int (&C)[2], int D) {
  int T = A;
  A = *B;
  *B = C[0];
  C[0] = C[1];
  C[1] = T;
  D = 0;
}
auto deduced(int X) {
  struct Result {
    int A, B;
    int sum() const { return A + B; }
  };
  return Result{X, X + 1};
}
auto trailing(int X) -> long { return X * 10000000000; }
decltype(auto) same(int &X) { return (X); }
[[noreturn]] void stop(int S);
extern "C" void exit(int);
void stop(int S) { exit(S); }

int main() {
  printf("%d %d\n", apply(twice, 4), choose(false)(9));
  for (auto &[Name, F] : Ops)
    printf("%s %d\n", Name, F(10));
  Op Array[2] = {twice, *half};
  printf("%d %d\n", (*Array[1])(8), (**Array)(8));
  printf("%d %d\n", Static().run(2), Local()(1));
  lib::Thing T{4};
  printf("%d %d\n", adl(T + T), (T + lib::Thing{1}).N);
  int N = 0;
  printf("%d %d %d %d\n", overload(1), overload(1L), overload(&N), overload(Local()));
  printf("%d %d %d\n", recursive(6), even(10), odd(7));
  int A = 1, B = 2, C[2] = {3, 4}, D = 5;
  swapAll(A, &B, C, D);
  printf("%d %d %d %d %d\n", A, B, C[0], C[1], D);
  printf("%d %ld\n", deduced(3).sum(), trailing(3));
  same(N) = 7;
  printf("%d\n", N);
  bool Same = Array[0] == twice && Array[1] != twice;
  stop(Same ? 42 : 1);
}
