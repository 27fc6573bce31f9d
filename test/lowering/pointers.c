// Pointers: arithmetic, comparison, through casts, to pointers, linked data.
// RUN: %run-both %s %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { int v; struct node *l, *r; };
static struct node *insert(struct node **p, int v) {
  while (*p) p = v < (*p)->v ? &(*p)->l : &(*p)->r;
  *p = calloc(1, sizeof **p);
  (*p)->v = v;
  return *p;
}
static int walk(const struct node *n, int acc) { return n ? walk(n->r, walk(n->l, acc) * 7 % 1000003 + n->v) : acc; }
static void drop(struct node *n) { if (n) drop(n->l), drop(n->r), free(n); }
static int x = 3, arr[5] = {10, 20, 30, 40, 50}, *px = &x, **ppx = &px, *mid = &arr[2], *end = arr + 5, *neg = &arr[4] - 3;
static char *bytes = (char *)&arr[1] + 1;
static long addr = (long)&arr[3];
static struct node n1 = {1, &n1, 0}, n2 = {2, &n1, &n2};
int main(void) {
  struct node *root = 0;
  for (int i = 0, v = 5; i < 20; i++, v = v * 13 % 101) insert(&root, v);
  printf("%d\n", walk(root, 1));
  drop(root);
  **ppx += 4;
  *mid++ += 1;
  printf("%d %d %d %d %d\n", x, arr[2], *mid, *neg, *(int *)addr);
  printf("%d %ld %d\n", *bytes, (long)(end - mid), mid < end);
  printf("%d %d %d\n", n1.l == &n1, n2.l->v, n2.r->r->v);
  int *p = arr, *q = &arr[4];
  printf("%ld %ld %d %d\n", (long)(q - p), (long)(p - q), p < q, p + 4 == q);
  printf("%d %d %d\n", p[4], *(q - 3), q[-2]);
  ppx = &p, *ppx += 1;
  printf("%d %d %d\n", *p, *&*p, &*p == p);
  unsigned u = 1;
  printf("%d %d\n", p[u], *(p - u)); // no wrap to 4294967295
  const void *cv = p;
  printf("%d %d\n", *(const int *)cv, memcmp(cv, p, 8));
  int m[2][2] = {{1, 2}, {3, 4}}, (*pm)[2] = m, *flat = *m;
  printf("%d %d\n", pm[1][0], flat[3]);
  char *str[] = {"one", "two", 0}, **s = str;
  while (*s) printf("%s%c", *s++, *s ? ',' : '\n');
  short sh[2] = {0x1234, 0x5678};
  int word;
  memcpy(&word, sh, sizeof word);
  printf("%x %x\n", word, *(unsigned char *)sh);
  int *heap = malloc(3 * sizeof *heap);
  heap[0] = 1, heap[1] = 2, heap[2] = 3;
  heap = realloc(heap, 6 * sizeof *heap);
  printf("%d %d\n", heap[2], !!heap);
  free(heap);
  return 0;
}
