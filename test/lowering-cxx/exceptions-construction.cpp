// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

// What is built when an exception leaves is destroyed, the rest is not.
int Fuse = 0;
struct Trace {
  int Id;
  Trace(int Id) : Id(Id) {
    if (--Fuse == 0) {
      printf("!%d ", Id);
      throw Id;
    }
    printf("+%d ", Id);
  }
  Trace() : Trace(99) {}
  Trace(const Trace &O) : Trace(O.Id + 100) {}
  ~Trace() { printf("-%d ", Id); }
};
struct Base {
  Trace T{1};
  ~Base() { printf("~Base "); }
};
struct Whole : Base {
  Trace A, B;
  Trace Array[2] = {4, 5};
  Whole() : A(2), B(3) { Trace Local(6); }
  ~Whole() { printf("~Whole "); }
};
struct Delegates {
  Trace T;
  Delegates(int) : T(7) {}
  Delegates() : Delegates(0) { Trace Body(8); }
  ~Delegates() { printf("~Delegates "); }
};
struct Aggregate {
  Trace A, B, C;
};
int take(Trace A, Trace B) { return A.Id + B.Id; }

template <class F> void attempt(F Body) {
  for (int N = 1; N < 8; ++N) {
    Fuse = N;
    try {
      Body();
      printf("= fine %d\n", Fuse);
    } catch (...) {
      printf("= caught %d\n", Fuse);
    }
  }
}

int main() {
  attempt([] { Whole W; });
  attempt([] { Delegates D; });
  attempt([] { Aggregate A{1, 2, 3}; Trace T(4); });
  attempt([] { Trace Array[3] = {1, 2}; });
  attempt([] { Trace Array[2][2]; });
  attempt([] { take(1, Trace(2)); });
  attempt([] { Trace A(1), B(A), C = B; });
  attempt([] { delete new Whole; });
  attempt([] { const Aggregate &R = Aggregate{Trace(1), 2, Trace(3)}; Trace T(4); });
  attempt([] { Trace X(1); auto L = [X, Y = X] {}; });
}
