// RUN: %run_both %s %t
// An element whose destructor throws: the elements before it are destroyed all
// the same.
#include <cstdio>

static int alive;
struct Part {
  int n;
  Part(int n) : n(n) { alive++; }
  ~Part() noexcept(false) {
    alive--;
    std::printf("~%d\n", n);
    if (n == 2)
      throw n;
  }
};
struct Whole {
  Part parts[3];
};

int main() {
  try {
    Whole w = {{1, 2, 3}};
  } catch (int n) {
    std::printf("caught %d, %d left\n", n, alive);
  }
  try {
    Part local[2][2] = {{4, 2}, {5, 6}};
  } catch (int n) {
    std::printf("caught %d, %d left\n", n, alive);
  }
  return 0;
}
