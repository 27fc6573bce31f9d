// Where C leaves the order open, clang's is followed.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
static int step, g = 1;
static int t(int n, int v) { printf("%d.%d ", ++step, n); return v; }
static int *tp(int n, int *p) { t(n, 0); return p; }
struct s { int a, b; };
static struct s mk(int n) { t(n, 0); return (struct s){n, g}; }
static struct s *sp(int n, struct s *p) { t(n, 0); return p; }
static int set(int v) { g = v; return v; }
static int f3(int a, int b, int c) { return a * 100 + b * 10 + c; }
static int (*fn(int n))(int, int, int) { t(n, 0); return f3; }
int main(void) {
  int a[4] = {0}, i = 0;
  printf("%d\n", f3(t(1, 1), t(2, 2), t(3, 3)));
  printf("%d\n", fn(1)(t(2, 1), t(3, 2), t(4, 3)));
  printf("%d\n", t(1, 5) - t(2, 3) * t(3, 2) + (t(4, 8) >> t(5, 1)));
  *tp(1, a) = t(2, 7);
  a[t(3, 1)] += t(4, 5);
  printf("%d %d\n", a[0], a[1]);
  *tp(1, a) = *tp(2, a + 1) = t(3, 9);
  struct s x = {0}, y;
  *sp(1, &x) = mk(2);
  *sp(3, &x) = *sp(4, &y) = mk(5);
  printf("%d\n", x.a);
  x = (struct s){.b = t(1, 1), .a = t(2, 2)};
  int arr[] = {[1] = t(3, 3), [0] = t(4, 4)};
  printf("%d %d %d\n", x.a, arr[0], arr[1]);
  // A variable next to a call that changes it.
  g = 1;
  printf("%d ", g + set(5));
  printf("%d ", set(6) + g);
  printf("%d ", f3(g, set(2), g));
  printf("%d ", g * 10 + set(3) + g);
  printf("%d\n", (g < set(4)) + (set(1) < g));
  g = 0;
  a[g] = set(2); // the right side comes first
  a[set(3)] = g;
  printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
  g = 1;
  struct s v[3] = {{1, 1}, {2, 2}, {3, 3}};
  v[g] = (set(2), v[0]); // here the left one
  printf("%d %d\n", v[1].a, v[2].a);
  g = 10;
  g += set(3);
  g -= g + set(1);
  printf("%d\n", g);
  printf("%d %d\n", i, tp(1, a)[t(2, 3)] + t(3, 2)[tp(4, a)]);
  int c = t(1, 0) ? t(2, 2) : t(3, 3), d = (t(4, 4), t(5, 5));
  printf("%d %d\n", c, d);
  const int *q = &g;
  printf("%d\n", f3(*q, *q + set(7), *q) + (*tp(1, &g))++);
  struct s pass = {1, 2};
  printf("%d %d\n", pass.a, ((pass = mk(1)).a + pass.b));
  return g;
}
