// The comma operator: values, effects in order, in conditions and subscripts.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
struct p { int x, y; };
static int log_;
static int t(int x) { log_ = log_ * 10 + x; return x; }
int main(void) {
  int a = (t(1), t(2), t(3));
  printf("%d %d\n", a, log_);
  int i, j;
  for (i = 0, j = 10; t(4), i < j; i += 3, j--)
    ;
  printf("%d %d %d\n", i, j, log_ % 10000);
  int arr[4] = {1, 2, 3, 4};
  printf("%d %d\n", arr[i = 1, i + 1], i);
  struct p p = {5, 6}, q = {7, 8};
  struct p r = (p.x = 9, q.y = 10, p);
  printf("%d %d %d\n", r.x, r.y, (r = q, r).y);
  if (i = 0, t(5))
    printf("%d\n", (i++, i++, i));
  char c = (log_ = 1000, 'x');
  printf("%d %d\n", c, (int)sizeof(0, c));
  (void)(i = 3, j = i * 2), t(6);
  printf("%d %d %d\n", i, j, log_);
  int v = i + (i = 10, 1) + i;
  printf("%d\n", v);
  while (i--, i > 7)
    printf("w%d\n", i);
  *(t(7), &i) = 99;
  return (t(8), i) - 99;
}
