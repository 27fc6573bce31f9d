// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

// Assignments evaluate the right side first, shifts and calls the left one.
struct Num {
  int N;
  Num operator+(Num O) const { return {N + O.N}; }
  Num &operator=(const Num &O) {
    N = O.N;
    return *this;
  }
  Num &operator+=(const Num &O) {
    N += O.N;
    return *this;
  }
  int &operator[](int I) { return N; }
  Num &operator<<(int X) {
    N = N * 2 + X;
    return *this;
  }
  int operator()(int X, int Y) { return N + X + Y; }
  Num operator,(Num O) { return O; }
};
Num &operator-=(Num &A, int B) {
  A.N -= B;
  return A;
}
Num operator>>(Num A, Num B) { return {A.N - B.N}; }
Num operator*(Num A, Num B) { return {A.N * B.N}; }

Num Store[10];
Num &at(int I) {
  printf("at%d ", I);
  return Store[I];
}
int val(int N) {
  printf("val%d ", N);
  return N;
}
Num num(int N) {
  printf("num%d ", N);
  return {N};
}

int main() {
  at(1) = num(2);
  at(1) += num(3);
  at(1) -= val(4);
  at(2) = at(1) = num(5);
  at(1)[val(0)] = val(8);
  at(1) << val(1) << val(2);
  printf("%d\n", at(1)(val(3), val(4)));
  printf("%d\n", (num(1) + num(2) * num(3)).N);
  printf("%d\n", (num(9) >> num(2)).N);
  printf("%d\n", (num(1), num(2)).N);
  int X = 1, Array[3] = {0, 0, 0};
  Array[val(1)] = val(2);
  Array[2] += X++;
  (X = 5) += val(1);
  (val(1) ? X : Array[0]) = val(3);
  ++(X += 2);
  int &R = (X *= 2) -= 1;
  R++;
  printf("%d %d %d\n", X, Array[1], Array[2]);
  int *P = Array;
  *P++ = val(6);
  *(P += 1) = val(7);
  printf("%d %d\n", Array[0], Array[2]);
  (Array[val(0)] += 4) *= 2;
  printf("%d\n", Array[0]);
}
