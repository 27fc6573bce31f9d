// Designated initialisers: nested, ranges, overriding, unions, anonymous.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
static int calls;
static int f(void) { return ++calls; }
struct pt { int x, y; };
struct s {
  int a;
  union { int u; char c[4]; };
  struct { short h, i; };
  struct pt p[3];
  int tail[];
};
#define INIT(F) {.p[1].y = F(5), .p[2] = {6, F(7)}, .a = 1, .c = {1, F(2)}, .i = 3, .h = F(4)}
#define ID(x) (x)
static struct s g = INIT(ID);
static int ga[10] = {1, [3 ... 5] = 9, 10, [4] = 2, [8] = 7};
static int gm[3][3] = {[1] = {[2] = 5}, [0][1] = 4, 3, [2] = {1, 2}};
static struct { struct pt p; int z[3]; } gd = {.z = {1, 2, 3}, .p = (struct pt){1, 2}, .p.y = 0, .z[1] = 0};
static void dump(const char *n, const struct s *s) {
  printf("%s %d %d %d %d %d", n, s->a, s->c[0], s->c[1], s->h, s->i);
  for (int i = 0; i < 3; i++) printf(" %d,%d", s->p[i].x, s->p[i].y);
  printf("\n");
}
int main(void) {
  int k = 1;
#define VAR(x) ((x) * k)
  struct s l = INIT(VAR);
  dump("g", &g);
  dump("l", &l);
  for (int i = 0; i < 10; i++) printf("%d ", ga[i]);
  for (int i = 0; i < 9; i++) printf("%d ", gm[i / 3][i % 3]);
  int la[10] = {k, [3 ... 5] = 9 * k, 10, [4] = 2, [8] = 7};
  printf("\n");
  for (int i = 0; i < 10; i++) printf("%d ", la[i]);
  // Later ones win; a whole member, then a part of it.
  struct pt base = {11, 12};
  struct { struct pt p; int z; } o = {.z = 1, .p = base, .p.x = 70, .z = 2};
  printf("\n%d %d %d\n", o.p.x, o.p.y, o.z);
  struct { struct pt p, q; } o2 = {.p = {1, 2}, .p.y = 5, .q = {3}, .q = {.y = 8}};
  printf("%d %d %d %d\n", o2.p.x, o2.p.y, o2.q.x, o2.q.y);
  printf("%d %d %d %d %d\n", gd.p.x, gd.p.y, gd.z[0], gd.z[1], gd.z[2]);
  union { long long l; struct pt p; char c[8]; } u = {.p = {.y = 3}};
  printf("%d %d\n", u.p.x, u.p.y);
  int order[3] = {[2] = f(), [0] = f(), [1] = f()};
  printf("%d %d %d\n", order[0], order[1], order[2]);
  int many[4] = {[0 ... 2] = k + 5};
  printf("%d %d %d %d %d\n", many[0], many[1], many[2], many[3], calls);
  int inferred[] = {[6] = 1, [2] = 2};
  printf("%d %d\n", (int)(sizeof inferred / sizeof *inferred), inferred[5]);
  char text[2][8] = {[1] = "abc", [0][2] = 'z'};
  printf("%s %d %c\n", text[1], text[0][0], text[0][2]);
  struct { int a, b; } old = {b: 4, a: 3}; // the old GNU form
  int arr2[3] = {[1] 5, 6};
  printf("%d %d %d\n", old.a, old.b, arr2[2]);
  return 0;
}
