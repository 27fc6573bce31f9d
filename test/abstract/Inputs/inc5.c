// inc with another caller: what was said of inc for foo(2) serves foo(5) too.
void reach_error(void);

int inc(int x) {
  x = x + 1;
  return x;
}

int foo(int a) {
  int b, c;
  b = inc(a);
  c = inc(b);
  if (a == 5 && c != 7)
    reach_error();
  return c;
}
