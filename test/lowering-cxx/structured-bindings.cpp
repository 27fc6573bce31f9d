// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);
namespace std {
using size_t = decltype(sizeof(0));
template <class T> struct tuple_size;
// No partial specialisation for const: it would claim every class.
template <size_t I, class T> struct tuple_element;
} // namespace std

struct Point {
  int X;
  int Y : 7;
  long Z;
};
struct Base {
  int A, B;
};
struct Derived : Base {};

class Custom {
  int N = 5;

public:
  template <std::size_t I> auto get() const {
    printf("get%d ", int(I));
    if constexpr (I == 0)
      return N;
    else
      return long(N * 2);
  }
};
template <> struct std::tuple_size<Custom> {
  static constexpr std::size_t value = 2;
};
template <> struct std::tuple_element<0, Custom> { using type = int; };
template <> struct std::tuple_element<1, Custom> { using type = long; };

Point make() { return {1, 2, 3}; }

int main() {
  int Array[3] = {1, 2, 3};
  auto [A, B, C] = Array;
  auto &[RA, RB, RC] = Array;
  RB = 20;
  B = 200;
  printf("%d %d %d %d\n", A, B, Array[1], RC + C);
  auto [X, Y, Z] = make();
  Y = 40;
  printf("%d %d %ld\n", X, Y, Z);
  Point P{4, 5, 6};
  auto &[PX, PY, PZ] = P;
  PY++;
  PZ = 60;
  printf("%d %d %ld\n", PX, P.Y, P.Z);
  const auto &[CX, CY, CZ] = make();
  printf("%d\n", CX + CY + int(CZ));
  Derived D{{7, 8}};
  auto [DA, DB] = D;
  printf("%d %d\n", DA, DB);
  auto [N, M] = Custom();
  N += 1;
  printf("%d %ld\n", N, M);
  auto F = [PX = PX, &Q = RB] { return PX + Q; };
  printf("%d\n", F());
  auto G = [X, &Z] { return X + ++Z; };
  printf("%ld %ld\n", G(), Z);
  Point Points[2] = {{1, 2, 3}, {4, 5, 6}};
  for (auto &[I, J, V] : Points)
    printf("%d ", I += J + int(V));
  printf("%d\n", Points[1].X);
}
