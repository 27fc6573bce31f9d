// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

int Global = 1;

struct Object {
  int N;
  auto byPointer() {
    return [this](int X) { return N += X; };
  }
  auto byCopy() {
    return [*this](int X) mutable { return N += X; };
  }
  auto both() {
    return [this, K = N * 2] { return [=, this] { return N + K; }; };
  }
};

template <class F> int apply(F Fn, int X) { return Fn(X); }
template <class F> auto twice(F Fn) {
  return [Fn](auto X) { return Fn(Fn(X)); };
}
int call(int (*Fn)(int), int X) { return Fn(X); }

struct Noisy {
  int N;
  Noisy(int N) : N(N) {}
  Noisy(const Noisy &O) : N(O.N + 1) { printf("copy %d\n", N); }
  ~Noisy() { printf("drop %d\n", N); }
};

int main() {
  int A = 1, B = 2;
  auto Value = [A, &B](int X) { return A * 100 + B * 10 + X; };
  A = B = 5;
  printf("%d\n", Value(3));
  auto All = [&] { return A++ + ++B + Global; };
  printf("%d %d %d\n", All(), A, B);
  auto Copy = [=]() mutable { return A++ + B; };
  printf("%d %d %d\n", Copy(), Copy(), A);
  auto Init = [X = A + 1, &Y = B, Z = 'z'] { return X + Y++ + Z; };
  printf("%d %d\n", Init(), B);
  Object O{10};
  auto P = O.byPointer();
  auto C = O.byCopy();
  printf("%d %d %d %d %d\n", P(1), P(1), C(5), C(5), O.N);
  printf("%d\n", O.both()()());
  auto Generic = [](auto X, auto... Rest) { return (X + ... + Rest); };
  printf("%d %ld\n", Generic(1), Generic(1L, 2, 3));
  printf("%d\n", apply([&](int X) { return X + A; }, 4));
  printf("%d\n", twice([](int X) { return X * 3; })(2));
  printf("%d\n", call([](int X) { return X - 1; }, 4));
  int (*Pointer)(int) = +[](int X) { return X * X; };
  printf("%d\n", Pointer(7));
  int Array[3] = {1, 2, 3};
  auto Arrays = [Array](int I) { return Array[I]; };
  Array[1] = 9;
  printf("%d\n", Arrays(1));
  auto Fact = [](auto Self, int N) -> int { return N ? N * Self(Self, N - 1) : 1; };
  printf("%d\n", Fact(Fact, 5));
  Noisy N(1);
  {
    auto Holds = [N, &R = N] { return N.N * 10 + R.N; };
    auto Again = Holds;
    printf("%d\n", Again());
  }
  printf("%d\n", [](int X = 3) { return X; }());
}
