// String literals: joined, with zeros inside, wide, in arrays of any length.
// RUN: %run-both %s %t
#include <stdio.h>
#include <string.h>
#include <stddef.h>
#include <wchar.h>
#include <uchar.h>
static char g1[] = "one" " " "two", g2[3] = "abc", g3[8] = "ab", g4[] = {"braces"};
static const char *table[] = {"x", "yy", [3] = "\x41\102\n\t\"\\\?"};
static struct { char name[4]; const char *p; char tail[3]; } s[] = {{"abcd", "p", "q"}, {{'z'}, g1 + 4}};
static char m[][4] = {"a", "bcd", "efgh"};
int main(void) {
  printf("%s %zu %c %d %s\n", g1, sizeof g1, g2[2], g3[7], g4);
  printf("%s %s %d %s", table[0], table[1], table[2] == 0, table[3]);
  printf("\n%.4s %s %s %s %d\n", s[0].name, s[0].p, s[0].tail, s[1].p, s[1].name[1]);
  printf("%zu %.4s %s\n", sizeof m, m[2], m[0]);
  char nul[] = "a\0b\0", l3[3] = "abc", l9[9] = "xyz", empty[5] = "";
  printf("%zu %zu %d %c\n", sizeof nul, strlen(nul), nul[3], nul[2]);
  printf("%d %d %d\n", l3[2], l9[3] + l9[8], empty[4]);
  wchar_t w[] = L"w\u00e9" L"z";
  printf("%zu %d %d %d\n", sizeof w / sizeof *w, w[1], w[2], L'\x1234');
  char16_t u16[] = u"\U0001F600";
  char32_t u32[2] = U"\U0001F600";
  printf("%zu %x %x %x\n", sizeof u16 / 2, u16[0], u16[1], u32[0]);
  printf("%d %d %zu\n", (unsigned char)u8"\u00e9"[0], "abc"[1], sizeof "\u20ac");
  const char *p = "shared" + 2;
  printf("%s %c %c\n", p, *"q", 2["abc"]);
  char copy[16];
  strcpy(copy, "up");
  copy[0] -= 32;
  printf("%s %s %zu\n", copy, __func__, sizeof __func__);
  static char st[] = "static";
  st[0] = 'S';
  struct { char b[6]; int n; } loc = {"local", 4}, lz = {{0}, 1};
  loc.b[1]++;
  printf("%s %s %d %d\n", st, loc.b, lz.b[3], 'ab' == 'a' * 256 + 'b');
  for (const char *q = "loop"; *q; q++) putchar(*q ^ 32);
  puts("");
  return strcmp("abc", "abd") < 0 ? sizeof("") + '\0' : 9;
}
