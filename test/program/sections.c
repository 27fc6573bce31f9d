// The linker puts the variables of a section together and names its ends.
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s
// RUN: %predabs check --verdicts --entry=main --budget=50 %s -- -DCALLS | FileCheck %s --check-prefix=CALLS

#include <assert.h>

static int number __attribute__((section("numbers"), used)) = 1;
static int plain = 1;
extern int __start_numbers, __stop_numbers;
extern char edata, _end[];
#ifdef CALLS
static int x = 1;
static void change(void) { x = 2; }
static void (*call)(void) __attribute__((section("calls"), used)) = change;
extern void (*__start_calls[])(void);
#endif

int main(void) {
  assert(_end >= &edata); // CHECK: [[@LINE]]:3: unknown: assert: main
  assert(plain == 1); // CHECK: [[@LINE]]:3: proved: assert: main: plain == 1
  __start_numbers = 7;
  assert(number == 1); // CHECK: [[@LINE]]:3: unknown: assert: main: number == 1
#ifdef CALLS
  __start_calls[0]();
  assert(x == 1); // CALLS: [[@LINE]]:3: unknown: assert: main: x == 1
#endif
  return 0;
}
