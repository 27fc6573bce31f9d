// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Trace {
  int Id;
  explicit Trace(int Id) : Id(Id) { printf("+%d ", Id); }
  ~Trace() { printf("-%d ", Id); }
};

struct Base {
  Trace T{100};
  Base() { printf("Base "); }
  ~Base() { printf("~Base "); }
};
struct Other {
  Other() { printf("Other "); }
  ~Other() { printf("~Other "); }
};
struct Derived : Base, Other {
  Trace A, B;
  Trace Array[2] = {Trace(103), Trace(104)};
  Derived() : B(102), A(101) { printf("Derived "); }
  ~Derived() { printf("~Derived "); }
};

int early(int N) {
  Trace A(1);
  if (N == 0)
    return 0;
  Trace B(2);
  {
    Trace C(3);
    if (N == 1)
      return 1;
  }
  for (int I = 0; I < 4; ++I) {
    Trace D(10 + I);
    if (I == 0)
      continue;
    Trace E(20 + I);
    if (I == N)
      break;
  }
  int Round = 0;
again:
  Trace F(30 + Round);
  if (++Round < 2)
    goto again;
  while (true) {
    Trace G(40);
    do {
      Trace H(41);
      if (N == 2)
        goto out;
    } while (false);
    break;
  }
out:
  printf("out ");
  return 2;
}

int pick(int N) {
  switch (Trace S(50); N) {
  case 0: {
    Trace A(51);
    break;
  }
  case 1:
    return 1;
  default:
    Trace B(52);
    printf("default ");
  }
  if (Trace I(60); N == 0)
    printf("zero ");
  else
    printf("other ");
  return 0;
}

int main() {
  for (int I = 0; I < 4; ++I)
    printf("= %d\n", early(I));
  for (int I = 0; I < 3; ++I)
    printf("= %d\n", pick(I));
  { Derived D; }
  printf("\n");
  {
    Trace Array[3] = {Trace(1), Trace(2), Trace(3)};
    printf("body ");
  }
  printf("\n");
}
