// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  explicit Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  Trace(const Trace &O) : Id(O.Id + 100) { printf("c%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
  bool ok() const { return Id % 2 == 0; }
  int id() const { return Id; }
  Trace next() const { return Trace(Id + 1); }
};

int take(Trace A, Trace B) {
  printf("take ");
  return A.Id + B.Id;
}
int look(const Trace &T, int N) { return T.Id + N; }
Trace give(int Id) { return Trace(Id); }
void line(int N) { printf("= %d\n", N); }

int main() {
  Trace(1);
  line(0);
  give(2);
  line(0);
  line(Trace(3).id());
  line(give(4).next().next().id());
  line(take(Trace(5), give(6)));
  Trace L(7);
  line(take(L, L));
  for (int I = 0; I < 4; ++I) {
    line(Trace(10 + I).ok() && Trace(20 + I).id() == 22);
    line(Trace(10 + I).ok() || Trace(30 + I).ok());
    line(I < 2 ? Trace(40 + I).id() : Trace(50 + I).id());
    line(I % 2 && Trace(60 + I).ok() ? Trace(62).id() : 1);
    Trace C = I == 1 ? Trace(70) : give(71);
    const Trace &R = I == 2 ? Trace(72) : L;
    line(R.id() + C.id());
    if (Trace(80 + I).ok() && Trace(90 + I).ok())
      line(1);
    while (!Trace(82).ok())
      ;
  }
  line(look(Trace(8), look(Trace(9), 1)));
  const Trace &Long = Trace(200);
  const Trace &Copy = look(Trace(201), 0) ? Trace(202) : Trace(203);
  Trace(204), Trace(205);
  (void)Trace(206);
  int X = Trace(207).id(), Y = Trace(208).id();
  line(X + Y + Long.id() + Copy.id());
}
