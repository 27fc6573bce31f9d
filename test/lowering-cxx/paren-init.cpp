// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};
struct Pair {
  int A;
  Trace B;
  int C = A + 1;
};
struct Derived : Pair {
  int D;
};
template <class T, class... A> T *make(A... Args) { return new T(Args...); }

int main() {
  Pair P(1, 2), Q(3, Trace(4), 5);
  int Array[3](7, 8);
  Trace Traces[2](9, 10);
  Derived D(Pair(11, 12), 13);
  printf("%d %d %d %d\n", P.C, Q.C, Array[1], Array[2]);
  printf("%d %d %d\n", Traces[1].Id, D.A, D.D);
  Pair *H = make<Pair>(14, 15);
  printf("%d\n", H->C);
  delete H;
}
