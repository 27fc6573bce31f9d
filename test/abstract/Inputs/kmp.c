// Finds a pattern in a text by the method of Knuth, Morris and Pratt. Every
// index is checked against the bounds of its array before it is used.
void reach_error(void);

#define IN_BOUNDS(index, length)                                               \
  if (!((index) >= 0 && (index) <= (length)))                                  \
  reach_error()

#define MAX_PATTERN 256
static int next[MAX_PATTERN];

/* next[k]: how much of the pattern is still matched when its first k
   characters matched and the following one did not. */
static void prepare(const char *pattern, int length) {
  int at, matched;

  matched = 0;
  next[0] = 0;
  for (at = 1; at < length && at < MAX_PATTERN; at++) {
    while (matched > 0 && pattern[matched] != pattern[at])
      matched = next[matched];
    if (pattern[matched] == pattern[at])
      matched++;
    next[at] = matched;
  }
}

/* Where the pattern begins in the text, or -1. */
int search(const char *text, int n, const char *pattern, int m) {
  int i, k;

  if (m < 1 || m >= MAX_PATTERN || n < 0)
    return -1;
  prepare(pattern, m);
  i = 0;
  k = 0;
  while (i <= n && k <= m) {
    IN_BOUNDS(i, n);
    IN_BOUNDS(k, m);
    if (k == m)
      return i - m;
    if (i == n)
      return -1;
    if (text[i] == pattern[k]) {
      i++;
      k++;
    } else if (k == 0) {
      i++;
    } else {
      k = next[k];
      if (k < 0)
        break;
    }
  }
  return -1;
}
