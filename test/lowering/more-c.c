// Corners: members of returned structs, thread-locals, local externs, empty
// statements, library builtins nobody declared, arguments of main.
// RUN: %run-both %s %t
struct s { int a[3]; struct { char c[4]; } in; };
static struct s mk(int n) { return (struct s){{n, n + 1, n + 2}, {"xyz"}}; }
static _Thread_local int tl = 5;
static int pick(struct s s, int i) { return s.a[i]++; }
static const struct s *again(const struct s *p) { return p; }
extern inline __attribute__((gnu_inline)) int gi(int x) { return x + 1; }
int gi(int x) { return x + 1; }
int main(int argc, char **argv) {
  __builtin_printf("%d\n", argc);
  __builtin_printf("%d %d %d\n", argv[0] != 0, argv[1] == 0, argc > 0);
  int i = 1;
  __builtin_printf("%d %c\n", mk(4).a[i + 1], mk(0).in.c[1]);
  __builtin_printf("%s %d\n", mk(1).in.c, again(&(struct s){{7}})->a[0]);
  __builtin_printf("%d %d\n", pick(mk(8), i++), i);
  tl += i;
  static _Thread_local int tls = 3;
  __builtin_printf("%d %d\n", tl, ++tls);
  extern int elsewhere;
  int local(int);
  __builtin_printf("%d %d\n", elsewhere, local(4));
  struct s x = mk(1), y = (i ? x : mk(2)), *p = &x;
  struct s z = *p, arr[2] = {mk(3), *again(&y)};
  (*p).a[0] = (y = z, y.a[2]);
  __builtin_printf("%d %d %d\n", x.a[0], arr[0].a[1], arr[1].a[2]);
  ;;;
  if (i) ; else i = 9;
  for (; i < 5; ) i++;
  { }
  {{ int i = 3; i++; }}
  __builtin_printf("%d %d\n", i, gi(i));
  { typedef int i; // hides the variable
    i k = 4; __builtin_printf("%d %d\n", k, (int)sizeof(i)); }
  char big[sizeof(struct s) + 1], *q = __builtin_memcpy(big, p, sizeof x);
  __builtin_printf("%d %d\n", ((struct s *)q)->a[1], __builtin_memcmp(big, &x, sizeof x));
  __builtin_printf("end\n");
  return local(-6);
}
int elsewhere = 12;
int local(int x) { return x * elsewhere; }
