// What runs at the end is called by somebody: nothing in it is proved because
// nobody calls it.
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s

#define _DEFAULT_SOURCE
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static int x = 1, kept = 1;

__attribute__((destructor)) static void fini_bug(void) {
  assert(x == 1); // CHECK: [[@LINE]]:3: unknown: assert: fini_bug
}
__attribute__((destructor)) static void fini_safe(void) {
  int n = x;
  assert(n == x); // CHECK: [[@LINE]]:3: proved: assert: fini_safe
}
static void array_bug(void) {
  assert(x != 2); // CHECK: [[@LINE]]:3: unknown: assert: array_bug
}
__attribute__((section(".fini_array"), used)) static void (*ends[])(void) = {
    array_bug};

static void leaving_bug(void) {
  assert(x == 1); // CHECK: [[@LINE]]:3: unknown: assert: leaving_bug
  exit(0);
}
static void quick_bug(void) {
  assert(x == 1); // CHECK: [[@LINE]]:3: unknown: assert: quick_bug
}
static void status_bug(int status, void *p) {
  assert(*(int *)p == 1); // CHECK: [[@LINE]]:3: unknown: assert: status_bug
}
static void signal_bug(int number) {
  assert(number != SIGUSR1); // CHECK: [[@LINE]]:3: unknown: assert: signal_bug
}
static void never_called(void) {
  assert(x == 1); // CHECK: [[@LINE]]:3: proved: assert: never_called
}

int main(void) {
  atexit(leaving_bug);
  at_quick_exit(quick_bug);
  on_exit(status_bug, &x);
  // To register something calls nothing.
  assert(x == 1 || x == 2); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: main
  x = 2;
  signal(SIGUSR1, signal_bug);
  raise(SIGUSR1);
  return 0;
}
