// Enumerations, _Generic, _Static_assert, __builtin_choose_expr, __func__.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
enum color { red, green = 5, blue };
#define kind(x) _Generic((x), int: 1, char *: 2, default: 3)
int main(void) {
  enum color c = blue;
  assert(c == 6 && red == 0 && green + 1 == c);
  assert(kind(1) == 1 && kind("a") == 2 && kind(1.0) == 3);
  _Static_assert(sizeof(enum color) == 4, "");
  assert(__builtin_choose_expr(1, 4, "no") == 4);
  assert(__func__[0] == 'm' && sizeof __func__ == 5);
  assert(__builtin_types_compatible_p(int, const int));
  return 0;
}
