// goto, labels, computed goto, labels as values.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
static int run(const int *code) {
  static void *const ops[] = {&&add, &&twice, &&end};
  int value = 0;
  goto *ops[*code++];
add:
  value += 3;
  goto *ops[*code++];
twice:
  value *= 2;
  goto *ops[*code++];
end:
  return value;
}
int main(void) {
  const int code[] = {0, 1, 0, 2};
  assert(run(code) == 9);
  int n = 0;
again:
  if (++n < 5)
    goto again;
  goto out;
  assert(0);
out:
  assert(n == 5);
  return 0;
}
