// K&R definitions, implicit declarations and int, calls without prototypes.
// RUN: %run-both %s %t -std=gnu89
int printf();
static sum();
extern int late();
int (*fp)() = late;
register_me(a, b) { return a * 10 + b; } /* implicit int everywhere */
static narrow(c, s, f, u) char c; short s; float f; unsigned char u; {
  c += 100, s++, u--;
  return c + s + (int)(f * 4) + u;
}
static struct p { int x, y; } mk(x, p, q) struct p p; int *q; { p.x += x; *q += 1; return p; }
static char low(x) long x; { return x; }
main() {
  auto i = 3;
  const k = 4;
  printf("%d %d\n", register_me(1, 2), sum(3, 4, 5));
  printf("%d\n", narrow(100, -1, 2.6, 256));
  { struct p a, b; a.x = 1, a.y = 2; b = mk(i, a, &i); printf("%d %d %d\n", b.x, b.y, i); }
  printf("%d %d\n", later(7), low(0x1ffL));
  printf("%d %d\n", fp(5), (*fp)(6, 7)); /* one argument too many */
  printf("%d\n", ((int (*)(char, int, double, int))narrow)(1, 2, 3.0, 4));
  return k;
}
static sum(a, b, c) { return a + b + c; }
later(n) int n; { return n ? n + later(n - 1) : 0; }
late(n) { return n * n; }
