// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};

int jumps(int N) {
  Trace A(1);
  switch (N) {
  case 0: {
    Trace B(2);
    goto end;
  }
  case 1:
    for (int I = 0; I < 3; ++I) {
      Trace C(10 + I);
      switch (I) {
      case 0: {
        Trace D(3);
        continue;
      }
      case 1:
        goto inner;
      default:
        break;
      }
      {
      inner:
        Trace E(4);
        printf("inner ");
      }
      if (I == 2)
        return 7;
    }
    break;
  default:
    return 8;
  }
  printf("after ");
end:
  return 9;
}

int backwards() {
  int Round = 0;
top:
  Trace T(20 + Round);
  {
    Trace U(30 + Round);
    if (++Round < 3)
      goto top;
  }
  return Round;
}

int tries(int N) {
  for (int I = 0; I < 4; ++I) {
    try {
      Trace A(40 + I);
      if (I == N)
        throw I;
      if (I == N + 1)
        goto out;
      if (I == 3)
        return 1;
    } catch (...) {
      Trace B(50 + I);
      if (N == 1)
        continue;
      if (N == 2)
        break;
      goto out;
    }
  }
  return 2;
out:
  printf("out ");
  return 3;
}

int statements(int N) {
  int R = ({
    Trace T(60);
    if (N == 0)
      return -1;
    T.Id + N;
  });
  return R;
}

int main() {
  for (int I = 0; I < 3; ++I)
    printf("= %d\n", jumps(I));
  printf("= %d\n", backwards());
  for (int I = 0; I < 4; ++I)
    printf("= %d\n", tries(I));
  for (int I = 0; I < 2; ++I)
    printf("= %d\n", statements(I));
}
