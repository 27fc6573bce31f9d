// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  Trace(const Trace &O) : Id(O.Id + 100) { printf("c%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};
int Count = 0;
int next() { return ++Count; }

int byRef(const Trace &T = Trace(next())) { return T.Id; }
int byValue(int A, Trace T = next(), int B = next()) { return A + T.Id + B; }
struct Member {
  int A = next();
  int B = byRef() + A;
  Trace T = Trace(A);
  Member(int X = next()) { printf("%d ", X); }
  int get(int K = 3) const { return A * K; }
};
struct Element {
  int N;
  Element(const Trace &T = Trace(7)) : N(T.Id + next()) {}
};
struct Base {
  Trace T;
  Base(Trace P, int K = 5) : T(P) { T.Id += K; }
};
struct Inherits : Base {
  using Base::Base;
};
auto Lambda = [](int X, int Y = 4) { return X * Y; };

int main() {
  printf("%d\n", byRef());
  printf("%d\n", byRef() + byRef(Trace(50)));
  printf("%d\n", byValue(1) + byValue(1, 2) + byValue(1, 2, 3));
  {
    Member M, N(0);
    printf("%d %d %d\n", M.B, N.B, M.get() + M.get(1));
  }
  Element Array[2];
  printf("%d %d\n", Array[0].N, Array[1].N);
  Inherits I(Trace(60)), J(61, 1);
  printf("%d %d %d\n", I.T.Id, J.T.Id, Lambda(5));
}
