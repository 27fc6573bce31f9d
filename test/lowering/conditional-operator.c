// ?: whose value is used, with effects in the arms, nested, and GNU's a ?: b.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);

struct s { int a, b[2]; };
static int n;
static int next(void) { return n++; }
static void say(int x) { printf("say %d\n", x); }

int main(void) {
  int x = 3, y = 4;
  printf("%d\n", x < y ? x++ : y++);
  printf("%d %d\n", x, y);
  printf("%d\n", x > y ? 1 : x == y ? y-- : 3);
  printf("%d %d\n", x, y);
  // next() is called once, and its value is what comes out.
  printf("%d %d\n", next() ?: 42, n);
  printf("%d %d\n", next() ?: 42, n);
  printf("%d\n", (x = 0) ?: (y = 8));
  printf("%d\n", (n ? next : 0) ? next() + (n > 2 ? next() : -1) : 7);
  // The arms are converted to one type.
  printf("%d\n", (1 ? -1 : 0u) > 0);
  printf("%lld\n", 1 ? -1 : 1LL);
  printf("%lld\n", (long long)(0 ? 1LL : 0xffffffffu));
  unsigned char c = 200;
  printf("%d\n", (c ?: 1) + 100);
  printf("%d\n", (char)(c ? c : 0));
  printf("%.2f\n", x ? 1 : 2.5);
  // Structs, and members of the result.
  struct s a = {1, {2, 3}}, b = {4, {5, 6}}, r;
  r = x ? a : b;
  printf("%d %d %d\n", r.a, r.b[0], (y ? a : b).b[1]);
  // Void arms, null pointers, lvalues through pointers.
  x ? say(1) : say(2);
  int *p = x ? 0 : &x;
  *(p ?: &y) = 77;
  printf("%d %d\n", x, y);
  *(x == 77 ? &y : &x) += 5;
  printf("%d %d\n", x, y);
  int arr[3] = {10, 20, 30};
  printf("%d\n", (y ? arr : 0)[x == 77 ? 2 : 1] ?: -1);
  int i = 0;
  int v = i + (i++ ? 100 : i++ ? 10 + i : 20) + i;
  printf("%d %d\n", v, i);
  return (n ?: 1) == n ? 0 : 1;
}
