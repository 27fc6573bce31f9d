// __attribute__((cleanup)): last declared first, on every way out of a scope.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
static void bye(int *p) { printf("bye %d\n", *p); *p = -1; }
struct s { int a, b; };
static void bye_s(struct s *s) { printf("s %d %d\n", s->a, s->b); }
static int take(int **p) { printf("ptr %d\n", **p); return 5; }
#define SAY __attribute__((cleanup(bye))) int
static int early(int n) {
  SAY a = n;
  if (n == 1) return a + 10; // the value from before the cleanup
  SAY b = n + 1;
  if (n == 2) return b;
  { SAY c = n + 2; if (n == 3) return a + b + c; }
  return 0;
}
static int loops(void) {
  int r = 0;
  for (SAY i = 0; i < 4; i++) {
    SAY x = 100 + i;
    if (i == 1) continue;
    while (1) { SAY y = 200 + i; if (i == 2) goto out; break; }
    r += x;
  }
out:
  return r;
}
static struct s agg(void) {
  __attribute__((cleanup(bye_s))) struct s s = {1, 2};
  int t = 9, *p __attribute__((cleanup(take))) = &t;
  s.b = 3;
  return s;
}
static int expr(void) {
  int v = ({ SAY z = 50; z + 1; }) + ({ SAY z = 60; z; });
  printf("in expr\n");
  return v;
}
static int back(void) {
  int n = 0;
again:;
  SAY k = 300 + n;
  if (n++ < 2) goto again;
  switch (n) { case 3: { SAY q = 400; break; } default: n = 0; }
  return n;
}
static void none(void) { SAY u = 7; return; }
int main(void) {
  for (int i = 1; i < 5; i++) printf("= %d\n", early(i));
  printf("= %d\n", loops());
  struct s s = agg();
  printf("= %d %d\n", s.a, s.b);
  printf("= %d\n", expr());
  printf("= %d\n", back());
  none();
  if (1) { SAY a = 1, b = 2; }
  return s.b;
}
