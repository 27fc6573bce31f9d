// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

// Objects that are passed by their address and such as are not, directly and
// through pointers.
struct Big {
  int A[20];
};
struct Small {
  short A;
  char B;
};
struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  Trace(const Trace &O) : Id(O.Id + 100) { printf("c%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};
struct __attribute__((trivial_abi)) Registers {
  int Id;
  Registers(int Id) : Id(Id) {}
  Registers(const Registers &O) : Id(O.Id + 100) { printf("c%d ", Id); }
  ~Registers() { printf("-%d ", Id); }
};
union Either {
  int I;
  float F;
};

Big big(Big B, int I) {
  B.A[I] *= 2;
  return B;
}
Small small(Small S) { return {S.B, char(S.A)}; }
Trace trace(Trace T, const Trace &U) {
  T.Id += U.Id;
  return T;
}
int registers(Registers R) { return R.Id; }
Registers give(int N) { return Registers(N); }
Either either(Either E) {
  E.I++;
  return E;
}
struct Caller {
  Trace (*F)(Trace, const Trace &);
  Trace run(int A, int B) const { return F(A, B); }
};

int main() {
  Big B{{1, 2, 3}};
  Big (*PB)(Big, int) = big;
  printf("%d %d %d\n", big(B, 1).A[1], PB(PB(B, 2), 2).A[2], B.A[2]);
  Small S = small(small({1, 'b'}));
  printf("%d %d\n", S.A, S.B);
  Trace (*PT)(Trace, const Trace &) = trace;
  Trace T = PT(1, 2), U = trace(T, trace(T, 3));
  printf("%d %d\n", T.Id, U.Id);
  printf("%d\n", Caller{trace}.run(5, 6).Id);
  printf("%d\n", registers(7));
  Registers R = give(8);
  printf("%d\n", registers(R) + registers(give(9)));
  printf("%d\n", either(either({3})).I);
}
