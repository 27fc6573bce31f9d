// RUN: %run_both %s %t
extern "C" int printf(const char *, ...);

struct Vec {
  int X, Y;
  static int Made;
  Vec(int X = 0, int Y = 0) : X(X), Y(Y) { ++Made; }
  int dot(const Vec &O) const { return X * O.X + Y * O.Y; }
  int get() { return 1; }
  int get() const { return 2; }
  int over(int) { return 1; }
  int over(long) { return 2; }
  int over(double) { return 3; }
  int over(const char *) { return 4; }
  static int made() { return Made; }
  Vec operator+(const Vec &O) const { return Vec(X + O.X, Y + O.Y); }
  Vec operator-() const { return {-X, -Y}; }
  Vec &operator+=(const Vec &O) {
    X += O.X;
    Y += O.Y;
    return *this;
  }
  bool operator==(const Vec &O) const { return X == O.X && Y == O.Y; }
  int &operator[](int I) { return I ? Y : X; }
  int operator()(int A, int B = 10) const { return X * A + Y * B; }
  Vec &operator++() {
    ++X;
    return *this;
  }
  Vec operator++(int) {
    Vec Old = *this;
    ++X;
    return Old;
  }
  explicit operator bool() const { return X || Y; }
  operator int() const { return X * 1000 + Y; }
  const Vec *operator->() const { return this; }
  Vec *operator&() { return nullptr; }
};
int Vec::Made = 0;
Vec operator*(int K, const Vec &V) { return Vec(K * V.X, K * V.Y); }

int plus(int X, int Y) { return X + Y; }

int main() {
  Vec A(1, 2), B(3);
  const Vec C(5, 6);
  printf("%d %d %d\n", A.dot(B), A.get(), C.get());
  printf("%d %d %d %d\n", A.over(1), A.over(1L), A.over(1.0), A.over("x"));
  Vec D = A + B + C;
  printf("%d %d\n", D.X, D.Y);
  D = -D;
  D += A += B;
  printf("%d %d %d %d\n", D.X, D.Y, A.X, A.Y);
  printf("%d %d\n", A == B, A == A);
  D[0] = 40;
  D[1]++;
  printf("%d %d\n", D[0], D[1]);
  printf("%d %d\n", D(2), D(2, 3));
  Vec E = D++;
  ++D;
  printf("%d %d\n", E.X, D.X);
  if (D)
    printf("yes\n");
  int I = D;
  printf("%d %d\n", I, plus(D, 1));
  printf("%d %d\n", D->X, (2 * A).X);
  printf("%d %d\n", Vec::made(), A.made());
  Vec *P = &A;
  printf("%d\n", P == nullptr);
}
