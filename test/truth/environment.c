// What the environment says twice it says the same.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  const char *a = getenv("HOME"), *b = getenv("HOME");
  assert(a == b);
  assert(getpid() == getpid() && getuid() == getuid());
  for (int c = 0; c < 256; c++)
    assert(!isalpha(c) == !isalpha(c));
  int first = open("/dev/null", O_RDONLY), second = open("/dev/null", O_RDONLY);
  assert(first < 0 || first != second);
  srand(3);
  int r = rand();
  srand(3);
  assert(rand() == r && r >= 0);
  return 0;
}
