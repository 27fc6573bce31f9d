// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  Trace(const Trace &O) : Id(O.Id + 100) { printf("c%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
  explicit operator bool() const { return Id > 0; }
  operator int() const { return Id; }
  bool operator!() const { return Id == 0; }
};
int Left = 3;
Trace take() { return Trace(Left--); }
bool operator&&(const Trace &A, int B) {
  printf("and ");
  return A.Id && B;
}

int main() {
  if (Trace T = take())
    printf("then ");
  else
    printf("else ");
  while (Trace T = take()) {
    if (T.Id == 1)
      continue;
    printf("round ");
  }
  printf("\n");
  Left = 2;
  for (Trace I(10); Trace T = take(); printf("next "))
    if (T.Id == 1)
      break;
  printf("\n");
  Left = 2;
  do {
    Trace T(20);
    if (Left == 1)
      continue;
  } while (take().Id > 1);
  for (int I = 0; !Trace(I) || I < 2; ++I)
    printf("%d ", I);
  printf("\n");
  switch (Trace T(2); int(Trace(1)) + T.Id) {
  case 3:
    printf("three ");
  case 4: {
    Trace U(30);
    break;
  }
  }
  printf("\n");
  bool B = Trace(1) && 0;
  Trace X(1), Y(2);
  const Trace &R = B ? X : Y;
  Trace C = B ? X : Y;
  Trace D = Left ? Trace(40) : X;
  Trace E = Left > 100 ? throw 1 : Trace(41);
  printf("%d %d\n", R.Id, Trace(Left > 0 ? X : Trace(5)).Id);
  int N = Left == 0 ? (Trace(6), 1) : (Trace(7), 2);
  (Left ? X : Y).Id = 9;
  printf("%d %d %d\n", N, X.Id, Y.Id);
  printf("%d\n", (Left, Trace(8)).Id + Trace(9).Id);
  Left ? Trace(50) : Trace(51);
  Left || (Trace(52), true);
  printf("end\n");
}
