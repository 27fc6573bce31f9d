// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Cases that fall through.

#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void cases_safe(int kind) {
  switch (kind) {
  case 1:
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    break;
  case 2:
  case 3:
    pthread_mutex_lock(&m);
    break;
  default:
    break;
  }
  if (kind == 2 || kind == 3)
    pthread_mutex_unlock(&m);
}

void cases_bug(int kind) {
  switch (kind) {
  case 1:
    pthread_mutex_lock(&m);
  case 2:
    pthread_mutex_lock(&m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
    break;
  default:
    return;
  }
  pthread_mutex_unlock(&m);
}

// Who wants it back has it: what a function takes and gives back on different
// ways, by functions of its own, is its callers' matter.

static void take(void) { pthread_mutex_lock(&m); }
static void give(void) { pthread_mutex_unlock(&m); }

void pause_safe(int what) {
  switch (what) {
  case 0:
    take();
    break;
  case 2:
    give();
    break;
  }
}

void resume_safe(void) {
  pause_safe(2);
}

void pause_bug_missed(int what) {
  switch (what) {
  case 0:
    take();
    give();
    give();
    break;
  case 1:
    take();
    break;
  case 2:
    give();
    break;
  }
}
