// Figures 5 and 6 of the polymorphic paper.
void reach_error(void);

static void swap(int *p, int *q) {
  int t;
  t = *p;
  *p = *q;
  *q = t;
}

void test(void) {
  int x, y;
  x = 4;
  y = 5;
  swap(&x, &y);
  if (x != 5 || y != 4)
    reach_error();
}
