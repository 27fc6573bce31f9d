// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

constexpr int fib(int N) { return N < 2 ? N : fib(N - 1) + fib(N - 2); }
consteval int square(int N) { return N * N; }
constexpr int Table[] = {fib(5), fib(6), square(7)};
struct Point {
  int X, Y;
  constexpr Point(int X, int Y) : X(X), Y(Y) {}
  constexpr int sum() const { return X + Y; }
};
constexpr Point Origin(3, 4);
constinit int Start = fib(10);
constexpr const char *Name = "name";
static_assert(Origin.sum() == 7);

enum class Colour : unsigned char { Red = 1, Green, Blue = 250 };
enum Old { Zero, One, Many = 10 };
enum class Big : long { Huge = 1L << 40 };
constexpr Colour next(Colour C) { return Colour(int(C) + 1); }

namespace outer {
int X = 1;
namespace inner {
int X = 2;
int get(int Add = X) { return X + outer::X + Add; }
} // namespace inner
inline namespace v1 {
int version() { return 11; }
} // namespace v1
} // namespace outer
namespace alias = outer::inner;

int with(int A, int B = 5, int C = fib(7)) { return A * 10000 + B * 100 + C; }
constexpr long long operator""_k(unsigned long long N) { return N * 1000; }
int operator""_len(const char *, unsigned long N) { return int(N); }
constexpr int branch(int N) {
  if (__builtin_is_constant_evaluated()) {
    return 1;
  } else {
    return 2;
  }
}

int main() {
  printf("%d %d %d %d\n", Table[0], Table[1], Table[2], square(3));
  printf("%d %d %s\n", Origin.sum(), Start, Name);
  int N = 6;
  printf("%d\n", fib(N));
  Colour C = Colour::Green;
  printf("%d %d %d\n", int(next(C)), int(Colour::Blue), C == Colour::Red);
  switch (C) {
  case Colour::Green:
    printf("green\n");
    break;
  default:
    printf("other\n");
  }
  Old O = Many;
  printf("%d %ld\n", O + One, long(Big::Huge));
  printf("%d %d %d\n", alias::get(), alias::get(5), outer::version());
  using namespace outer;
  printf("%d %d %d\n", with(1), with(1, 2), with(1, 2, 3));
  printf("%d %d\n", int(12_k), "four"_len);
  constexpr int K = branch(0);
  printf("%d %d\n", K, branch(0));
  constexpr Point P(1, 2);
  const Point *Q = &P;
  printf("%d\n", Q->sum());
  static constexpr int Local[] = {1, 2, 3};
  for (int X : Local)
    printf("%d ", X);
  printf("\n");
}
