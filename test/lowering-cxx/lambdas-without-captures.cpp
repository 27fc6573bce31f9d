// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

// What a lambda only needs the value of, it does not capture.
struct Point {
  int X, Y;
};
int Global = 3;

template <class T> int total(const T &Values) {
  const int Scale = 2;
  int Sum = 0;
  auto Add = [&](int X) { Sum += X * Scale; };
  for (int V : Values)
    Add(V);
  return Sum;
}

int main() {
  const int N = 5;
  constexpr long M = 6;
  constexpr Point P{7, 8};
  static int S = 9;
  constexpr int *Address = &Global;
  constexpr int &Ref = Global;
  auto L = [] { return N + int(M) + P.Y + S++ + *Address + Ref; };
  printf("%d %d\n", L(), L());
  struct Local {
    int get() { return N * 10 + P.X; }
  };
  printf("%d\n", Local().get());
  int Array[3] = {1, 2, 3};
  printf("%d\n", total(Array));
  auto Nested = [] { return [] { return N; }; };
  printf("%d\n", Nested()());
  int (*F)(int) = [](auto X) { return X + N; };
  long (*G)(long) = [](auto X) { return X * M; };
  printf("%d %ld\n", F(1), G(2));
}
