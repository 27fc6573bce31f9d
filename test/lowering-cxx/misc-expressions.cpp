// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);
namespace std {
using size_t = decltype(sizeof(0));
}

struct Conv {
  int N;
  Conv(int N) : N(N) {}
  operator int *() { return &N; }
  template <class T> explicit operator T() const { return T(N); }
};
int length(const Conv &C) { return C.N; }
int many(Conv A, const Conv &B, Conv &&C) { return A.N * 100 + B.N * 10 + C.N; }

struct Bits {
  unsigned A : 3;
  signed B : 4;
  bool C : 1;
  unsigned D : 20 = 7;
};
struct Chain {
  int V = 0;
  Chain &add(int X) {
    V = V * 10 + X;
    return *this;
  }
  Chain copy() const { return *this; }
};
struct Static {
  static int N;
  static int get() { return ++N; }
  struct Nested {
    int M = N;
  };
};
int Static::N = 5;
int effect() {
  printf("effect ");
  return 0;
}
Static &object() {
  effect();
  static Static S;
  return S;
}

int main() {
  Conv C = 4;
  *C = 6;
  printf("%d %d %d\n", C.N, length(7), many(1, 2, 3));
  printf("%ld %d\n", (long)C, int(bool(C)));
  Bits B{5, -3, true};
  B.A += 4;
  B.B--;
  B.C = !B.C;
  printf("%u %d %d %u %d\n", B.A, B.B, B.C, B.D, (B.A = 9));
  printf("%d %d\n", Chain().add(1).add(2).copy().add(3).V, Chain{4}.add(5).V);
  printf("%d %d\n", object().get(), object().N);
  printf("%d\n", Static::Nested().M);
  int X = 3, *P = &X;
  bool Flag = P;
  Flag = X && !Flag;
  printf("%d %d\n", Flag, (Flag || P) + (X > 2 && X < 5));
  printf("%d\n", sizeof(effect()) + alignof(int) == 8);
  printf("%d %d\n", noexcept(effect()), noexcept(1 + 1));
  auto L = static_cast<long>(X) << 33;
  printf("%ld %d\n", L, const_cast<const int &>(X));
  char Text[] = "hello", *T = Text;
  const char *Names[] = {"a", "bc", nullptr};
  T[0] = 'j';
  printf("%s %s %d\n", Text, Names[1], Names[2] == nullptr);
  int Y = int{}, Z{}, W = int();
  using Int = int;
  P = nullptr;
  X.~Int();
  printf("%d %d\n", Y + Z + W, P == nullptr);
  if (int K = X; K > 2)
    printf("%d\n", K);
  else
    printf("%d\n", -K);
  while (int K = X--)
    printf("%d ", K);
  for (int I = 0, J = 3; int K = J - I; ++I)
    printf("%d ", K);
  printf("%s\n", __func__);
}
