// Unions: punning, anonymous members, initialisers, copies.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
union n { unsigned u; int i; float f; unsigned char b[4]; struct { unsigned short lo, hi; } h; };
struct v { int tag; union { int num; const char *text; struct { short x, y; }; }; union n n[2]; };
static union n g = {0x40490fdb}, gf = {.f = -2.0f}, gb = {.b = {1, 2, [3] = 4}};
static struct v gv = {1, .y = 7, .n = {{5}, {.h = {6, 7}}}};
static union n make(float f) { union n r; r.f = f; return r; }
static unsigned bits(union n x) { x.u ^= 1; return x.u; }
typedef union { int *ip; const char *cp; long l; } arg __attribute__((transparent_union));
static int first(arg a, int what) { return what ? *a.ip : *a.cp; }
int main(void) {
  printf("%d %08x %08x\n", (int)(g.f * 1000), gf.u, gb.u);
  printf("%d %d %d %d %d\n", gv.tag, gv.x, gv.y, gv.n[0].i, gv.n[1].u);
  union n x = make(1.5f), y;
  y = x;
  y.b[3] |= 0x80;
  printf("%x %d %d %x\n", x.u, (int)(y.f * 10), y.i < 0, bits(y));
  x.h.hi = 0;
  printf("%x %d\n", x.u, (int)(make(3.0f).b[3]));
  struct v v = {.text = "abc", .tag = 2}, w = v;
  v.num = 5;
  printf("%s %d %d\n", w.text + 1, v.num, v.x);
  union { long long l; char c[8]; int i[2]; } z = {-1};
  z.c[0] = 0, z.i[1] = 1;
  printf("%llx %d\n", z.l, (int)sizeof z);
  int k = 77;
  printf("%d %c\n", first(&k, 1), first("q", 0));
  union u2 { int i; double d; };
  union u2 c = (union u2)12, d = (union u2)2.5;
  printf("%d %d\n", c.i, (int)(d.d * 2));
  union { struct { int t; char a; } s1; struct { int t; char b[8]; } s2; } common = {.s2 = {9, "hi"}};
  printf("%d %c\n", common.s1.t, common.s1.a);
  union n *p = &v.n[1];
  *p = (union n){.h.lo = 3};
  p->u <<= 4;
  return v.n[1].h.lo;
}
