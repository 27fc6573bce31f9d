// _Generic, __builtin_choose_expr, types_compatible_p, constant_p: only what
// is chosen is evaluated.
// RUN: %run-both %s %t
int printf(const char *, ...);
#define NAME(x) _Generic((x), char: "char", int: "int", unsigned: "unsigned", long: "long", \
  float: "float", double: "double", char *: "char*", const char *: "cchar*", void *: "void*", default: "other")
#define MAX(a, b) __builtin_choose_expr(__builtin_types_compatible_p(typeof(a), int), imax(a, b), fmax_(a, b))
static int calls;
static int imax(int a, int b) { calls++; return a > b ? a : b; }
static double fmax_(double a, double b) { calls += 10; return a > b ? a : b; }
struct s { int a[3]; };
int main(void) {
  int i = 1;
  short sh = 2;
  char c = 'x', *p = &c;
  printf("%s %s %s %s\n", NAME(i), NAME(c), NAME(sh), NAME(+sh));
  printf("%s %s %s %s\n", NAME(p), NAME("lit"), NAME((void *)0), NAME(1.0f));
  printf("%s %s %s\n", NAME(c + c), NAME(1u + i), NAME((struct s){0}));
  _Generic(i, int: i, default: *(int *)0) = 9; // an lvalue
  printf("%d %d\n", i, _Generic(i++, int: i + 1));
  printf("%d %d %d\n", MAX(3, 7), (int)(MAX(2.5, 1.0) * 2), calls);
  printf("%d %d %d\n", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int[], int[5]),
         __builtin_types_compatible_p(int, unsigned));
  printf("%d %d %d\n", __builtin_constant_p(5 * 3), __builtin_constant_p("s"), __builtin_constant_p(i));
  printf("%d\n", __builtin_constant_p(i++) + i);
  printf("%d\n", __builtin_choose_expr(1, i, (struct s){1}));
  int x = __builtin_choose_expr(sizeof(long) == 8, ({ int t = i; t * 2; }), 0);
  printf("%d %d\n", x, _Generic(&i, int *: ({ i += 5; i; }), default: 0));
  struct s v = _Generic(0, int: (struct s){{4, 5}}, default: 0);
  printf("%d\n", v.a[1]);
  return __builtin_expect(i == 14, 1) ? 0 : i;
}
