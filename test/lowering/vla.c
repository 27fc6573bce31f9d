// Variable-length arrays: two dimensions, sizeof, parameters, typedefs.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
static int evals;
static int side(int n) { evals++; return n; }
static int trace(int n, int m, int a[n][m]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s = s * 3 + a[i][j];
  return s * 100 + (int)(sizeof a[0] / sizeof(int));
}
static int outer(int n, int a[n++]) { return n; } // the size is evaluated too
static int ptr(int n, int (*p)[n], int (*q)[n]) { return (int)(q - p) * 10 + (*(p + 1))[0]; }
static int rec(int n) {
  int a[n + 1];
  for (int i = 0; i <= n; i++) a[i] = i;
  int below = n ? rec(n - 1) : 0;
  return below + a[n] * 2;
}
int main(void) {
  int n = 3, m = 4;
  int a[n][m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = i * m + j;
  n = 7; // the sizes stay
  printf("%d %d\n", (int)(sizeof a / sizeof(int)), (int)(sizeof *a / sizeof(int)));
  printf("%d %d\n", trace(3, 4, a), trace(2, 6, (int(*)[6])a));
  printf("%d\n", outer(5, a[0]));
  printf("%d\n", ptr(m, a, a + 2));
  typedef short T[n][side(2)];
  n = 2;
  T t, *pt = &t;
  t[6][1] = 99;
  printf("%d %d %d\n", (int)sizeof(T), (int)sizeof t, evals);
  printf("%d %d\n", (*pt)[6][1], (int)((char *)(pt + 1) - (char *)pt));
  int total = 0;
  for (int k = 1; k < 5; k++) {
    char v[k][2];
    v[k - 1][1] = k;
    total += sizeof v + v[k - 1][1];
  }
  printf("%d\n", total);
  printf("%d ", (int)sizeof(int[side(n++)]));
  printf("%d %d\n", n, evals);
  printf("%d ", (int)sizeof a[side(1)]);
  printf("%d\n", evals);
  int(*row)[m] = a;
  row += 2;
  printf("%d %d\n", (*row)[1], (int)(row - a));
  --row;
  printf("%d %d\n", row[0][2], row[-1][3]);
  struct pair { int x, y; } ps[m];
  ps[3] = (struct pair){1, 2};
  printf("%d %d\n", ps[3].y, (int)(&ps[3] - ps));
  int c3[2][m][3];
  c3[1][3][2] = 5;
  printf("%d %d %d\n", (&c3[0][0][0])[23], (int)(sizeof c3 / sizeof(int)), (int)(sizeof c3[1] / 4));
  typeof(a) b;
  b[2][3] = 8;
  __typeof__(a[0]) one;
  one[3] = 4;
  printf("%d %d %d\n", b[2][3], (int)(sizeof b / 4), (int)sizeof one / 4);
  printf("%d\n", rec(5));
  goto in;
in:;
  int again[n];
  again[0] = n;
  if (n++ < 6) goto in;
  return again[0] + (int)(sizeof again / sizeof(int));
}
