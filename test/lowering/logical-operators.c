// && and || whose values are used: as arguments, nested, with side effects.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);

static int calls;
static int f(int x) { calls = calls * 10 + (x & 7); return x; }
static int show3(int a, int b, int c) { return a * 100 + b * 10 + c; }

int main(void) {
  int x = 0, y = 5;
  printf("%d %d\n", f(0) && f(1), calls);
  calls = 0;
  int v = f(0) || f(3) && f(0) || f(4);
  printf("%d %d\n", v, calls);
  calls = 0;
  v = (f(1) && f(2)) + (f(0) || f(0)) * 7 - !(f(3) && !f(0));
  printf("%d %d\n", v, calls);
  calls = 0;
  printf("%d ", show3(x++ && x, x++ && x, x || y--));
  printf("%d %d\n", x, y);
  v = (x = 0) || (y = 9, x) || (x = y);
  printf("%d %d %d\n", v, x, y);
  // The value read before a later operand changes it.
  int i = 1;
  v = i + ((i = 5) && (i = 7)) + i;
  printf("%d\n", v);
  int *p = 0;
  printf("%d %d\n", p && *p, !p || *p);
  if (f(1) && (f(0) || (f(2) && f(3))) && !f(0))
    printf("yes %d\n", calls);
  v = !(f(6) && f(0)) && ~(f(1) || f(2));
  printf("%d %d\n", v, calls);
  long long big = 1LL << 40;
  unsigned char c = 0;
  v = big && !c;
  printf("%d %d\n", v, (int)sizeof(big && c));
  double d = 0.25;
  printf("%d %d\n", d && 1, !d || !-0.0);
  calls = 0;
  f(0) || f(5); // for its effect only
  f(1) && f(2);
  printf("%d\n", calls % 1000);
  return f(0) || f(3) ? 3 : 4;
}
