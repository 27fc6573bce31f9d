// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

int log(int N) {
  printf("init %d\n", N);
  return N;
}

struct Noisy {
  int N;
  Noisy(int N) : N(log(N)) {}
};

int Constant = 3 + 4;
int A = log(1);
Noisy B(2);
namespace inner {
int C = log(3) + A;
Noisy Array[2] = {4, 5};
} // namespace inner
int &Ref = inner::Array[1].N;
const int &Temp = log(6) + 1;
constexpr int Square[3] = {1, 4, 9};
const int D = Square[2] + log(7);
struct Statics {
  static int S;
  static inline int T = 8;
};
int Statics::S = log(9);
auto Lambda = [X = log(10)](int Y) { return X + Y; };
static int E = [] { return log(11); }();
struct Two {
  int X, Y;
};
auto [F, G] = Two{log(12), 13};

int main() {
  printf("%d %d %d %d\n", Constant, A, B.N, inner::C);
  Ref = 50;
  printf("%d %d %d\n", inner::Array[1].N, Temp, D);
  printf("%d %d %d %d\n", Statics::S, Statics::T, Lambda(1), E);
  printf("%d %d\n", F, G);
}
