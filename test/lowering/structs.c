// Struct assignment, passing and returning by value.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
struct in { char c; short s[3]; };
struct out { int a; struct in in[2]; long long l; struct { int x; } anon; };
struct big { int v[40]; };
static struct out glob = {1, {{2, {3, 4, 5}}, {6, {7, 8, 9}}}, 10, {11}};

static struct out change(struct out o) { o.a = 100; o.in[1].s[2]++; glob.a++; return o; }
static struct in pick(struct out *o, int i) { return o->in[i]; }
static int sum(struct big b, struct in i, int k) {
  int r = k + i.s[1];
  for (int n = 0; n < 40; n++) r += b.v[n], b.v[n] = 0;
  return r;
}
static struct big twice(struct big b) { for (int i = 0; i < 40; i++) b.v[i] *= 2; return b; }
static void show(struct out o) {
  printf("%d %d %d %d %d %lld %d\n", o.a, o.in[0].c, o.in[0].s[2], o.in[1].c, o.in[1].s[2], o.l, o.anon.x);
}

int main(void) {
  struct out a = glob, b, c, *p = &a;
  b = change(a);
  show(a), show(b), show(glob);
  c = b = a;
  b.a = 5;
  show(c);
  *p = *p;
  a = a;
  show(*p);
  a.in[0] = pick(&b, 1);
  a.in[1] = a.in[0];
  show(a);
  printf("%d %d\n", change(a).in[1].s[2], pick(&a, 1).s[0]);
  struct big x = {{1, 2, 3}}, y = twice(x);
  printf("%d %d %d\n", sum(y, a.in[1], 4), sum(twice(y), pick(&a, 0), 5), y.v[2]);
  struct out arr[3] = {a, b, change(c)};
  arr[0] = arr[2], arr[2].a = -1;
  show(arr[0]), show(arr[1]);
  p = arr;
  struct in *q = &arr[1].in[0];
  *q = (struct in){9, {8, 7, 6}};
  show(arr[1]);
  // The argument is what it was when it was evaluated.
  printf("%d\n", ((a.a = 1), sum(x, a.in[0], a.a)) + (a = b, a.a));
  struct out t = a; a = b; b = t;
  show(a), show(b);
  struct { struct in i; } w = {pick(&a, 0)}, z;
  z = w;
  printf("%d\n", z.i.s[1]);
  y = twice(y = x);
  return y.v[0] + y.v[2];
}
