// Flexible and zero-length members, also with initialisers.
// RUN: %run-both %s %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct msg { int len; char data[]; };
struct old { short n; int v[0]; };
struct gnu { long n; struct { int a, b; } e[]; };
static struct msg hello = {5, "hello"};
static struct gnu table = {2, {{1, 2}, {.b = 4}, {5}}};
static struct msg *first = &hello;
static const char *tail = hello.data + 3;
int main(void) {
  printf("%zu %zu %zu\n", sizeof(struct msg), sizeof(struct old), sizeof(struct gnu));
  printf("%d %s %s\n", hello.len, hello.data, tail);
  printf("%d %d %d %ld\n", table.e[0].b, table.e[1].b, table.e[2].a, table.n);
  hello.data[0] = 'J';
  printf("%s %c\n", first->data, *(&hello)->data);
  struct msg *m = malloc(sizeof *m + 10);
  m->len = 3;
  strcpy(m->data, "abc");
  struct msg copy = *m; // not the data
  printf("%d %s %d\n", copy.len, m->data, (int)(m->data - (char *)m));
  struct old *o = malloc(sizeof(struct old) + 3 * sizeof(int));
  o->n = 3;
  for (int i = 0; i < o->n; i++)
    o->v[i] = i * i;
  printf("%d %d\n", o->v[2], &o->v[1] == (int *)(o + 1) + 1);
  static struct msg local = {2, {'x', 'y'}};
  printf("%c%c\n", local.data[0], local.data[1]);
  free(m);
  free(o);
  return 0;
}
