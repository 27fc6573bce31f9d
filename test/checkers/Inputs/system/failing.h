extern int input(void);
static inline void failing(void) {
  int n = input();
  assert(n > 7);
}
void (*const failing_use)(void) = failing;
