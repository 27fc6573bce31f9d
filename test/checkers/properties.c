// What is an obligation, and how it is told.
// RUN: %predabs check --verdicts %s -- -I%src_root/include > %t 2>/dev/null || true
// RUN: FileCheck %s < %t
// RUN: %predabs check --verdicts --checks=assert,trap --failures=abort,my_panic %s -- -I%src_root/include > %t 2>/dev/null || true
// RUN: FileCheck %s --check-prefixes=CHECK,MORE < %t

#include <assert.h>
#include <predabs.h>

extern void __assert2(const char *file, int line, const char *func, const char *text);
extern void _wassert(const __WCHAR_TYPE__ *text, const __WCHAR_TYPE__ *file, unsigned line);
extern void __VERIFIER_assert(int cond);
extern void __VERIFIER_error(void);
extern void my_panic(const char *);
extern void abort(void);

void f(int n) {
  // CHECK: properties.c:[[@LINE+1]]:3: {{[a-z]+}}: assert: f: n > 0 && n != 3
  assert(n > 0 && n != 3);
  if (n > 10)
    // CHECK-NEXT: properties.c:[[@LINE+1]]:5: {{[a-z]+}}: assert: f: three arguments
    __assert("three arguments", "properties.c", 22);
  if (n > 11)
    // CHECK-NEXT: properties.c:[[@LINE+1]]:5: {{[a-z]+}}: assert: f: four arguments
    __assert2("properties.c", 25, "f", "four arguments");
  if (n > 12)
    // CHECK-NEXT: properties.c:[[@LINE+1]]:5: {{[a-z]+}}: assert: f: wide
    _wassert(L"wide", L"properties.c", 28);
  // CHECK-NEXT: properties.c:[[@LINE+1]]:3: {{[a-z]+}}: assert: f: n == 1 + 1
  __VERIFIER_assert(n  ==
                    1 + 1);
  if (n > 13)
    // CHECK-NEXT: properties.c:[[@LINE+1]]:5: {{[a-z]+}}: assert: f: __VERIFIER_error is called
    __VERIFIER_error();
  // CHECK-NEXT: properties.c:[[@LINE+1]]:3: {{[a-z]+}}: assert: f: n < 5, n < 6
  PREDABS_ASSERT(n < 5, n < 6);
  if (n > 14)
    // MORE-NEXT: properties.c:[[@LINE+1]]:5: {{[a-z]+}}: assert: f: my_panic is called
    my_panic("no");
  if (n > 15)
    // MORE-NEXT: properties.c:[[@LINE+1]]:5: {{[a-z]+}}: assert: f: abort is called
    abort();
  if (n > 16)
    // MORE-NEXT: properties.c:[[@LINE+1]]:5: {{[a-z]+}}: trap: f: __builtin_trap is called
    __builtin_trap();
}

// One obligation, at the place where it fails.
extern void reach_error(void);
void my_assert(int cond) {
  if (!cond) {
    // CHECK-NEXT: properties.c:[[@LINE+1]]:12: {{[a-z]+}}: assert: my_assert: reach_error is called
    ERROR: reach_error();
  }
}
void g(int n) {
  my_assert(n > 0);
  my_assert(n > 1);
}
// CHECK-NEXT: predabs:
