// Figures 1 to 3 of the polymorphic paper.
void reach_error(void);

int inc(int x) {
  x = x + 1;
  return x;
}

int foo(int a) {
  int b, c;
  b = inc(a);
  c = inc(b);
  if (a == 2 && c != 4)
    reach_error();
  return c;
}
