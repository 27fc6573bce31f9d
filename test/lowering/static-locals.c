// Static locals: one object for all calls, initialised once, one per name.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
static int counter(int by) {
  static int n = 5;
  static int *p = &n;
  { static int n = 100; n++; by += n - 100; }
  { static int n; by += n++; }
  *p += by;
  return n;
}
static int rec(int d) {
  static int depth, most;
  depth++;
  if (depth > most) most = depth;
  if (d) rec(d - 1);
  depth--;
  return most * 10 + depth;
}
static const char *name(int i) {
  static const char *const names[] = {"zero", "one", "two"};
  static char buf[8];
  for (int k = 0; k < 8; k++) { buf[k] = names[i][k]; if (!buf[k]) break; }
  return buf;
}
static int *cell(void) { static int c[2] = {3, 4}; return c; }
static int skip(int go) {
  if (go) goto over;
  static int x = 8;
over:
  return x++;
}
int n = 77;
int main(void) {
  for (int i = 0; i < 3; i++) printf("%d ", counter(i));
  printf("%d %d\n", rec(3), rec(1));
  const char *a = name(0), *b = name(2);
  printf("%s %s %d\n", a, b, a == b);
  cell()[1]++;
  printf("%d\n", cell()[1]);
  printf("%d %d %d\n", skip(1), skip(0), skip(1));
  { extern int n; printf("%d\n", n++); }
  static struct { int a; double d; } s = {1, 2.5};
  s.a += s.d;
  return s.a + n;
}
