// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};

union Number {
  int I;
  unsigned char Bytes[4];
  short S = 3;
  Number() = default;
  Number(int I) : I(I) {}
  int low() const { return Bytes[0]; }
};

class Variant {
  enum { None, Int, Object } Tag = None;
  union {
    int I;
    Trace T;
  };

public:
  Variant() {}
  Variant(int X) : Tag(Int), I(X) {}
  explicit Variant(Trace *From) : Tag(Object), T(From->Id + 1) {}
  ~Variant() {
    if (Tag == Object)
      T.~Trace();
  }
  int get() const { return Tag == Int ? I : Tag == Object ? T.Id : -1; }
};

struct Anonymous {
  int Before;
  union {
    int A;
    char C;
  };
  struct {
    int X, Y;
  };
};

int main() {
  Number A, B(0x102), C = B;
  printf("%d %d %d\n", A.S, B.low(), C.I);
  C.Bytes[1] = 2;
  printf("%d\n", C.I);
  Trace T(5);
  Variant U, V(7), W(&T);
  printf("%d %d %d\n", U.get(), V.get(), W.get());
  Anonymous N{1, {2}, {3, 4}}, M = N;
  M.C = 'x';
  M.X += M.Y;
  printf("%d %d %d %d\n", N.A, M.A, M.X, N.X);
  static Number S{9};
  printf("%d\n", S.I);
}
