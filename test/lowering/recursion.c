// Recursion: deep, mutual, with locals whose address is taken.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
static int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
static int even(unsigned n);
static int odd(unsigned n) { return n ? even(n - 1) : 0; }
static int even(unsigned n) { return n ? odd(n - 1) : 1; }
static int ack(int m, int n) { return !m ? n + 1 : !n ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int list(int n, int *prev) { int here = *prev + n; return n ? list(n - 1, &here) : here; }
static void hanoi(int n, int a, int b, int c, int *moves) {
  if (!n) return;
  hanoi(n - 1, a, c, b, moves);
  *moves = *moves * 3 % 1009 + a * 2 + c;
  hanoi(n - 1, b, a, c, moves);
}
struct big { int v[16]; };
static struct big fold(struct big b, int n) {
  if (n == 16) return b;
  b.v[n] += n ? b.v[n - 1] : 1;
  struct big r = fold(b, n + 1);
  r.v[0]++;
  return r;
}
static int perm(int *a, int k, int n) {
  if (k == n) return a[0] > a[n - 1];
  int s = 0;
  for (int i = k; i < n; i++) {
    int t = a[k]; a[k] = a[i], a[i] = t;
    s += perm(a, k + 1, n);
    t = a[k], a[k] = a[i], a[i] = t;
  }
  return s;
}
int main(void) {
  int zero = 0, moves = 0, a[5] = {1, 2, 3, 4, 5};
  printf("%d %d %d\n", depth(20000), even(1001), odd(777));
  printf("%d %d\n", ack(2, 3), list(100, &zero));
  hanoi(6, 1, 2, 3, &moves);
  struct big b = fold((struct big){{0}}, 0);
  printf("%d %d %d %d\n", moves, b.v[0], b.v[15], perm(a, 0, 5));
  return main == 0;
}
