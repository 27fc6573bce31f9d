// RUN: not %predabs check %s -- -std=c++20 2>&1 | FileCheck %s --implicit-check-not=warning:

// A guard that a function was given is dropped and taken again.

#include <mutex>

void call_out();
struct loop { std::mutex m; int n; };

void drain_safe(loop &l, std::unique_lock<std::mutex> &guard) {
  while (l.n > 0) {
    l.n--;
    guard.unlock();
    call_out();
    guard.lock();
  }
}

void once_safe(std::unique_lock<std::mutex> &guard, int n) {
  if (n > 0) {
    guard.unlock();
    call_out();
    guard.lock();
  }
}

void run_safe(loop &l) {
  std::unique_lock<std::mutex> guard(l.m);
  drain_safe(l, guard);
}

// A guard of one's own.
class locker {
  std::mutex *m;
  bool is_locked = false;

public:
  explicit locker(std::mutex *m) : m(m) { relock(); }
  ~locker() { unlock(); }
  void unlock() {
    if (is_locked) {
      is_locked = false;
      m->unlock();
    }
  }
  void relock() {
    if (!is_locked) {
      is_locked = true;
      m->lock();
    }
  }
};

void each_safe(loop &l, locker &guard) {
  for (int i = 0; i < l.n; i++) {
    guard.unlock();
    call_out();
    guard.relock();
  }
}

void own_safe(loop &l) {
  locker guard(&l.m);
  each_safe(l, guard);
}

void twice_bug(loop &l) {
  std::unique_lock<std::mutex> guard(l.m);
  guard.unlock();
  l.m.unlock(); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
