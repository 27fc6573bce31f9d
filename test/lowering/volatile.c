// Volatile objects: a run reads memory, an analysis forgets what it knew.
// RUN: %run-both-m32 %s %t
// RUN: %predabs ir --no-locs --function twice %s | FileCheck %s
int printf(const char *, ...);
static volatile int v = 3;
struct dev { volatile unsigned status; int plain; volatile unsigned char data[2]; };
// CHECK-LABEL: func @twice
// CHECK: %[[A:[^ ]+]] = $v because volatile
// CHECK: %[[B:[^ ]+]] = $v because volatile
// CHECK: return %[[A]] + %[[B]]
static int twice(void) { return v + v; }
static int poll(volatile struct dev *d) {
  int n = 0;
  while (d->status-- & 7) n++;
  d->plain = n;
  return d->plain + d->data[n & 1];
}
int main(void) {
  printf("%d\n", twice());
  v = v * 2 + v++;
  printf("%d %d\n", v, v-- - --v);
  v += v;
  v <<= 1;
  volatile int *p = &v;
  *p = *p + 1;
  v; // a read
  (void)*p;
  struct dev d = {5, 0, {10, 20}};
  printf("%d %u\n", poll(&d), d.status);
  volatile struct dev e = d, *q = &e;
  struct dev f = *q;
  e = f;
  q->data[0] ^= 3;
  printf("%d %d %d\n", e.data[0], f.plain, v && v > 2 || !v);
  volatile _Bool b = 4;
  volatile short s = -1;
  s >>= 1, b--;
  int chain = v = s = 70000; // each converted in turn
  printf("%d %d %d %d\n", b, s, v, chain);
  int volatile arr[3] = {1, 2, 3}, *volatile vp = arr;
  int k = *vp++ + *++vp;
  for (volatile int i = 0; i < 3; i++) k += arr[i];
  return k + (v ? v : 0) % 7;
}
