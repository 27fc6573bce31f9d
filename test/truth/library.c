// Functions of the C library that compute.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char a[16] = "hello", b[16];
  assert(strlen(a) == 5 && strcmp(a, "help") < 0 && strchr(a, 'l') == a + 2);
  strcpy(b, a);
  strcat(b, " you");
  assert(strcmp(b, "hello you") == 0 && strncmp(a, b, 5) == 0);
  memset(a, 'x', 3);
  assert(memcmp(a, "xxxlo", 5) == 0);
  memmove(b + 1, b, 5);
  assert(b[0] == 'h' && b[1] == 'h' && b[5] == 'o');
  assert(abs(-3) == 3 && atoi("42") == 42 && strtol("ff", 0, 16) == 255);
  assert(isdigit('4') && !isalpha('4') && toupper('a') == 'A');
  int *p = calloc(3, sizeof *p);
  assert(p[2] == 0);
  p = realloc(p, 6 * sizeof *p);
  p[5] = 1;
  assert(p[2] == 0 && p[5] == 1);
  free(p);
  return 0;
}
