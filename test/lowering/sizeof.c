// sizeof, _Alignof and offsetof: operands are not evaluated.
// RUN: %run-both-m32 %s %t
#include <stddef.h>
int printf(const char *, ...);
struct in { char a; int b[3]; struct { short x, y; } p[2]; };
struct out { char c; struct in i[2]; union { int u; char v[6]; }; char flex[]; };
struct __attribute__((packed)) pk { char c; int i; short s; };
struct __attribute__((aligned(16))) al { char c; };
struct empty {};
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
int main(void) {
  int i = 5, arr[10];
  printf("%d %d\n", (int)sizeof i++, i);
  printf("%d %d %d\n", (int)sizeof(struct in), (int)sizeof(struct out), (int)sizeof arr);
  printf("%d %d %d %d\n", (int)sizeof(struct pk), (int)sizeof(struct al), (int)_Alignof(struct al),
         (int)sizeof(struct empty));
  printf("%d %d %d\n", (int)sizeof('a'), (int)sizeof((char)1), (int)sizeof(1 ? (short)1 : (char)1));
  printf("%d %d %d\n", (int)sizeof "four", (int)sizeof(i > 2 ? 1.0f : 1), (int)sizeof *arr);
  printf("%d %d %d\n", (int)offsetof(struct out, i), (int)offsetof(struct out, i[1].b[2]),
         (int)offsetof(struct out, i[1].p[1].y));
  printf("%d %d %d\n", (int)offsetof(struct out, v[3]), (int)offsetof(struct out, flex),
         (int)offsetof(struct pk, s));
  i = 2;
  printf("%d %d\n", (int)offsetof(struct in, b[i]), (int)offsetof(struct out, i[i - 1].p[i - 1].x));
  printf("%d\n", (int)(size_t)&((struct in *)0)->p[1].y);
  struct out o = {0};
  short *y = &o.i[1].p[0].y;
  struct out *back = container_of(y, struct out, i[1].p[0].y);
  printf("%d\n", back == &o);
  printf("%d %d\n", (int)_Alignof(short), (int)__alignof__(o.c));
  printf("%d\n", (int)(sizeof(char[3][5]) / sizeof(char[5])));
  printf("%d\n", -1 < sizeof i); // unsigned
  printf("%d\n", (int)sizeof(int[sizeof(short) * 2]));
  return sizeof(struct { char a; short b; }) == 4 ? 0 : 1;
}
