// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);
#include <compare>

struct Plain {
  int A;
  char B;
  auto operator<=>(const Plain &) const = default;
};
struct Base {
  int X;
  bool operator==(const Base &) const = default;
};
struct Derived : Base {
  int Array[2];
  unsigned Y;
  bool operator==(const Derived &) const = default;
};
struct Own {
  int N;
  std::weak_ordering operator<=>(const Own &O) const {
    return N % 10 <=> O.N % 10;
  }
  bool operator==(const Own &O) const { return N % 10 == O.N % 10; }
};
struct Holds {
  Own O;
  int *P;
  auto operator<=>(const Holds &) const = default;
};

template <class T> void show(const T &A, const T &B) {
  printf("%d%d%d%d%d%d ", A == B, A != B, A < B, A <= B, A > B, A >= B);
}

int main() {
  show(Plain{1, 'a'}, Plain{1, 'b'});
  show(Plain{2, 'a'}, Plain{1, 'b'});
  show(Plain{2, 'b'}, Plain{2, 'b'});
  printf("\n%d %d\n", Derived{{1}, {2, 3}, 4} == Derived{{1}, {2, 3}, 4},
         Derived{{1}, {2, 3}, 4} == Derived{{1}, {2, 5}, 4});
  show(Own{11}, Own{21});
  show(Own{12}, Own{21});
  int Array[2];
  show(Holds{{1}, Array}, Holds{{1}, Array + 1});
  show(Holds{{3}, Array}, Holds{{1}, Array + 1});
  int A = -1, B = 1;
  unsigned C = 3;
  printf("\n%d %d %d\n", (A <=> B) < 0, (C <=> 3u) == 0, (B <=> A) > 0);
  std::strong_ordering R = A <=> B;
  printf("%d %d\n", R == std::strong_ordering::less, std::is_gt(R));
  double X = 1, Y = 2;
  printf("%d %d\n", (X <=> Y) < 0, (X <=> X) == 0);
}
