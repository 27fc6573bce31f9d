// Loops of every kind with break and continue at every depth.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
static int count;
static int cond(int x) { count++; return x; }
int main(void) {
  int i, j, n = 0;
  for (i = 0; cond(i < 10); i++) {
    if (i == 2) continue;
    if (i == 5) break;
    n += i;
  }
  printf("%d %d %d\n", i, n, count);
  i = 0;
  do {
    i++;
    if (i % 2) continue; // goes to the condition
    n += 10;
  } while (cond(i < 5));
  printf("%d %d %d\n", i, n, count);
  while (i-- > 0) {
    for (j = 0; j < i; j++) {
      if (j == 2) break;
      if (j == 1) continue;
      n++;
    }
    if (i == 2) continue;
    while (1) { n += 100; break; }
  }
  printf("%d %d\n", i, n);
  for (;;) {
    if (n > 2000) break;
    do { n *= 2; if (n > 1000) break; } while (1);
  }
  printf("%d\n", n);
  for (int k = 0, m = 5; k < m; k++, m--)
    for (int k = 0; k < 2; k++) // hides the outer one
      printf("%d%d ", k, m);
  do n = -1; while (0);
  while (n++ < 3) ;
  printf("\n%d\n", n);
  for (i = 0; i < 3; i++)
    switch (i) {
    case 1: continue;
    case 2: break;
    default: printf("zero ");
    }
  for (unsigned u = 3; u-- > 0;)
    printf("%u ", u);
  int fresh = 0;
  for (i = 0; i < 3; i++) {
    int local = i * 5;
    fresh += local++;
  }
  printf("%d\n", fresh);
  for (char c = 'a'; c <= 'e'; c += 2)
    printf("%c", c);
  do {
    for (;; i--) { if (i < -3) goto out; if (i == 0) break; }
    i = -1;
  } while (i < 0 && (i -= 5));
out:
  printf(" %d\n", i);
  return i + 10;
}
