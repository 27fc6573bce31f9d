// Integer promotions and the usual arithmetic conversions.
// RUN: %run-both %s %t
int printf(const char *, ...);
int main(void) {
  unsigned char a = 200, b = 100;
  signed char c = -100;
  unsigned short us = 65535;
  short s = -1;
  int i = -1;
  unsigned u = 1;
  long l = -1;
  unsigned long ul = 1;
  printf("%d %d %d\n", a + b, (unsigned char)(a + b), a - b - b);
  printf("%d %d\n", c + c, (signed char)(c + c));
  printf("%d %d %d\n", ~a, -a, !a);
  printf("%d %d\n", us + 1, us << 4);
  printf("%d %d\n", a << 24 >> 24, (a << 8) >> 1);
  printf("%d %d %d\n", i < u, s < us, i < (int)u);
  printf("%d %d %d\n", l < u, l < ul, i < ul);
  printf("%d %d\n", -1 > 1u, -1L > 1u);
  printf("%ld %lu\n", l + u, i + ul - 1);
  printf("%d %u\n", i / 2, i / 2u);
  printf("%d %u %d\n", -7 % 3, -7 % 3u, -7 / 2);
  printf("%d %u\n", i >> 1, (unsigned)i >> 1);
  printf("%d %d\n", c >> 1, (unsigned char)c >> 1);
  printf("%ld %ld\n", 1L << 40, (long)(1u << 31));
  printf("%d %d\n", s == us, s == (short)us);
  printf("%d\n", (a ^ ~a) == -1);
  printf("%d %d\n", 'a' + 1, '\xff');
  printf("%ld\n", us * 3L - u);
  printf("%lu\n", (unsigned)i * 2ul);
  printf("%u\n", us * (unsigned)us);
  printf("%d\n", (1 ? s : u) > 0);
  printf("%d %d\n", 0x7fffffff + 1u > 0, 2147483648 > 0);
  printf("%d\n", (int)(1.5f + a) + (a > 199.5));
  printf("%d\n", 3 < 2 < 1);
  printf("%u %u\n", 010 + 0b11, 0xFFu - 'b');
  long long mixed = (char)1 + (short)2 + 3 + 4u + 5l + 6ul + 7ll;
  return mixed - 20;
}
