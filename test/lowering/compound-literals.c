// Compound literals: at file scope, in loops, with their address taken.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
struct pt { int x, y; };
static int *table[] = {(int[]){1, 2, 3}, (int[2]){4}, &(int){5}};
static struct pt *origin = &(struct pt){.y = 9};
static struct pt copy = (struct pt){3, 4};
static int numbers[] = (int[]){7, 8, 9};
static int add(struct pt p) { return p.x + p.y; }
static int addp(const struct pt *p) { return p->x * 10 + p->y; }
static int total(const int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
int main(void) {
  table[0][1] = 20;
  printf("%d %d %d %d\n", table[0][1], table[1][0], table[1][1], *table[2]);
  printf("%d %d %d %d %d\n", origin->x, origin->y, copy.y, numbers[2], (int)sizeof numbers);
  int s = 0;
  for (int i = 0; i < 4; i++) {
    int *p = (int[]){i, i * i, 7};
    p[2] += i; // a new object in each round
    s += p[0] + p[1] + p[2];
  }
  printf("%d\n", s);
  printf("%d %d\n", add((struct pt){s, 1}), addp(&(struct pt){.y = 3, .x = 2}));
  struct pt v = {1, 2};
  v = (struct pt){v.y, v.x}; // reads the old members
  printf("%d %d\n", v.x, v.y);
  (struct pt){5, 6}.x;
  printf("%d %d\n", (struct pt){5, 6}.y, (int){7});
  printf("%d\n", total((int[5]){1, [3] = 4, 5}, 5));
  int *keep;
  {
    keep = &(int){s};
    ++*keep;
    printf("%d\n", *keep);
  }
  (int){0} = 5;
  struct pt *a = &(struct pt){1, 1}, *b = &(struct pt){1, 1};
  a->x = 50;
  printf("%d %d\n", b->x, a == b);
  printf("%s %c\n", (char[]){"hello"}, (char[4]){'a', 'b'}[1]);
  struct { struct pt p[2]; int n; } w = {.p = {(struct pt){1, 2}, [1].y = 4}, 5};
  printf("%d %d %d %d\n", w.p[0].y, w.p[1].x, w.p[1].y, w.n);
  int n = 0;
loop:;
  struct pt *q = &(struct pt){n, 0};
  q->y++;
  if (n++ < 2)
    goto loop;
  return q->x * 10 + q->y;
}
