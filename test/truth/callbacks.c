// qsort, bsearch, atexit and signal handlers call back.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
#include <stdlib.h>
#include <signal.h>
static int compared, handled;
static int by_value(const void *a, const void *b) {
  compared++;
  return *(const int *)a - *(const int *)b;
}
static void on_signal(int n) { handled = n; }
int main(void) {
  int a[4] = {4, 1, 3, 2}, key = 3;
  qsort(a, 4, sizeof *a, by_value);
  assert(compared > 0 && a[0] == 1 && a[3] == 4);
  int *p = bsearch(&key, a, 4, sizeof *a, by_value);
  assert(p && *p == 3);
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  assert(handled == SIGUSR1);
  return 0;
}
