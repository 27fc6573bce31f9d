void need(int n);

static int local(void) { return 1; }

void wrap(int k) {
  if (k != 3)
    need(k + local());
}
