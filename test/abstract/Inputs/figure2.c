// Figure 2 of c2bp.txt: a conditional, an assignment through a pointer, a call.
static int bar(int *q, int y) {
  int l1, l2;
  l1 = y;
  l2 = l1 - 1;
  if (l2 > *q)
    *q = l2;
  return l1;
}

void foo(int *p, int x) {
  int r;
  if (*p <= x)
    *p = x;
  else
    *p = *p + x;
  r = bar(p, x);
  *p = r;
}
