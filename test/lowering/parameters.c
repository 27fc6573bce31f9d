// Parameters: arrays with static and qualifiers, functions, many, unnamed.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
static int first(int a[static 3]) { return a[0] + a[2]; }
static int quals(int a[const restrict static 2], const char s[]) { return a[1] + s[1]; }
static int sz(int a[100]) { return sizeof a == sizeof(int *); }
static int change(int x, int *p, int a[]) { x++, (*p)++, a++, a[0] += 100; return x; }
static int many(char a, short b, int c, long long d, unsigned char e, _Bool f, int g, int h, signed char i, int j) {
  return a + b * 2 + c * 3 + (int)d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10;
}
static int unnamed(int, int);
static int call(int f(int), int (*g)(int)) { return f(1) + (*g)(2) + g(3); }
static int sq(int x) { return x * x; }
static short ret(int x) { return x; }
static unsigned char retc(int x) { return x; }
static int shadow(int x) { { int x = 5; x++; } return x; }
static inline int inl(int x) { return x + 1; }
static int par(int n, int m) { n = m, m = n; return n + m; }
int main(void) {
  int a[3] = {1, 2, 3}, x = 5, y = 6;
  printf("%d %d %d\n", first(a), quals(a, "ab"), sz(a));
  printf("%d ", change(x, &y, a));
  printf("%d %d %d %d\n", x, y, a[0], a[1]);
  printf("%d\n", many(-1, 70000, 3, 1LL << 33 | 4, 300, 7, 7, 8, 200, 10));
  printf("%d %d %d\n", unnamed(3, 4), call(sq, sq), call(&sq, *sq));
  printf("%d %d %d %d\n", ret(70000), retc(-1), shadow(3), inl(inl(1)));
  printf("%d\n", par(1, 2));
  return 0;
}
static int unnamed(int a, int b) { return a - b; }
