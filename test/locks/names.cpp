// RUN: not %predabs check %s -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=_Z

// Reports name variables as the source does.

#include <cassert>
#include <mutex>

namespace bank {
std::mutex lock;
int money;
} // namespace bank
static int spent;

void twice() {
  bank::lock.lock();
  // CHECK-DAG: :[[@LINE+1]]:14: warning: 'bank::lock' is acquired twice [predabs-lock-double-acquire]
  bank::lock.lock();
  bank::lock.unlock();
}

void local() {
  static std::mutex mine;
  mine.lock();
  // CHECK-DAG: :[[@LINE+1]]:8: warning: 'mine' is acquired twice [predabs-lock-double-acquire]
  mine.lock();
  mine.unlock();
}

int main() {
  spent = 3;
  bank::money = spent;
  // CHECK-DAG: :[[@LINE+1]]:3: note: 'bank::money != 3' is false: bank::money is 3
  assert(bank::money != 3);
}
