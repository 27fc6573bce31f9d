// RUN: not %predabs check %s -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s -- -std=c++17 | not grep "unknown: lock: .*_safe:"

// The other mutexes of the C++ library, and its functions for several at once.

#include <chrono>
#include <mutex>
#include <shared_mutex>

int n;

// A recursive one may be acquired again.
void recursive_safe(std::recursive_mutex &m) {
  m.lock();
  m.lock();
  ++n;
  m.unlock();
  m.unlock();
}

void recursive_bug(std::recursive_mutex &m) {
  m.lock();
  m.lock();
  m.unlock();
  m.unlock();
  m.unlock(); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void recursive_guards_safe(std::recursive_mutex &m) {
  std::lock_guard<std::recursive_mutex> a(m);
  std::lock_guard<std::recursive_mutex> b(m);
  ++n;
}

// With a deadline.
void timed_safe(std::timed_mutex &m) {
  if (m.try_lock_for(std::chrono::milliseconds(5))) {
    ++n;
    m.unlock();
  }
}

void timed_bug(std::timed_mutex &m) {
  if (m.try_lock_for(std::chrono::milliseconds(5)))
    ++n;
  m.unlock(); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void timed_twice_bug(std::timed_mutex &m) {
  m.lock();
  m.lock(); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  m.unlock();
}

// Readers and writers.
int shared_safe(std::shared_mutex &m) {
  std::shared_lock<std::shared_mutex> l(m);
  return n;
}

void exclusive_safe(std::shared_mutex &m) {
  std::unique_lock<std::shared_mutex> l(m);
  ++n;
}

void shared_calls_safe(std::shared_mutex &m) {
  m.lock_shared();
  int was = n;
  m.unlock_shared();
  m.lock();
  n = was + 1;
  m.unlock();
}

void upgrade_bug(std::shared_mutex &m) {
  std::shared_lock<std::shared_mutex> l(m);
  m.lock(); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  ++n;
  m.unlock();
}

void shared_twice_bug(std::shared_mutex &m) {
  m.lock_shared();
  m.unlock_shared();
  m.unlock_shared(); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void try_shared_safe(std::shared_mutex &m) {
  if (m.try_lock_shared())
    m.unlock_shared();
  if (m.try_lock())
    m.unlock();
}

// Several at once.
struct account {
  std::mutex m;
  int money = 0;
};

void transfer_safe(account &a, account &b) {
  if (&a == &b)
    return;
  std::lock(a.m, b.m);
  a.money -= 1;
  b.money += 1;
  a.m.unlock();
  b.m.unlock();
}

void transfer_bug(account &a, account &b) {
  if (&a == &b)
    return;
  std::lock(a.m, b.m);
  a.money -= 1;
  b.money += 1;
  a.m.unlock();
  a.m.unlock(); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void adopt_safe(account &a, account &b) {
  if (&a == &b)
    return;
  std::lock(a.m, b.m);
  std::lock_guard<std::mutex> first(a.m, std::adopt_lock);
  std::lock_guard<std::mutex> second(b.m, std::adopt_lock);
  a.money -= 1;
  b.money += 1;
}

std::mutex left, right;

void scoped_safe() {
  std::scoped_lock both(left, right);
  ++n;
}

void scoped_bug() {
  std::scoped_lock both(left, right);
  ++n;
  right.lock(); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}

void try_safe() {
  if (std::try_lock(left, right) == -1) {
    ++n;
    left.unlock();
    right.unlock();
  }
}

// Nothing is wrong with these; with members behind pointers it is too much.
void scoped_unknown(account &a, account &b) {
  if (&a == &b)
    return;
  std::scoped_lock both(a.m, b.m);
  a.money -= 1;
  b.money += 1;
}

void try_unknown(account &a, account &b) {
  if (&a == &b)
    return;
  if (std::try_lock(a.m, b.m) == -1) {
    a.money = b.money;
    a.m.unlock();
    b.m.unlock();
  }
}

void try_bug(account &a, account &b) {
  if (&a == &b)
    return;
  if (std::try_lock(a.m, b.m) == -1)
    a.money = b.money;
  a.m.unlock(); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}
