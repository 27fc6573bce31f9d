// RUN: %run_both %s %t
// A conditional expression may be a bit-field, which has no address.
extern "C" int printf(const char *, ...);

struct Bits {
  int A : 8, B : 8, C : 16;
  unsigned D : 3;
} S = {19, -20, 21, 6};
int Plain = 17;

int mixed(int X) { return X ? S.C : Plain; }
int nested(int X, int Y) { return X ? Y ? S.A : S.B : S.C; }
int orElse(int X) {
  S.A = X;
  return S.A ?: S.B;
}
unsigned behindComma(int X) { return (Plain++, X ? S.D : *new unsigned(5)); }

int main() {
  printf("%d %d\n", mixed(1), mixed(0));
  printf("%d %d %d\n", nested(1, 1), nested(1, 0), nested(0, 0));
  printf("%d %d\n", orElse(4), orElse(0));
  const int &Copy = Plain > 0 ? S.B : S.C;
  S.B = 5;
  printf("%d\n", Copy);
}
