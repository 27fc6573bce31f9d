// Two names, one object: asm labels and aliases.
// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s

#include <assert.h>

static int x = 1, bytes = 1, labelled __asm__("real.label") = 1;
int a = 1;
extern int same __asm__("a");
extern unsigned char in_bytes[4] __attribute__((alias("bytes")));
extern int by_label __attribute__((alias("real.label")));
extern int aliased __attribute__((alias("x")));
int left __asm__("right") = 1, right __asm__("left") = 2;

static int count;
void add(void) { count++; }
extern void plus(void) __asm__("add");
extern void other(void) __attribute__((alias("add")));

// Names that are ours too.
int text __asm__(".str#2") = 1, flag __asm__("predabs.exception") = 1;
int literal __asm__(".str.1") = 1, at __asm__("a@b") = 1;

int main(int argc, char **argv) {
  const char *p = "one", *q = "two";
  assert(p && q && text == 1 && flag == 1 && literal == 1 && at == 1); // CHECK: [[@LINE]]:3: proved: assert
  same = 2;
  assert(a == 2); // CHECK: [[@LINE]]:3: proved: assert: main: a == 2
  aliased = 3;
  assert(x == 3); // CHECK: [[@LINE]]:3: proved: assert: main: x == 3
  by_label = 4;
  assert(labelled == 4); // CHECK: [[@LINE]]:3: proved: assert: main: labelled == 4
  left = 5;
  assert(right == 2 && left == 5); // CHECK: [[@LINE]]:3: proved: assert: main: right == 2 && left == 5
  plus();
  other();
  assert(count == 2); // CHECK: [[@LINE]]:3: proved: assert: main: count == 2
  in_bytes[0] = 7;
  if (argc == 1)
    assert(bytes == 1); // CHECK: [[@LINE]]:5: {{violated|unknown}}: assert: main: bytes == 1
  assert(same == 1); // CHECK: [[@LINE]]:3: violated: assert: main: same == 1
  return 0;
}
