// RUN: %run_both %s %t
// A virtual base is made first, and may lie in the tail of another base.
extern "C" int printf(const char *, ...);

struct Whole {
  ~Whole() {}
  int N;
  char D;
};
struct Zeroed {
  int N;
  char D;
  Zeroed() = default;
  ~Zeroed() {}
};
struct Listed {
  int N = 1;
  char D = 2;
  ~Listed() {}
};
struct Virtual {
  char C[3];
  Virtual() { C[0] = C[1] = C[2] = 7; }
};

Whole make() {
  Whole W;
  __builtin_memset(&W, 0, sizeof W);
  return W;
}
struct Copies : Whole, virtual Virtual {
  Copies() : Whole(make()) {}
  Copies(const Whole &W) : Whole(W) {}
};
struct Zeroes : Zeroed, virtual Virtual {
  Zeroes() : Zeroed() {}
};
struct Lists : Listed, virtual Virtual {
  Lists() : Listed{3} {}
};

int main() {
  Copies A;
  printf("%d %d %d\n", A.C[0], A.C[1], A.C[2]);
  Copies B(make());
  printf("%d %d %d\n", B.C[0], B.C[1], B.C[2]);
  Zeroes Z;
  printf("%d %d %d %d\n", Z.C[0], Z.C[1], Z.C[2], Z.N);
  Lists L;
  printf("%d %d %d %d %d\n", L.C[0], L.C[1], L.C[2], L.N, L.D);
}
