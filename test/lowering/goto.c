// goto: backwards past declarations, into loops and blocks, out of nests.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);

static int backwards(void) {
  int n = 0, sum = 0;
again:;
  int fresh = n * 2;
  int arr[2] = {n, fresh};
  sum += arr[0] + arr[1];
  if (n++ < 3)
    goto again;
  return sum;
}

static int into(int start) {
  int i = start, n = 0;
  if (start > 2)
    goto inside;
  for (i = 0; i < 6; i++) {
    n += 100;
  inside:
    n += i;
  }
  if (0) {
  dead:
    n += 10000;
  }
  if (n < 1000 && start)
    goto dead;
  return n;
}

static int out(void) {
  int n = 0;
  for (int i = 0;; i++)
    for (int j = 0; j < 4; j++)
      do {
        switch (i * j) {
        case 6:
          goto found;
        default:
          n++;
        }
      } while (0);
found:
  return n;
}

int main(void) {
  printf("%d\n", backwards());
  for (int i = 0; i < 5; i++)
    printf("%d ", into(i));
  printf("\n%d\n", out());
  int x = 0;
  goto middle;
  {
    int y;
    printf("skipped\n");
  middle:
    y = 5;
    x += y;
  }
  while (0) {
  loop:
    x++;
    if (x < 10)
      continue;
    x += 50;
  }
  if (x < 7)
    goto loop;
  printf("%d\n", x);
  goto end;
  x = 1;
end:
end2:
  printf("%d\n", x);
  return 0;
}
