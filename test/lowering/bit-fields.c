// Bit-fields: widths, signs, promotion, what an assignment gives, layout.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
struct a { unsigned u3 : 3; int s3 : 3; unsigned : 2; _Bool b : 1; unsigned u32 : 32; };
struct z { char a : 3; char : 0; char b : 3; int : 0; int c : 7; };
struct __attribute__((packed)) p { unsigned a : 5, b : 11, c : 20; short d : 13; long long e : 37; };
struct w { unsigned long long lo : 33, hi : 31; long long s : 50; };
struct e { enum k { K0, K1, K2, K3 } k : 2; signed char c : 8; unsigned short h : 9; };
static struct a g = {15, 5, 1, 7};
union u { struct { unsigned char lo : 4, hi : 4; }; unsigned char byte; };

int main(void) {
  struct a x = {0};
  printf("%d %d %d %u\n", g.u3, g.s3, g.b, g.u32);
  // Promoted to int: 3 - 4 is negative.
  x.u3 = 3;
  printf("%d %d\n", x.u3 - 4 < 0, -x.u3);
  x.u32 = 3;
  printf("%d\n", x.u32 - 4 < 0);
  printf("%d %d\n", x.u3 = 13, x.s3 = 13);
  printf("%d %d\n", x.u3 += 9, x.s3 -= 14);
  printf("%d %d %d\n", x.s3 <<= 1, x.s3 ^= 1, x.s3);
  int chain = x.u3 = x.s3 = 6;
  printf("%d %d %d\n", chain, x.u3, x.s3);
  x.b = 2;
  printf("%d %d\n", x.b, x.b = 0.5);
  printf("%d %d %d %d\n", ~x.u3, x.u3 << 30 >> 30, !x.s3, x.u3 ? 1 : 2);
  printf("%d %d %d %d\n", (int)sizeof(struct a), (int)sizeof(struct z), (int)sizeof(struct p),
         (int)sizeof(struct e));
  struct p p = {31, 1024, 0xabcde, -1000, -5};
  p.b++, p.c--, p.d -= 4000, p.e *= 3;
  printf("%d %d %d %d %lld\n", p.a, p.b, p.c, p.d, (long long)p.e);
  unsigned char *bytes = (unsigned char *)&p, sum = 0;
  for (unsigned i = 0; i < sizeof p; i++) printf("%02x", bytes[i]);
  struct w w = {0x1ffffffffULL, 0x7fffffff, -1};
  w.lo += 2;
  w.s -= 1LL << 49;
  printf("\n%lld %lld %lld\n", (long long)w.lo, (long long)w.hi, (long long)w.s);
  printf("%d\n", (w.hi << 4) >> 4 == w.hi);
  struct e e = {K3, -1, 511};
  e.k = K2, e.h++, e.c += 130;
  printf("%d %d %d %d\n", e.k, e.c, e.h, e.k == K2);
  union u u = {.byte = 0xa5};
  u.lo = u.hi;
  printf("%02x\n", u.byte);
  struct z z = {3, 2, 63}, *q = &z;
  q->a = q->b = q->c--;
  printf("%d %d %d\n", q->a, q->b, q->c);
  struct a copy = x;
  copy.u3 = 1;
  printf("%d %d %u\n", x.u3, copy.u3, copy.u32);
  switch (x.u3) { case 6: printf("six\n"); }
  for (x.u3 = 0; x.u3 < 7; x.u3++) sum++;
  x.u3 |= 8, x.u3 -= 8;
  return sum + x.u3;
}
