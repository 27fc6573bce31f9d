// RUN: %run-both %s %t
// RUN: %predabs ir %s -- -DONE | FileCheck %s

// The macros of <ctype.h> become calls, and the interpreter knows these.

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// CHECK: func @digit
// CHECK: call @isdigit(cast<i32>(*%s))
int digit(const char *s) { return isdigit(*s) != 0; }

#ifndef ONE
int main(void) {
  for (int c = -1; c < 256; ++c)
    printf("%d: %d %d %d %d %d %d %d %d %d %d %d %d, %d %d\n", c, isupper(c),
           islower(c), isalpha(c), isdigit(c), isxdigit(c), isspace(c),
           isprint(c), isgraph(c), isblank(c), iscntrl(c), ispunct(c),
           isalnum(c), tolower(c), toupper(c));
  printf("%d %d\n", digit("7"), digit("x"));
  int calls = 0;
  printf("%d", isdigit((calls++, '1')) != 0);
  printf(" %d\n", calls);
  const char *s = "hello world";
  printf("%s %s %d\n", strstr(s, "o w"), strpbrk(s, "wl"),
         strstr(s, "xyz") == NULL);
  printf("%d %d %d\n", (int)strspn(s, "hel"), (int)strcspn(s, " "),
         (int)strspn("", "a"));
  char b[20] = "ab";
  printf("%s\n", strncat(b, "cdef", 2));
}
#endif
