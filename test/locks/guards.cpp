// RUN: not %predabs check %s -- -std=c++20 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s -- -std=c++20 | not grep "unknown: lock: .*_safe"

// The guards of the C++ library, in the words of the user's file: what a guard
// does at the end of its scope stands there.

#include <mutex>

std::mutex m, n;
int count;

int guard_safe(int x) {
  std::lock_guard<std::mutex> g(m);
  if (x > 0)
    return ++count;
  return count;
}

void guard_bug() {
  std::lock_guard<std::mutex> g(m);
  m.lock(); // CHECK-DAG: guards.cpp:[[@LINE]]:5: warning: 'm' is acquired twice [predabs-lock-double-acquire]
}

void two_guards_safe() {
  { std::lock_guard<std::mutex> g(m); }
  std::lock_guard<std::mutex> h(m);
}

void two_guards_bug(bool b) {
  std::lock_guard<std::mutex> g(m);
  if (b)
    std::lock_guard<std::mutex> h(m); // CHECK-DAG: guards.cpp:[[@LINE]]:{{.*}} 'h' is acquired twice if 'b' [predabs-lock-double-acquire]
}

void scoped_safe() {
  std::scoped_lock<std::mutex> g(m);
  count++;
}

void adopted_safe() {
  m.lock();
  std::lock_guard<std::mutex> g(m, std::adopt_lock);
}

void adopted_bug() {
  m.lock();
  std::lock_guard<std::mutex> g(m, std::adopt_lock);
  m.unlock();
} // CHECK-DAG: guards.cpp:[[@LINE]]:1: warning: 'g' is released but not held [predabs-lock-release-unheld]
