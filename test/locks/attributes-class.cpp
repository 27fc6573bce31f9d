// RUN: not %predabs check %s -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s -- -std=c++17 | not grep "unknown: lock: .*_safe:"

// A class around std::mutex, as projects have it: what attributes say about it
// is about the mutex in it.

#include <mutex>

#define ATTRIBUTE(...) __attribute__((__VA_ARGS__))

class ATTRIBUTE(capability("mutex")) Mutex {
public:
  void Lock() ATTRIBUTE(acquire_capability()) { mu.lock(); }
  void Unlock() ATTRIBUTE(release_capability()) { mu.unlock(); }

private:
  std::mutex mu;
};

class Table {
public:
  void others_safe() ATTRIBUTE(requires_capability(mutex));
  void keeps_bug() ATTRIBUTE(requires_capability(mutex));
  void forgets_bug() ATTRIBUTE(requires_capability(mutex));
  void again_bug() ATTRIBUTE(requires_capability(mutex));
  void grow_safe();

private:
  Mutex mutex;
  int size = 0;
};

void Table::others_safe() {
  mutex.Unlock();
  mutex.Lock();
}

void Table::keeps_bug() {
  size++;
  mutex.Lock(); // CHECK-DAG: :[[@LINE]]:{{.*}} 'this->mutex' is acquired twice [predabs-lock-double-acquire]
}

void Table::forgets_bug() {
  mutex.Unlock();
  size++;
  // CHECK-DAG: :[[@LINE+1]]:1: warning: 'this->mutex' is not held at this return, as an attribute of 'Table::forgets_bug' promises [predabs-lock-attribute]
}

void Table::grow_safe() {
  mutex.Lock();
  others_safe();
  mutex.Unlock();
}

// Who requires it leaves it as it was, so this needs no path through the loop.
void Table::again_bug() {
  unsigned n = unsigned(size);
  for (unsigned i = 0; i < 100000; i++)
    n = n * 31 + (n >> 7) + i;
  size = int(n & 7);
  others_safe();
  mutex.Lock(); // CHECK-DAG: :[[@LINE]]:{{.*}} 'this->mutex' is acquired twice [predabs-lock-double-acquire]
}
