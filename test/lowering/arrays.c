// Arrays of arrays, pointers to arrays, odd subscripts.
// RUN: %run-both-m32 %s %t
int printf(const char *, ...);
static int m[3][4] = {{1, 2}, {3, 4, 5, 6}, 7, 8, 9};
static char s[2][3][4] = {{"abc", "de"}, {"f", "", "ghij"}};
extern int late[];
static int sum(int (*row)[4], int n) {
  int r = 0;
  for (int i = 0; i < n; i++)
    for (int *p = row[i]; p < row[i + 1]; p++)
      r = r * 2 + *p;
  return r;
}
static int first(int a[][4]) { return a[1][3]; }
static int use(void) { return late[1]; }
int main(void) {
  int i = 1, l[2][2][2] = {[1] = {{5, 6}, {7}}};
  printf("%d %d %d\n", sum(m, 3), first(m), use());
  printf("%d %d %d\n", m[2][2], 2[m][1], i[*m]);
  printf("%c%c%d%c\n", s[0][1][1], s[1][2][3], s[0][2][0], *(*(s[0] + 1) + 1));
  printf("%d %d %d\n", (int)sizeof m, (int)sizeof m[0], (int)sizeof s[0][0]);
  printf("%d %d\n", (int)(&m[2][1] - &m[0][3]), (int)(&m[2] - &m[0]));
  printf("%d %d\n", l[1][0][1], l[i][i][0]);
  int(*p)[2][2] = l;
  printf("%d\n", (*++p)[0][0]);
  int(*whole)[3][4] = &m;
  printf("%d %d\n", (*whole)[1][2], (int)((char *)(whole + 1) - (char *)whole));
  int *flat = &m[0][0];
  flat[0] = 50;
  *(m[1] - 1 + 1) = 60;
  m[i++][i] = 70; // the subscripts from left to right
  printf("%d %d %d %d\n", m[0][0], m[1][0], m[1][2], i);
  int *rows[3] = {m[2], m[1], m[0]};
  printf("%d\n", rows[2][1] + rows[0][0]);
  long long idx = 2;
  unsigned char uidx = 255;
  int big[300] = {[255] = 3};
  printf("%d %d %d\n", big[uidx], (&big[257])[-idx], (big + 300)[-45]);
  char text[] = "text", nine[9] = "nine", three[3] = "abc", e[] = "";
  printf("%d %d %c %d\n", (int)sizeof text, nine[8], three[2], (int)sizeof e);
  struct { int a[2][2]; } st = {{{1, 2}, {3, 4}}}, copy = st;
  st.a[1][0] = 9;
  printf("%d %d\n", copy.a[1][0], st.a[1][0]);
  return 0;
}
int late[3] = {1, 42};
