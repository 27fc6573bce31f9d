// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);
#include <new>

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  ~Trace() { printf("-%d\n", Id); }
};

int main() {
  Trace *T = new (std::nothrow) Trace(3);
  if (!T)
    return 1;
  printf("%d ", T->Id);
  delete T;
  int *A = new (std::nothrow) int[3]{1, 2, 3};
  printf("%d\n", A ? A[2] : 3);
  delete[] A;
}
