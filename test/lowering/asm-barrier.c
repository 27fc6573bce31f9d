// Empty assembly as a barrier for the optimiser is exact: it runs.
// RUN: %run-both %s %t
int printf(const char *, ...);
#define barrier() __asm__ __volatile__("" ::: "memory")
static int g = 3, n;
static int f(void) { return ++n; }
int main(void) {
  int x = 5, a[3] = {1, 2, 3}, i = 0;
  g++;
  barrier();
  __asm__ volatile("" : "+r"(x));
  __asm__ volatile("" : : "r"(f()), "r"(x));
  __asm__ volatile("" : "+m"(a[i++]));
#ifdef __x86_64__
  __builtin_ia32_pause(); // a hint, no effect
#endif
  printf("%d %d %d %d %d\n", g, x, n, a[1], i);
  return 0;
}
