// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};
void fail(int N) {
  Trace T(N);
  throw N;
}
int quiet(int N) noexcept {
  try {
    fail(N);
  } catch (...) {
    return N + 1;
  }
  return 0;
}
struct Cleans {
  ~Cleans() { printf("[%d] ", quiet(90)); }
};

void nested() {
  try {
    Trace A(1);
    try {
      Trace B(2);
      fail(3);
    } catch (...) {
      Trace C(4);
      try {
        fail(5);
      } catch (...) {
        printf("inner ");
      }
      fail(6);
    }
    printf("never ");
  } catch (...) {
    printf("outer ");
  }
}
int finallyLike(int N) {
  int R = 0;
  try {
    Cleans C;
    if (N)
      fail(7);
    R = 1;
  } catch (...) {
    R = 2;
  }
  return R;
}
template <class F> bool guarded(F Body) try {
  Body();
  return true;
} catch (...) {
  return false;
}
int depth(int N) {
  Trace T(100 + N);
  if (N == 0)
    throw 0;
  try {
    return depth(N - 1);
  } catch (...) {
    if (N < 2)
      throw;
    printf("at %d ", N);
    return N;
  }
}
struct Member {
  Trace T;
  Member(int N) : T(guarded([N] { fail(N); }) ? 1 : 2) {}
};

int main() {
  nested();
  printf("\n%d %d\n", finallyLike(0), finallyLike(1));
  printf("%d %d\n", guarded([] {}), guarded([] { fail(8); }));
  printf("%d\n", depth(4));
  Member M(9);
  bool Threw = guarded([&] {
    Trace Array[] = {10, 11, 12};
    for (Trace &T : Array)
      if (T.Id == 11)
        throw T.Id;
  });
  printf("%d %d\n", M.T.Id, Threw);
}
