// GNU C as headers use it: typeof, __auto_type, __extension__, __label__,
// zero-length arrays, empty structs, case ranges, alias, asm names.
// RUN: %run-both %s %t
int printf(const char *, ...);
int real(int x) { return x * 3; }
extern int other(int x) __attribute__((alias("real")));
int renamed(int) __asm__("real");
int var = 5;
extern int var_too __attribute__((alias("var")));
struct empty {};
struct holder { int n; struct empty e; int z[0]; struct {} anon; int last; };
static struct empty pass(struct empty e, int *p) { ++*p; return e; }
#define SWAP(a, b) do { __auto_type t_ = (a); (a) = (b); (b) = t_; } while (0)
#define FIND(arr, n, v) ({ __label__ done; int r_ = -1; \
  for (int i_ = 0; i_ < (n); i_++) if ((arr)[i_] == (v)) { r_ = i_; goto done; } done: r_; })
static int inner(int x) __attribute__((const, always_inline, unused));
static inline int inner(int x) { return __extension__ ({ x + 1; }); }
__extension__ typedef long long ll;
int main(void) {
  printf("%d %d %d\n", real(2), other(3), renamed(4));
  var_too++;
  int *vp = &var_too;
  *vp += 10;
  printf("%d %d\n", var, &var == &var_too);
  int a = 1, b = 2, arr[4] = {5, 6, 7, 8};
  SWAP(a, b);
  printf("%d %d %d %d\n", a, b, FIND(arr, 4, 7), FIND(arr, 4, 9));
  struct empty e, f = {};
  e = pass(f, &a);
  struct holder h = {1, {}, {}, {}, 2}, *hp = &h;
  printf("%d %d %d %d\n", a, (int)sizeof e, (int)sizeof h, hp->last);
  typeof(arr) copy = {1};
  typeof(arr[0]) *p = copy;
  __typeof__(int (*)(int)) fn = real;
  typeof(a++) c = 9; // not evaluated
  printf("%d %d %d %d\n", *p, fn(5), a, c);
  switch (c) { case 0 ... 4: case 6 ... 8: printf("no\n"); break; case 9 ... 10: printf("9\n"); }
  void *v = arr;
  v += 4; // by bytes
  printf("%d %d %d\n", *(int *)v, (int)sizeof(void), (int)sizeof(main));
  printf("%d %d\n", inner(5), __extension__ (ll)1 << 3 == 8);
  int x = 0b1011 + 0x10;
  return x ?: ({ 3; });
}
