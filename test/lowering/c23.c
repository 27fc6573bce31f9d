// C23: constexpr, nullptr, auto, empty initialisers also of VLAs, enums with
// a type, typed literals, unnamed parameters.
// RUN: %run-both %s %t -std=c23
int printf(const char *, ...);
enum small : unsigned char { A = 250, B };
enum flag : bool { OFF, ON };
static constexpr int K = 6;
static int unnamed(int, [[maybe_unused]] int b) { return b; }
static bool is(void *p) { return p == nullptr; }
typedef struct { int x, y; } pt;
static int *counter(void) { static int c = {100}; return &c; }
static constexpr pt origin = {3, 4};
int main(void) {
  auto d = 2.5;
  auto e = A;
  e += 10; // wraps
  enum flag f = (enum flag)2;
  printf("%d %d %d %d\n", (int)(d * 2), e, f, (int)sizeof f);
  constexpr int arr[K] = {1, [5] = 9};
  int n = K, vla[n] = {}, two[2][n] = {};
  for (int i = 0; i < n; i++) vla[i] += arr[i] + two[1][i];
  printf("%d %d %d\n", vla[0], vla[5], vla[3]);
  pt z = {}, w[2] = {{}, {5}};
  int s = {};
  printf("%d %d %d %d\n", z.x + z.y, w[1].x, w[1].y, s);
  printf("%d %d %d\n", is(nullptr), unnamed(1, 2), true + true);
  (*counter())++;
  printf("%d\n", *counter());
  typeof_unqual(origin) o = origin;
  o.x++;
  printf("%d %d %d\n", o.x, origin.y, 0b1010 + 1'000);
  printf("%d %d\n", u8'a', (int)sizeof(u8'a'));
  switch (n) { case 6: int decl = 7; printf("%d\n", decl); label: }
  static_assert(K == 6);
  if (n > 5) goto end;
  printf("no\n");
end:
}
