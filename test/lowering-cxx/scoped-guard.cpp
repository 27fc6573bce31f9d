// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Mutex {
  int Depth = 0;
  void lock() { printf("lock %d\n", ++Depth); }
  void unlock() { printf("unlock %d\n", Depth--); }
};

template <class M> class Guard {
  M &Held;

public:
  explicit Guard(M &H) : Held(H) { Held.lock(); }
  Guard(const Guard &) = delete;
  ~Guard() { Held.unlock(); }
};

Mutex A, B;

int work(int N) {
  Guard<Mutex> G(A);
  if (N == 0)
    return 10;
  {
    Guard Inner(B);
    if (N == 1)
      return 11;
    printf("inner\n");
  }
  for (int I = 0;; ++I) {
    Guard Loop(B);
    if (I == 1)
      continue;
    if (I == N)
      break;
  }
  if (N == 3)
    throw 1;
  printf("done\n");
  return 12;
}

int main() {
  for (int I = 0; I < 4; ++I) {
    try {
      printf("work %d\n", work(I));
    } catch (...) {
      printf("caught\n");
    }
  }
  printf("%d %d\n", A.Depth, B.Depth);
}
