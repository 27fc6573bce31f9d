// What is static here has a name for other files in that of its alias.
// RUN: split-file %s %t && cd %t
// RUN: %predabs check --verdicts --entry=main --closed a.c b.c | FileCheck a.c
// RUN: %predabs check --verdicts b.c | FileCheck b.c

//--- a.c
#include <assert.h>
extern int shared;
int get(void), get_second(void), get_called(void);
void call(void);
int main(int argc, char **argv) {
  assert(get() == 1); // CHECK: a.c:[[@LINE]]:3: {{proved|unknown}}: assert: main: get() == 1
  shared = 3;
  if (argc == 1)
    assert(get() == 1); // CHECK: a.c:[[@LINE]]:5: {{violated|unknown}}: assert: main: get() == 1
  assert(get() == 3); // CHECK: a.c:[[@LINE]]:3: proved: assert: main: get() == 3
  call();
  assert(get_called() != 0); // CHECK: a.c:[[@LINE]]:3: proved: assert: main: get_called() != 0
  if (argc == 2)
    assert(get_called() == 0); // CHECK: a.c:[[@LINE]]:5: {{violated|unknown}}: assert: main: get_called() == 0
  return 0;
}

//--- b.c
#include <assert.h>
static int hidden = 1, called;
extern int shared __attribute__((alias("hidden")));
int get(void) { return hidden; }
static void function(void) { called = 1; }
extern void call(void) __attribute__((alias("function")));
int get_called(void) { return called; }
void other(void);
void local(void) {
  called = hidden = 0;
  other();
  assert(hidden == 0); // CHECK: b.c:[[@LINE]]:3: {{latent|unknown}}: assert: local: hidden == 0
  assert(called == 0); // CHECK: b.c:[[@LINE]]:3: {{latent|unknown}}: assert: local: called == 0
}
