// Finds a pattern in a text by the method of Knuth, Morris and Pratt. Every
// index is checked against the bounds of its array before it is used.
void reach_error(void);

#define IN_BOUNDS(index, length)                                               \
  if (!((index) >= 0 && (index) <= (length)))                                  \
  reach_error()

/* next[j]: how much of the pattern is still matched when its first j
   characters matched and the following one did not. */
void prepare(const char *pattern, int m, int *next) {
  int i, k;

  if (m < 0)
    return;
  next[0] = 0;
  k = 0;
  for (i = 1; i < m; i++) {
    IN_BOUNDS(i, m);
    while (k > 0 && pattern[k] != pattern[i]) {
      k = next[k];
      if (k < 0 || k > m)
        k = 0;
    }
    IN_BOUNDS(k, m);
    if (k < m && pattern[k] == pattern[i])
      k++;
    IN_BOUNDS(k, m);
    next[i] = k;
  }
}

int search(const char *text, int n, const char *pattern, int m,
           const int *next) {
  int i, k;

  if (n < 0 || m < 0)
    return -1;
  i = 0;
  k = 0;
  while (i < n && k < m) {
    IN_BOUNDS(i, n);
    IN_BOUNDS(k, m);
    if (text[i] == pattern[k]) {
      i++;
      k++;
    } else if (k == 0) {
      i++;
    } else {
      k = next[k];
      if (k < 0 || k > m)
        k = 0;
    }
  }
  IN_BOUNDS(i, n);
  IN_BOUNDS(k, m);
  if (k == m)
    return i - m;
  return -1;
}
