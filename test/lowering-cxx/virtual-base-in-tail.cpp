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

void print(const Virtual &V) { printf("%d %d %d\n", V.C[0], V.C[1], V.C[2]); }
int main() {
  print(Copies());
  print(Copies(make()));
  Zeroes Z;
  print(Z);
  printf("%d\n", Z.N);
  Lists L;
  print(L);
  printf("%d %d\n", L.N, L.D);
}
