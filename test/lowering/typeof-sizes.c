// RUN: %run-both %s %t
// The operand of a typeof whose type has a size of its own is evaluated, once.
#include <stdio.h>

static char bytes[64];

int main(void) {
  int i = 0;
  int size = sizeof(typeof(*(++i, (char(*)[i])bytes)));
  printf("%d %d\n", i, size);
  typeof(*(i += 2, (int(*)[i])bytes)) array;
  printf("%d %d\n", i, (int)sizeof array);
  typedef typeof(*(++i, (short(*)[i])bytes)) type;
  printf("%d %d\n", i, (int)sizeof(type));
  type one, two;
  printf("%d %d\n", i, (int)(sizeof one + sizeof two));
  typeof(one) *pointer = &two;
  printf("%d %d\n", i, (int)sizeof *pointer);
  return 0;
}
