// What leaves the frames of C functions runs their cleanups, with -fexceptions:
// exceptions of other languages, the end of a thread, its cancellation. It does
// not come back.
// RUN: %predabs check --verdicts --entry=main %s -- -fexceptions 2>/dev/null | FileCheck %s
// RUN: %predabs check --verdicts %s -- -fexceptions 2>/dev/null | FileCheck %s --check-prefix=ALONE
// RUN: %predabs check --verdicts --entry=main %s 2>/dev/null | FileCheck %s --check-prefix=WITHOUT
// CHECK-NOT: {{: (violated|proved):}}
// CHECK: 0 latent, 6 unknown
// ALONE-NOT: {{: (violated|proved):}}
// ALONE: 0 proved, 0 violated

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <unwind.h>

static int calls;

static _Unwind_Reason_Code step(int version, _Unwind_Action actions,
                                _Unwind_Exception_Class name,
                                struct _Unwind_Exception *exception,
                                struct _Unwind_Context *context, void *data) {
  if (actions & _UA_END_OF_STACK)
    exit(calls == 1 ? 0 : 3);
  return _URC_NO_REASON;
}

static void forced_bug(int *n) { assert(*n != 1); }
static void forced(void) {
  static struct _Unwind_Exception exception;
  int n __attribute__((cleanup(forced_bug))) = 1;
  ++calls;
  _Unwind_ForcedUnwind(&exception, step, 0);
  n = 2;
  assert(0); // WITHOUT: [[@LINE]]:{{.*}} unknown: assert: forced:
}

static void raised(void) {
  static struct _Unwind_Exception exception;
  _Unwind_RaiseException(&exception); // returns, as nobody catches it
  assert(0); // WITHOUT: [[@LINE]]:{{.*}} unknown: assert: raised:
}

static int state;
static void ended_bug(int *n) { assert(*n != 1); }
static void *ended(void *unused) {
  int n __attribute__((cleanup(ended_bug))) = 1;
  pthread_exit(0);
}

static void cancelled_bug(int *n) { assert(state != 1); }
static void *cancelled(void *unused) {
  int n __attribute__((cleanup(cancelled_bug))) = 1;
  state = 1;
  sleep(10);
  state = 2;
  return 0;
}

static void popped_bug(void *n) { assert(*(int *)n != 1); }
static void *popped(void *unused) {
  int n = 1;
  pthread_cleanup_push(popped_bug, &n);
  pthread_exit(0);
  pthread_cleanup_pop(0);
  return 0;
}

int main(int argc, char **argv) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, ended, 0);
  pthread_create(&threads[1], 0, cancelled, 0);
  pthread_create(&threads[2], 0, popped, 0);
  pthread_cancel(threads[1]);
  if (argc > 2)
    raised();
  forced();
}
