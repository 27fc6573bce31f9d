// Enums: negative, wide, packed, in expressions.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
enum neg { A = -3, B, C = A + 10, D };
enum big { E = 0xffffffffu, F = 1 };
enum huge { G = 0x123456789aLL, H = -1 };
enum __attribute__((packed)) tiny { T0, T200 = 200, T255 = 255 };
enum __attribute__((packed)) stiny { S1 = -1, S100 = 100 };
enum { X = sizeof(int) * 3, Y = 'a' + 1, Z = ~0 };
enum fwd *opaque;
static enum neg next(enum neg n) { return n + 1; }
struct s { enum tiny t; enum stiny s[3]; } gs = {T255, {S1, S100}};
int main(void) {
  printf("%d %d %d %d\n", A, B, C, D);
  enum neg n = A;
  enum big b = E;
  printf("%d %d %d\n", n < 0, b > 0, (int)sizeof b);
  enum huge h = G;
  printf("%llx %lld %d\n", (long long)h, (long long)H, (int)sizeof h);
  enum tiny t = T200;
  t += 60; // wraps
  printf("%d %d %d\n", t, (int)sizeof t, (int)sizeof(struct s));
  printf("%d %d %d\n", gs.t, gs.s[0], gs.s[1] * 2);
  enum stiny s = 200;
  printf("%d\n", s);
  printf("%d %d %d\n", X, Y, Z);
  for (n = A; n != C; n = next(n))
    switch (n) { case A: printf("A "); break; case B: printf("B "); break; default: printf("%d ", n); }
  int arr[D] = {[C] = 4, [Y - 'a'] = 2};
  printf("\n%d %d\n", arr[7], arr[1]);
  n = (enum neg)99.7;
  _Bool flag = (enum tiny)256;
  printf("%d %d\n", n--, flag);
  enum { LOCAL = 5 } l = LOCAL;
  { enum { LOCAL = 6 }; l += LOCAL; }
  return l + (n == 98);
}
