// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);
#include <initializer_list>

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  Trace(const Trace &O) : Id(O.Id + 10) { printf("c%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};

int sum(std::initializer_list<int> L) {
  int S = 0;
  for (int X : L)
    S = S * 10 + X;
  return S + int(L.size()) * 10000;
}
int traces(std::initializer_list<Trace> L) { return L.begin()[1].Id; }
struct Bag {
  int N = 0;
  Bag(std::initializer_list<int> L) {
    for (const int &X : L)
      N += X;
  }
  Bag(int A, int B) : N(-1) {}
};

int main() {
  printf("%d %d %d\n", sum({1, 2, 3}), sum({}), sum({4}));
  Bag A{1, 2}, B(1, 2), C = {1, 2, 3};
  printf("%d %d %d\n", A.N, B.N, C.N);
  printf("%d\n", traces({1, 2, 3}));
  auto L = {5, 6};
  printf("%d\n", *(L.end() - 1));
  for (int X : {1, 2, 3})
    printf("%d ", X);
  {
    std::initializer_list<Trace> Kept = {7, 8};
    printf("%d ", Kept.begin()->Id);
  }
  printf("\n");
}
