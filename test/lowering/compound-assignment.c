// Compound assignments: narrow types, pointers, effects in both operands.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
static int g = 100;
static int change(void) { g = 7; return 3; }
static int idx;
static int *at(int *p) { idx++; return p; }
int main(void) {
  unsigned char uc = 250;
  printf("%d\n", uc += 10);
  printf("%d\n", uc *= 100);
  printf("%d\n", uc <<= 3);
  printf("%d\n", uc -= 200);
  signed char sc = 100;
  printf("%d %d\n", sc += 100, sc);
  printf("%d %d\n", sc >>= 2, sc);
  short s = -5;
  printf("%d %d\n", s /= 2, s %= 2);
  s = 12000;
  s *= 2.5f;
  printf("%d\n", s);
  unsigned short us = 1;
  us = ~us, us ^= 0xff;
  printf("%d\n", us);
  // The right side first; then the left is read.
  g += change();
  printf("%d\n", g);
  int a[4] = {1, 2, 3, 4}, i = 0;
  a[i++] += change() + i * 10;
  printf("%d %d %d\n", a[0], a[1], i);
  a[i++] <<= a[i];
  printf("%d %d %d\n", a[1], a[2], i);
  *at(a + 3) -= *at(a);
  printf("%d %d\n", a[3], idx);
  int *p = a;
  p += 2;
  printf("%d\n", *p);
  printf("%d\n", *(p -= 1u));
  *p++ |= 0x70;
  printf("%d %d\n", a[1], (int)(p - a));
  _Bool b = 0;
  b += 2;
  printf("%d ", b);
  b -= 1;
  printf("%d ", b);
  b |= 6;
  printf("%d ", b);
  b &= 2;
  printf("%d ", b);
  b -= 0.5;
  printf("%d\n", b);
  int n = 7;
  n *= 1.5;
  printf("%d\n", n);
  n -= 0.75;
  printf("%d\n", n);
  unsigned u = 5;
  u -= 6LL;
  u /= 2;
  printf("%u\n", u);
  n = -7;
  n /= 2u; // unsigned division
  printf("%d\n", n);
  long long ll = 1;
  ll <<= 40;
  n = 3;
  n += ll + 1;
  printf("%d\n", n);
  float f = 1;
  f += 0.1;
  printf("%d\n", (int)(f * 1000000));
  n = (n = 5, n += n) + (n *= 2);
  printf("%d\n", n);
  return 0;
}
