// Statement expressions: locals, nesting, labels, structs, control out of them.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
struct s { int x, y[2]; };
static int n;
static int out(int v) {
  int r = ({ if (v > 2) return 100 + v; v * 2; });
  return r;
}
static int loop(void) {
  int s = 0;
  for (int i = 0; i < 10; i++) {
    s += ({ if (i == 3) continue; if (i == 7) break; i; });
    if (({ int k = i; k & 1; }) && ({ s++; s > 2; }))
      s += 100;
  }
  return s;
}
int main(void) {
  int a = 3, b = 5;
  printf("%d %d\n", MAX(a++, b++), a + b);
  printf("%d\n", MAX(MAX(1, a), MAX(b, 2)));
  int x = a + ({ a = 10; int a = 7; a++; a; }) + a; // the outer a, read twice
  printf("%d\n", x);
  printf("%d %d %d\n", out(1), out(3), loop());
  struct s s = ({ struct s t = {1, {2, 3}}; t.y[1]++; t; });
  printf("%d %d\n", s.y[1], ({ s; }).x);
  int k = 0;
  int v = ({ goto skip; k = 5; skip: k + 1; });
  printf("%d %d\n", v, k);
  v = ({ int i = 0; again: if (++i < 4) goto again; last: i * 10; });
  printf("%d\n", v);
  (void)({ n++; });
  ({ ; });
  printf("%d\n", n);
  while (({ n++; n < 5; })) ;
  printf("%d\n", n);
  char *p = ({ char *q = "abc"; q + 1; });
  printf("%s %d\n", p, (int)sizeof(({ short h = 1; h; })));
  int arr[3] = {({ n++; }), ({ n++; }), n};
  printf("%d %d %d\n", arr[0], arr[1], arr[2]);
  v = ({ switch (n) { case 7: v = 70; break; default: v = 1; } v; }) ?: 4;
  printf("%d\n", v);
  v = ({ int r = 0; for (int i = 0; i < 4; i++) r += ({ int sq = i * i; sq; }); r; });
  return v;
}
