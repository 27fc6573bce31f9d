// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) {
    printf("+%d ", Id);
    if (Id < 0)
      throw Id;
  }
  ~Trace() { printf("-%d ", Id); }
};

int plain(int N) try {
  Trace A(N);
  return 1;
} catch (...) {
  printf("plain ");
  return 2;
}

struct Made {
  Trace A, B;
  Made(int X, int Y)
  try : A(X), B(Y) {
    Trace Body(X + Y);
  } catch (...) {
    printf("Made ");
    // The exception goes on.
  }
  ~Made() try { printf("~Made "); } catch (...) {
  }
};

void make(int X, int Y) {
  try {
    Made M(X, Y);
    printf("made ");
  } catch (...) {
    printf("caught ");
  }
  printf("\n");
}

int main() {
  printf("%d\n", plain(1));
  printf("%d\n", plain(-1));
  make(1, 2);
  make(-1, 2);
  make(3, -2);
  make(3, -4);
  make(1, -2);
}
