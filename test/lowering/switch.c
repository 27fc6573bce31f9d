// switch: fall-through, ranges, default in the middle, nested, 64-bit, Duff.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);

static int kind(long long x) {
  int r = 0;
  switch (x) {
  case -3:
    r += 1;
  case -2 ... 2:
    r += 10;
    break;
  default:
    r += 100;
  case 7:
    r += 1000;
    break;
  case 0x100000000LL:
    return 5;
  case -0x7fffffffffffffffLL - 1:
    return 6;
  case 0x100000001LL ... 0x1ffffffffLL:
    return 7;
  }
  return r;
}

static void copy(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}

static int nested(int a, int b) {
  switch (a) {
  case 1:
    switch (b) {
    case 1: return 11;
    default: break;
    case 2: b = 20;
    }
    if (b) case 2: return b;
    break;
  case 3:
    for (int i = 0; i < 5; i++) {
      switch (i) {
      case 2: continue;
      case 4: b++; break;
      }
      b += i;
    }
    return b;
    int x;
  case 4:
    x = b * 2;
    return x;
  }
  return -1;
}

int main(void) {
  long long in[] = {-4, -3, -2, 0, 2, 3, 7, 8, 0x100000000LL, 0x100000001LL, 0x1ffffffffLL,
                    0x200000000LL, -0x7fffffffffffffffLL - 1, 0xffffffffLL};
  for (unsigned i = 0; i < sizeof in / sizeof *in; i++)
    printf("%d ", kind(in[i]));
  char buf[12] = "...........";
  copy(buf, "abcdefghijk", 7);
  printf("\n%s\n", buf);
  for (int a = 0; a < 5; a++)
    for (int b = 0; b < 3; b++)
      printf("%d ", nested(a, b));
  unsigned char c = 200;
  switch (c) { case 200: printf("\n200\n"); }
  signed char sc = -56;
  switch (sc) { case 200: printf("no\n"); break; case -56: printf("-56\n"); }
  switch ((unsigned)-1) { case -1: printf("all ones\n"); }
  switch (c++) { default: printf("default %d\n", c); }
  switch (c = 0, c) ;
  switch (c) { int unused; printf("never\n"); }
  switch (3) case 3: printf("bare\n");
  switch (1) { while (c < 5) { case 1: c += 2; if (c == 4) break; } printf("c %d\n", c); }
  return 0;
}
