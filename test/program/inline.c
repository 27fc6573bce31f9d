// An inline definition is none for the linker: the one that is called may do
// something else.
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s
// RUN: %predabs check --verdicts %s | FileCheck %s

#include <assert.h>

inline int plain(void) { return 1; }
extern inline __attribute__((gnu_inline)) int gnu(void) { return 1; }
extern inline __attribute__((gnu_inline, always_inline)) int always(void) {
  return 1;
}
inline int external(void) { return 1; }
extern int external(void);
static inline int internal(void) { return 1; }

int main(void) {
  assert(always() == 1); // CHECK: [[@LINE]]:3: proved: assert: main: always() == 1
  assert(external() == 1); // CHECK: [[@LINE]]:3: proved: assert: main: external() == 1
  assert(internal() == 1); // CHECK: [[@LINE]]:3: proved: assert: main: internal() == 1
  assert(plain() == 1); // CHECK: [[@LINE]]:3: unknown: assert: main: plain() == 1
  assert(gnu() == 1); // CHECK: [[@LINE]]:3: unknown: assert: main: gnu() == 1
  return 0;
}
