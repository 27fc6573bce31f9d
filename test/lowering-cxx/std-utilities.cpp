// RUN: %run_both %s %t
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

struct Noisy {
  int N;
  Noisy(int N) : N(N) { printf("+%d ", N); }
  ~Noisy() { printf("-%d ", N); }
};

int add(int A, int B) { return A + B; }

int main() {
  auto P = std::make_unique<Noisy>(1);
  std::unique_ptr<Noisy> Q = std::move(P);
  printf("%d %d\n", P == nullptr, Q->N);
  Q.reset(new Noisy(2));
  {
    std::unique_ptr<int[]> Ints(new int[3]{1, 2, 3});
    printf("%d\n", Ints[2]);
  }
  std::optional<int> O;
  printf("%d %d ", O.has_value(), O.value_or(5));
  O = 4;
  printf("%d\n", *O);
  std::optional<Noisy> ON(std::in_place, 3);
  ON.reset();
  auto [A, B] = std::pair(1, 2);
  std::tuple<int, long, char> T{1, 2, 'c'};
  std::get<1>(T) += 10;
  auto [X, Y, Z] = T;
  printf("%d %d %d %ld %c\n", A, B, X, Y, Z);
  std::tie(A, B) = std::make_pair(8, 9);
  std::swap(A, B);
  printf("%d %d\n", A, std::exchange(B, 0));
  std::variant<int, char> V = 5;
  V = 'v';
  printf("%d %c\n", int(V.index()), std::get<char>(V));
  std::reference_wrapper<int> R(A);
  R.get() = 77;
  printf("%d %d\n", A, std::less<int>()(1, 2));
  std::function<int(int)> F = [&](int K) { return K + A; };
  printf("%d\n", F(1));
  F = [A, B](int K) { return K * A + B; };
  printf("%d\n", F(2));
  printf("%d\n", std::apply(add, std::make_tuple(3, 4)));
}
