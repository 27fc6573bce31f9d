// A value that was never given is used: the run stops there.
// RUN: not %predabs ir --run %s -- -w 2>&1 | FileCheck %s
int printf(const char *, ...);
static int none(int x) { if (x) return 1; }
int main(void) {
  printf("%d\n", none(1)); // CHECK: 1
  // CHECK-NEXT: predabs: not run to the end: refused: {{.*}} at {{.*}}no-value-used.c:[[#@LINE+1]]:
  printf("%d\n", none(0));
}
