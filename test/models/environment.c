// RUN: not %predabs check --verdicts %s 2>&1 | FileCheck %s

// The process and its environment, numbers at random, time.

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void getenv_bug(void) {
  char *home = getenv("HOME");
  assert(home); // CHECK: [[@LINE]]:3: violated: assert: getenv_bug: home
}

void getenv_safe(void) {
  char *home = getenv("HOME");
  if (!home)
    return;
  assert(home); // CHECK: [[@LINE]]:3: proved: assert: getenv_safe: home
}

void rand_bug(void) {
  assert(rand() % 6 > 0); // CHECK: [[@LINE]]:3: violated: assert: rand_bug: rand() % 6 > 0
}

void rand_safe(void) {
  int n = rand();
  assert(n >= 0); // CHECK: [[@LINE]]:3: proved: assert: rand_safe: n >= 0
}

void time_safe(void) {
  time_t now, same = time(&now);
  assert(same == now); // CHECK: [[@LINE]]:3: proved: assert: time_safe: same == now
}

// Nothing is said about clocks.
void time_bug_missed(void) {
  assert(time(0) > 1000); // CHECK: [[@LINE]]:3: unknown: assert: time_bug_missed: time(0) > 1000
}

void getpid_safe(void) {
  assert(getpid() > 0);         // CHECK: [[@LINE]]:3: proved: assert: getpid_safe: getpid() > 0
  assert(getpid() == getpid()); // CHECK: [[@LINE]]:3: proved: assert: getpid_safe: getpid() == getpid()
}

void isatty_bug(void) {
  assert(isatty(1)); // CHECK: [[@LINE]]:3: violated: assert: isatty_bug: isatty(1)
}

void isatty_safe(void) {
  int n = isatty(1);
  assert(n == 0 || n == 1); // CHECK: [[@LINE]]:3: proved: assert: isatty_safe: n == 0 || n == 1
}

void self_safe(void) {
  assert(pthread_self() == pthread_self()); // CHECK: [[@LINE]]:3: proved: assert: self_safe: pthread_self() == pthread_self()
}

static void *run(void *with) { return with; }

void thread_bug(void) {
  pthread_t t;
  assert(pthread_create(&t, 0, run, 0) == 0); // CHECK: [[@LINE]]:3: violated: assert: thread_bug: pthread_create(&t, 0, run, 0) == 0
}

// The number of an error is positive; whether there is one does not depend on
// the environment, and is not followed.
static pthread_cond_t condition;

void signal_bug_missed(void) {
  assert(pthread_cond_signal(&condition) == 0); // CHECK: [[@LINE]]:3: unknown: assert: signal_bug_missed: pthread_cond_signal(&condition) == 0
}

void signal_safe(void) {
  assert(pthread_cond_signal(&condition) >= 0); // CHECK: [[@LINE]]:3: proved: assert: signal_safe: pthread_cond_signal(&condition) >= 0
}

void detach_safe(pthread_t t) {
  int own = 5, error = pthread_detach(t);
  assert(error >= 0 && own == 5); // CHECK: [[@LINE]]:3: proved: assert: detach_safe: error >= 0 && own == 5
}

// Nothing comes after it.
void exit_safe(int n) {
  if (n < 0)
    exit(1);
  assert(n >= 0); // CHECK: [[@LINE]]:3: proved: assert: exit_safe: n >= 0
}

void exit_bug(int n) {
  if (n > 0)
    exit(1);
  assert(n < 0); // CHECK: [[@LINE]]:3: latent: assert: exit_bug: n < 0
}

// Characters; as functions, not as macros.
void isdigit_safe(int c) {
  if ((isdigit)(c))
    assert(c >= '0' && c <= '9'); // CHECK: [[@LINE]]:5: proved: assert: isdigit_safe: c >= '0' && c <= '9'
}

void isdigit_bug(void) {
  assert((isdigit)('x')); // CHECK: [[@LINE]]:3: violated: assert: isdigit_bug: (isdigit)('x')
}

void toupper_safe(void) {
  assert((toupper)('x') == 'X'); // CHECK: [[@LINE]]:3: proved: assert: toupper_safe: (toupper)('x') == 'X'
}

// Computed, and not followed: nothing is said.
void sine(double x) {
  assert(sin(x) < 2); // CHECK: [[@LINE]]:3: unknown: assert: sine: sin(x) < 2
}

// A comparison is called with elements of the array.
static int compare(const void *a, const void *b) {
  const int *x = a, *y = b;
  assert(x && y); // CHECK: [[@LINE]]:3: proved: assert: compare: x && y
  return *x < *y ? -1 : *x > *y;
}

void qsort_safe(void) {
  int a[3] = {3, 1, 2}, other = 4;
  qsort(a, 3, sizeof *a, compare);
  assert(other == 4); // CHECK: [[@LINE]]:3: proved: assert: qsort_safe: other == 4
}

static int never(const void *a, const void *b) {
  assert(a == b); // CHECK: [[@LINE]]:3: violated: assert: never: a == b
  return 0;
}

void qsort_bug(void) {
  int a[2] = {3, 1};
  qsort(a, 2, sizeof *a, never);
}

// Some libraries do that, which nobody can choose: it fails for some calls.
static int itself(const void *a, const void *b) {
  assert(a != b); // CHECK: [[@LINE]]:3: latent: assert: itself: a != b
  return 0;
}

void itself_bug(void) {
  int a[2] = {3, 1};
  qsort(a, 2, sizeof *a, itself);
}

// What is in the array afterwards is computed: nothing is said.
void qsort_order(void) {
  int a[2] = {3, 1};
  qsort(a, 2, sizeof *a, compare);
  assert(a[0] <= a[1]); // CHECK: [[@LINE]]:3: unknown: assert: qsort_order: a[0] <= a[1]
}

void bsearch_safe(int key) {
  static const int sorted[3] = {1, 2, 3};
  int *found = bsearch(&key, sorted, 3, sizeof key, compare);
  assert(!found || found >= sorted); // CHECK: [[@LINE]]:3: proved: assert: bsearch_safe: !found || found >= sorted
}
