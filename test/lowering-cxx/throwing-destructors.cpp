// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  ~Trace() noexcept(false) {
    printf("-%d ", Id);
    if (Id < 0)
      throw Id;
  }
};
struct Holder {
  Trace A, B;
};
struct Retry {
  int &N;
  ~Retry() {
    try {
      if (N++ == 0)
        throw N;
      printf("calm ");
    } catch (...) {
      printf("inside ");
    }
  }
};

template <class F> void attempt(F Body) {
  try {
    Body();
    printf("fine\n");
  } catch (...) {
    printf("caught\n");
  }
}
int value() {
  Trace T(-7);
  return 5;
}

int main() {
  int N = 0;
  attempt([] { Trace A(1), B(-2), C(3); });
  attempt([] { Trace(-4), Trace(5); });
  attempt([] { Holder H{6, -1}; Trace T(8); });
  attempt([] { printf("%d ", value()); });
  attempt([&] { Retry R{N}; Retry S{N}; });
  N = 0;
  // A destructor that copes with its own exception while another is on its way.
  attempt([&] { Retry R{N}; throw 1; });
  attempt([] {
    for (int I = 0; I < 3; ++I) {
      Trace T(I == 1 ? -9 : I);
      if (I == 0)
        continue;
      break;
    }
  });
  attempt([] { delete new Trace(-3); });
}
