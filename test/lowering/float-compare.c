// The comparisons that are quiet about NaN, and a library function under its
// builtin name that takes any number of arguments.
// RUN: %run-both %s %t

int printf(const char *, ...);

int main(void) {
  volatile double zero = 0.0;
  double values[] = {1.0, 2.0, zero / zero};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double a = values[i], b = values[j];
      printf("%d%d %d%d%d%d %d%d %d\n", i, j, __builtin_isgreater(a, b),
             __builtin_isgreaterequal(a, b), __builtin_isless(a, b),
             __builtin_islessequal(a, b), __builtin_islessgreater(a, b),
             __builtin_isunordered(a, b), __builtin_isnan(a));
    }
  __builtin_printf("%d %d %s\n", 1, 2, "three");
  __builtin_printf("done\n");
  return 0;
}
