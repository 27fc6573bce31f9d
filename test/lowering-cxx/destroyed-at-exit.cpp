// RUN: %run_both %s %t
// RUN: %run_both %s %t -DEXIT
extern "C" int printf(const char *, ...);
extern "C" int atexit(void (*)());
extern "C" void exit(int);

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};
struct Constant {
  int Id;
  constexpr Constant(int Id) : Id(Id) {}
  ~Constant() { printf("~%d ", Id); }
};

Trace A(1);
Constant C(2);
Trace Array[2] = {3, 4};
const Trace &Ref = Trace(5);
static Trace *Pointer = new Trace(6);

Trace &local(int N) {
  static Trace T(N);
  static Constant K(20);
  static const int First = N + T.Id;
  printf("%d ", First);
  return T;
}
void bye() { printf("bye "); }

int main() {
  Trace Auto(7);
  local(8);
  atexit(bye);
  local(9);
  static Trace Last(10);
  printf("main ");
#ifdef EXIT
  exit(3);
#endif
  return 4;
}
