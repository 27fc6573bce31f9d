// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);
namespace std {
using size_t = decltype(sizeof(0));
struct nothrow_t {};
extern const nothrow_t nothrow;
} // namespace std
void *operator new(std::size_t, void *P) noexcept { return P; }
void *operator new[](std::size_t, void *P) noexcept { return P; }

struct Trace {
  int Id;
  Trace(int Id = 7) : Id(Id) { printf("+%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};
struct Plain {
  int A, B = 4;
};
struct Own {
  int X = 1;
  static void *operator new(std::size_t N) {
    printf("own new %d\n", int(N));
    return ::operator new(N);
  }
  static void operator delete(void *P) {
    printf("own delete\n");
    ::operator delete(P);
  }
};
struct Throws {
  static void *operator new(std::size_t N) { return ::operator new(N); }
  static void operator delete(void *P) {
    printf("taken back ");
    ::operator delete(P);
  }
  Throws() { throw 1; }
};

int main() {
  int *A = new int, *B = new int(5), *C = new int();
  *A = 1;
  printf("%d %d %d\n", *A, *B, *C);
  delete A;
  delete B;
  delete C;
  int N = 3;
  int *D = new int[N]{1, 2}, *E = new int[4](), *F = new int[2]{8, 9};
  printf("%d %d %d %d %d\n", D[0], D[1], D[2], E[3], F[1]);
  delete[] D;
  delete[] E;
  delete[] F;
  Trace *T = new Trace(1), *U = new Trace[2]{3, 4}, *V = new Trace[N], *W = new Trace[N]{5};
  delete T;
  delete[] U;
  delete[] V;
  delete[] W;
  T = nullptr;
  delete T;
  delete[] T;
  printf("\n");
  Plain *P = new Plain{3}, *Q = new Plain[N]{{1}, {2, 3}};
  printf("%d %d %d %d %d\n", P->B, Q[0].B, Q[1].B, Q[2].A, Q[2].B);
  delete P;
  delete[] Q;
  alignas(Trace) char Buffer[2 * sizeof(Trace)];
  Trace *X = new (Buffer) Trace(8);
  Trace *Y = new (Buffer + sizeof(Trace)) Trace;
  printf("%d %d\n", X->Id, int(Y - X));
  X->~Trace();
  Y->~Trace();
  delete new Own;
  try {
    new Throws;
  } catch (...) {
    printf("caught\n");
  }
  auto *Grid = new int[N][2]{{1, 2}, {3}};
  printf("%d %d %d\n", Grid[0][1], Grid[1][0], Grid[2][1]);
  delete[] Grid;
  Trace(*Both)[2] = new Trace[2][2];
  delete[] Both;
  printf("\n");
}
