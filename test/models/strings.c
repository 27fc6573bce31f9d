// RUN: not %predabs check --verdicts %s 2>&1 | FileCheck %s

// Strings: what they do to memory, and what is known of their results.

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void strlen_safe(const char *s) {
  size_t n = strlen(s);
  assert(n + 1 > n); // CHECK: [[@LINE]]:3: proved: assert: strlen_safe: n + 1 > n
}

void strlen_bug(void) {
  assert(strlen("abc") == 4); // CHECK: [[@LINE]]:3: violated: assert: strlen_bug: strlen("abc") == 4
}

void strcmp_safe(const char *s) {
  assert(strcmp(s, s) == 0); // CHECK: [[@LINE]]:3: proved: assert: strcmp_safe: strcmp(s, s) == 0
}

void strcmp_bug(void) {
  assert(strcmp("a", "b") == 0); // CHECK: [[@LINE]]:3: violated: assert: strcmp_bug: strcmp("a", "b") == 0
}

void strncmp_safe(const char *s, const char *t) {
  assert(strncmp(s, t, 0) == 0); // CHECK: [[@LINE]]:3: proved: assert: strncmp_safe: strncmp(s, t, 0) == 0
}

void memcmp_bug(void) {
  assert(memcmp("ab", "ac", 2) == 0); // CHECK: [[@LINE]]:3: violated: assert: memcmp_bug: memcmp("ab", "ac", 2) == 0
}

// They write the destination, and nothing else.
void strcpy_safe(const char *s) {
  char to[100];
  int other = 3;
  char *p = strcpy(to, s);
  assert(p == to); // CHECK: [[@LINE]]:3: proved: assert: strcpy_safe: p == to
  assert(other == 3); // CHECK: [[@LINE]]:3: proved: assert: strcpy_safe: other == 3
}

void strcpy_bug(void) {
  char to[4] = "abc";
  strcpy(to, "xy");
  assert(to[0] == 'a'); // CHECK: [[@LINE]]:3: violated: assert: strcpy_bug: to[0] == 'a'
}

void strncpy_safe(char *to, const char *from) {
  assert(strncpy(to, from, 3) == to); // CHECK: [[@LINE]]:3: proved: assert: strncpy_safe: strncpy(to, from, 3) == to
}

void strcat_bug(void) {
  char to[8] = "ab";
  strcat(to, "cd");
  assert(to[2] == 0); // CHECK: [[@LINE]]:3: violated: assert: strcat_bug: to[2] == 0
}

void memset_bug(size_t n) {
  char to[8] = "ab";
  if (n < 1 || n > 8)
    return;
  memset(to, 0, n);
  assert(to[0] == 'a'); // CHECK: [[@LINE]]:3: {{latent|violated}}: assert: memset_bug: to[0] == 'a'
}

void strchr_bug(void) {
  assert(strchr("abc", 'd')); // CHECK: [[@LINE]]:3: violated: assert: strchr_bug: strchr("abc", 'd')
}

void strchr_safe(const char *s) {
  const char *p = strchr(s, 'd');
  assert(!p || p >= s); // CHECK: [[@LINE]]:3: proved: assert: strchr_safe: !p || p >= s
}

void strrchr_safe(const char *s) {
  const char *p = strrchr(s, 'd');
  if (p)
    assert(p - s >= 0); // CHECK: [[@LINE]]:5: proved: assert: strrchr_safe: p - s >= 0
}

// What is there is found.
void strstr_bug(void) {
  assert(!strstr("abc", "bc")); // CHECK: [[@LINE]]:3: violated: assert: strstr_bug: !strstr("abc", "bc")
}

// A warning would be wrong.
void strstr_found(void) {
  const char *s = "abc";
  assert(strstr(s, "bc")); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: strstr_found: strstr(s, "bc")
}

void snprintf_safe(int n) {
  char to[8];
  int other = 1;
  int length = snprintf(to, sizeof to, "%d", n);
  assert(other == 1 || length); // CHECK: [[@LINE]]:3: proved: assert: snprintf_safe: other == 1 || length
}

void snprintf_bug(void) {
  char to[8];
  int length = snprintf(to, sizeof to, "%d", 12345678);
  assert(length < 8); // CHECK: [[@LINE]]:3: violated: assert: snprintf_bug: length < 8
}

void atoi_bug(void) {
  assert(atoi("12") == 13); // CHECK: [[@LINE]]:3: violated: assert: atoi_bug: atoi("12") == 13
}

void abs_safe(int n) {
  assert(abs(n) >= 0); // CHECK: [[@LINE]]:3: proved: assert: abs_safe: abs(n) >= 0
}

void abs_bug(int n) {
  assert(abs(n) > 0); // CHECK: [[@LINE]]:3: latent: assert: abs_bug: abs(n) > 0
}
