// Falling off the end, `return` without a value, main without return.
// RUN: %run-both %s %t -std=gnu89 -Wno-error=return-mismatch
// RUN: %predabs ir --no-locs --function maybe %s -- -w -std=gnu89 -Wno-error=return-mismatch | FileCheck %s
int printf(const char *, ...);
static int n;
// CHECK-LABEL: func @maybe
// CHECK: return{{$}}
maybe(x) { n += x; if (x > 2) return 5; if (x > 1) return; n++; }
static struct { int a[3]; } agg(int x) { if (x) return; n += 100; }
int *ptr(void) { n += 1000; }
static void early(int x) { if (x) return; n = -1; }
static void (chain)(void) { return early(1); }
int main(void) {
  maybe(1);
  maybe(2);
  printf("%d %d\n", maybe(3), n);
  agg(0), agg(1);
  ptr();
  chain();
  (void)maybe(0);
  printf("%d\n", n);
}
