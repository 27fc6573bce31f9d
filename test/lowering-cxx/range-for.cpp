// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Iterator {
  int N;
  int operator*() const { return N * N; }
  Iterator &operator++() {
    ++N;
    return *this;
  }
  bool operator!=(const Iterator &O) const { return N != O.N; }
};
struct Range {
  int From, To;
  Range(int From, int To) : From(From), To(To) {}
  ~Range() { printf("range gone\n"); }
  Iterator begin() const { return {From}; }
  Iterator end() const { return {To}; }
};
struct Free {
  int Data[3];
};
int *begin(Free &F) { return F.Data; }
int *end(Free &F) { return F.Data + 3; }
Range make(int N) { return Range(0, N); }

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) {}
  Trace(const Trace &O) : Id(O.Id + 10) { printf("+%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};

int main() {
  int Array[4] = {1, 2, 3, 4};
  int Sum = 0;
  for (int X : Array)
    Sum += X;
  for (int &X : Array)
    X *= 2;
  for (const auto &X : Array)
    Sum = Sum * 10 + X;
  printf("%d\n", Sum);
  for (int X : Range(2, 5))
    printf("%d ", X);
  for (auto X : make(9)) {
    if (X == 4)
      continue;
    if (X > 16)
      break;
    printf("%d ", X);
  }
  Free F = {{7, 8, 9}};
  for (int &X : F)
    printf("%d ", X++);
  printf("%d\n", F.Data[2]);
  int Grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  for (auto &Row : Grid)
    for (int Cell : Row)
      printf("%d ", Cell);
  Trace Ts[3] = {1, 2, 3};
  for (Trace T : Ts) {
    if (T.Id == 12)
      continue;
    printf("body ");
  }
  int Small[2] = {1, 2};
  for (int Scale = 3; int X : Small)
    (void)X, printf("%d ", Scale);
  printf("\n");
}
