// RUN: not %predabs check --verdicts %s 2>&1 | FileCheck %s

// By the rules of SV-COMP memory is never short, nor are threads.

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

void reach_error(void);

void malloc_safe(void) {
  if (!malloc(4))
    reach_error(); // CHECK-NOT: [[@LINE]]:5: violated
}

static void *run(void *with) { return with; }
void thread_safe(void) {
  pthread_t t;
  if (pthread_create(&t, 0, run, 0) != 0)
    reach_error(); // CHECK-NOT: [[@LINE]]:5: violated
}

void read_bug(void) {
  char c;
  if (read(0, &c, 1) != 1)
    reach_error(); // CHECK: [[@LINE]]:5: violated
}
