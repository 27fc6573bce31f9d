// What pthread_exit() leaves is cleaned up, and the value is the thread's.
// RUN: %truth --flag=-fexceptions %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
#include <pthread.h>
static int cleaned, result;
static void clean(int *n) { cleaned += *n; }
static void deep(int n) {
  int kept __attribute__((cleanup(clean))) = n;
  if (n > 1)
    deep(n - 1);
  else
    pthread_exit(&result);
}
static void *ended(void *unused) {
  int kept __attribute__((cleanup(clean))) = 100;
  deep(3);
  cleaned = -1;
  return unused;
}
int main(void) {
  pthread_t thread;
  void *given = 0;
  if (pthread_create(&thread, 0, ended, 0) != 0)
    return 0;
  pthread_join(thread, &given);
  assert(cleaned == 106);
  assert(given == &result);
  return 0;
}
