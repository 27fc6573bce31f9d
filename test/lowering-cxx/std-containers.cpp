// RUN: %run_both %s %t
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <numeric>
#include <vector>

struct Noisy {
  int N;
  Noisy(int N) : N(N) {}
  Noisy(const Noisy &O) : N(O.N) { printf("c%d ", N); }
  Noisy(Noisy &&O) noexcept : N(O.N) { O.N = -1; }
  Noisy &operator=(Noisy &&O) noexcept {
    std::swap(N, O.N);
    return *this;
  }
  ~Noisy() { if (N >= 0) printf("-%d ", N); }
};

int main() {
  std::vector<int> V{5, 3, 9, 1};
  V.push_back(7);
  V.insert(V.begin() + 1, 4);
  std::sort(V.begin(), V.end());
  for (int X : V)
    printf("%d ", X);
  printf("%d %zu\n", std::accumulate(V.begin(), V.end(), 0), V.size());
  V.erase(std::remove_if(V.begin(), V.end(), [](int X) { return X % 3 == 0; }), V.end());
  auto It = std::find(V.begin(), V.end(), 5);
  printf("%zu %d\n", V.size(), int(It - V.begin()));
  std::array<int, 4> A{4, 3, 2, 1};
  std::reverse(A.begin(), A.end());
  printf("%d %d\n", A[0], *std::max_element(A.begin(), A.end()));
  std::vector<Noisy> N;
  for (int I = 0; I < 5; ++I)
    N.emplace_back(I);
  auto Copy = N;
  N.erase(N.begin());
  printf("\n%d %zu\n", N.front().N, Copy.size());
  std::deque<int> D;
  for (int I = 0; I < 5; ++I)
    D.push_front(I);
  D.pop_back();
  printf("%d %d %zu\n", D[0], D.back(), D.size());
  try {
    printf("%d\n", V.at(2));
    std::vector<int> Copied(V.begin(), V.begin() + 2);
    Copied.resize(5);
    printf("%d\n", Copied[4]);
  } catch (...) {
    printf("never\n");
  }
  std::vector<std::vector<int>> Grid(2, std::vector<int>(3, 8));
  Grid[1][2] = 1;
  printf("%d %d\n", Grid[1][1], Grid[1][2]);
}
