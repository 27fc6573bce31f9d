// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  explicit Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};

void leaf(int N) {
  Trace T(N);
  if (N % 2)
    throw N;
  printf("leaf ");
}
void middle(int N) {
  Trace A(10);
  {
    Trace B(11);
    leaf(N);
    Trace C(12);
  }
  printf("middle ");
}
int caller(int N) {
  Trace A(20);
  try {
    Trace B(21);
    middle(N);
    Trace C(22);
    return 1;
  } catch (...) {
    printf("caught ");
    Trace D(23);
  }
  return 2;
}
int local(int N) {
  try {
    Trace A(30);
    if (N)
      throw "text";
    printf("none ");
  } catch (...) {
    return N;
  }
  return -1;
}
int rethrow(int N) {
  try {
    try {
      Trace A(40);
      middle(N);
    } catch (...) {
      Trace B(41);
      printf("again ");
      throw;
    }
  } catch (...) {
    printf("outer ");
    return 1;
  }
  return 0;
}
int loop() {
  int Caught = 0;
  for (int I = 0; I < 5; ++I) {
    try {
      Trace A(50 + I);
      if (I == 1)
        continue;
      if (I == 4)
        break;
      leaf(I);
    } catch (...) {
      ++Caught;
      if (I == 3)
        continue;
    }
  }
  return Caught;
}
int value(int N) { return N > 2 ? throw N : N; }

int main() {
  for (int I = 0; I < 2; ++I) {
    printf("= %d\n", caller(I));
    printf("= %d\n", local(I));
    printf("= %d\n", rethrow(I));
  }
  printf("= %d\n", loop());
  try {
    printf("%d ", value(2));
    printf("%d ", value(3));
  } catch (...) {
    printf("thrown\n");
  }
}
