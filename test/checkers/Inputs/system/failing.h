extern int other_input(void);
static inline void failing(void) {
  int n = other_input();
  assert(n > 7);
}
void (*const failing_use)(void) = failing;
