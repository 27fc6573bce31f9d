// RUN: not %predabs check %s -- -std=c++20 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s -- -std=c++20 | not grep "unknown: lock: .*_safe"

// std::unique_lock: early, late, never, and for somebody else.

#include <mutex>

std::mutex m;
int count;

void early_safe() {
  std::unique_lock<std::mutex> g(m);
  count++;
  g.unlock();
}

void early_bug() {
  std::unique_lock<std::mutex> g(m);
  m.unlock();
} // CHECK-DAG: unique-lock.cpp:[[@LINE]]:1: warning: 'g' is released but not held [predabs-lock-release-unheld]

void deferred_safe(bool b) {
  std::unique_lock<std::mutex> g(m, std::defer_lock);
  if (b)
    g.lock();
}

void deferred_bug() {
  std::unique_lock<std::mutex> g(m, std::defer_lock);
  m.lock();
  g.lock(); // CHECK-DAG: unique-lock.cpp:[[@LINE]]:{{.*}} is acquired twice [predabs-lock-double-acquire]
}

void moved_safe() {
  std::unique_lock<std::mutex> g(m);
  std::unique_lock<std::mutex> h(std::move(g));
}

void try_safe() {
  std::unique_lock<std::mutex> g(m, std::try_to_lock);
  if (g.owns_lock())
    count++;
}

// What is adopted was not acquired: the guard's own data is nobody's word.
struct box { std::mutex m; int n; };
int adopted_anyway_bug(box &b) {
  if (!b.m.try_lock() && b.n < 0)
    return -1;
  std::unique_lock<std::mutex> l(b.m, std::adopt_lock);
  return 0; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
