// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Base {
  int N;
  Base(int N) : N(N) {}
  Base(const Base &O) : N(O.N) { printf("copy base %d\n", N); }
  ~Base() { printf("drop base %d\n", N); }
  int get() const { return N; }
};
struct Derived : Base {
  int M;
  Derived(int N, int M) : Base(N), M(M) {}
};
struct Only {
  int *P;
  Only(int X) : P(new int(X)) {}
  Only(Only &&O) noexcept : P(O.P) { O.P = nullptr; }
  Only &operator=(Only &&O) noexcept {
    delete P;
    P = O.P;
    O.P = nullptr;
    return *this;
  }
  ~Only() {
    if (P)
      printf("drop %d\n", *P);
    delete P;
  }
};
struct Pair {
  Only A, B;
};

int byValue(Base B) {
  B.N *= 2;
  return B.get();
}
Only make(int X) {
  Only O(X);
  ++*O.P;
  return O;
}
Only relay(Only &&O) { return static_cast<Only &&>(O); }
Pair swap(Pair P) { return {static_cast<Only &&>(P.B), static_cast<Only &&>(P.A)}; }

int main() {
  Derived D(1, 2);
  printf("%d %d\n", byValue(D), D.N);
  Base B = D;
  Base &R = D;
  R.N = 5;
  printf("%d %d\n", B.N, D.N);
  Only O = make(10), Q = relay(static_cast<Only &&>(O));
  printf("%d %d\n", O.P == nullptr, *Q.P);
  O = make(20);
  Q = static_cast<Only &&>(O);
  Pair P = swap({1, 2});
  printf("%d %d\n", *P.A.P, *P.B.P);
  P = {make(30), 4};
  auto L = [Q = static_cast<Only &&>(Q)]() mutable { return static_cast<Only &&>(Q); };
  Only Z = L();
  Only *Heap = new Only(static_cast<Only &&>(Z));
  printf("%d\n", *Heap->P);
  delete Heap;
}
