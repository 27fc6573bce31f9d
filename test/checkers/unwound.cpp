// The end of a thread runs destructors and `catch (...)` on its way.
// RUN: %predabs check --verdicts --entry=main %s 2>/dev/null | FileCheck %s
// RUN: %predabs check --verdicts %s 2>/dev/null | FileCheck %s --check-prefix=ALONE
// CHECK-NOT: {{: (violated|proved):}}
// CHECK: 0 latent, 3 unknown
// ALONE-NOT: {{: (violated|proved):}}
// ALONE: 0 proved, 0 violated

#include <assert.h>
#include <pthread.h>
#include <unwind.h>

struct Guard {
  int n;
  ~Guard() { assert(n != 1); }
};

static void ended() {
  Guard guard{1};
  pthread_exit(nullptr);
}

static bool told() {
  static _Unwind_Exception exception;
  try {
    _Unwind_RaiseException(&exception);
    assert(false); // comes back only where nobody catches
  } catch (...) {
    return true;
  }
  return false;
}

static void quietly() { pthread_exit(nullptr); }

int main(int argc, char **) {
  told();
  if (argc > 1)
    ended();
  try {
    quietly();
  } catch (...) {
    assert(false);
    throw;
  }
}
