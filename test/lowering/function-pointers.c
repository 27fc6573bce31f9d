// Function pointers: tables, returned, in structs, cast, compared.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
typedef int op(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static op *const table[] = {add, &sub, mul, 0};
static op *pick(int i) { return table[i]; }
static int (*(*picker(void))(int))(int, int) { return pick; }
static int apply(int f(int, int), int n) { return f(n, 3); }
static int twice(op *f, int x) { return f(f(x, 2), 2); }
struct ops { const char *name; op *run; struct ops *next; void (*log)(struct ops *, int); };
static void log_it(struct ops *o, int r) { printf("%s=%d\n", o->name, r); }
static struct ops second = {"sub", sub, 0, log_it}, first = {"add", add, &second, log_it};
static int count;
static op *once(void) { count++; return mul; }
static short narrow(signed char c) { return c * 2; }
static void *state_a(int *), *state_b(int *);
static void *state_a(int *n) { *n += 1; return *n < 5 ? (void *)state_b : 0; }
static void *state_b(int *n) { *n *= 2; return (void *)state_a; }
int main(void) {
  for (int i = 0; table[i]; i++) printf("%d ", table[i](7, 2));
  printf("%d %d\n", picker()(1)(10, 4), (*pick(2))(3, 3));
  printf("%d %d %d\n", apply(sub, 10), twice(mul, 5), (***add)(1, 2));
  for (struct ops *o = &first; o; o = o->next) o->log(o, o->run(8, 5));
  printf("%d %d\n", once()(count, count + 1), count);
  op *p = add, **pp = &p;
  p = p == &add ? mul : add;
  printf("%d %d %d %d\n", (*pp)(4, 5), p != add, !p, pick(3) == 0);
  int (*wide)(int) = (int (*)(int))narrow; // called as what it is
  printf("%d\n", ((short (*)(signed char))wide)(-70));
  void *(*state)(int *) = state_a;
  int n = 0;
  while (state) state = (void *(*)(int *))state(&n);
  printf("%d\n", n);
  // The callee is fixed before the arguments change it.
  p = add;
  printf("%d\n", p(1, (p = mul, 5)));
  int (*arr[2][2])(int, int) = {{add, sub}, {mul}};
  printf("%d %d\n", arr[1][0](6, 7), arr[1][1] == 0);
  unsigned long long bits = (unsigned long)add;
  op *back = (op *)(unsigned long)bits;
  printf("%d %d\n", back(2, 2), (n > 3 ? add : sub)(9, 4));
  return 0;
}
