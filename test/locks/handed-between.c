// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// A function of the file has the lock of another one while that is running.

#include <pthread.h>
#include <stdlib.h>

int n;

static pthread_mutex_t dropped = PTHREAD_MUTEX_INITIALIZER;
static void drop_safe(void) { pthread_mutex_unlock(&dropped); }

void again_safe(void) {
  pthread_mutex_lock(&dropped);
  n++;
  drop_safe();
  pthread_mutex_lock(&dropped);
  n++;
  pthread_mutex_unlock(&dropped);
}

static pthread_mutex_t grabbed = PTHREAD_MUTEX_INITIALIZER;
static void grab_safe(void) { pthread_mutex_lock(&grabbed); }

void twice_safe(void) {
  pthread_mutex_lock(&grabbed);
  n++;
  pthread_mutex_unlock(&grabbed);
  grab_safe();
  n++;
  pthread_mutex_unlock(&grabbed);
}

// Who holds it never returns.
static pthread_mutex_t last = PTHREAD_MUTEX_INITIALIZER;
static void leave_safe(void) { pthread_mutex_unlock(&last); }
static void finish_safe(void) {
  n = 0;
  leave_safe();
}

void end_safe(void) {
  pthread_mutex_lock(&last);
  finish_safe();
  exit(n);
}

void count_safe(void) {
  pthread_mutex_lock(&last);
  n++;
  pthread_mutex_unlock(&last);
}

// Nobody calls this one with the lock.
static pthread_mutex_t lonely = PTHREAD_MUTEX_INITIALIZER;

void lonely_safe(void) {
  pthread_mutex_lock(&lonely);
  n++;
  pthread_mutex_unlock(&lonely);
}

void lonely_bug(void) {
  n++;
  pthread_mutex_unlock(&lonely); // CHECK-DAG: :[[@LINE]]:{{.*}} 'lonely' is released but not held [predabs-lock-release-unheld]
}
