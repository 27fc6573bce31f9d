// Bit-fields next to each other: writing one leaves its neighbours alone.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
struct s { unsigned a : 1, b : 6, c : 9, d : 16; unsigned char tail[3]; unsigned e : 5; };
static struct s all = {1, 63, 511, 65535, {255, 255, 255}, 31};
static void show(const struct s *s) {
  printf("%d %d %d %d %d %d %d %d\n", s->a, s->b, s->c, s->d, s->tail[0], s->tail[1], s->tail[2], s->e);
}
int main(void) {
  struct s s = all, arr[2] = {{.c = 300}, {.e = 9}};
  s.b = 0; show(&s);
  s = all, s.c = 256; show(&s);
  s = all, s.d = 1; show(&s);
  s = all, s.a = 0; show(&s);
  s = all, s.e = 0; show(&s);
  s = all, s.tail[2] = 0; show(&s);
  int i = 0;
  arr[i++].c += 300;
  arr[i].e += 30;
  show(arr), show(arr + 1);
  unsigned x = arr[0].c + arr[0].d * 2u - 1;
  arr[1].d = x, arr[1].b = ~0;
  show(arr + 1);
  return arr[1].e;
}
