// RUN: not %predabs check %s -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s -- -std=c++17 | not grep "unknown: lock: .*_safe:"

// Where attributes name a lock, a function without one about it is called
// without the lock, and does not keep it.

#include <mutex>

#define ATTRIBUTE(...) __attribute__((__VA_ARGS__))

class ATTRIBUTE(capability("mutex")) Mutex {
public:
  void Lock() ATTRIBUTE(acquire_capability()) { mu.lock(); }
  void Unlock() ATTRIBUTE(release_capability()) { mu.unlock(); }

private:
  std::mutex mu;
};

void watch(Mutex *m);

class Table {
public:
  Table() { watch(&mutex); }
  ~Table() { mutex.Unlock(); } // Nobody says that it is not held.
  void grow_safe() ATTRIBUTE(requires_capability(mutex));
  void end_safe() ATTRIBUTE(release_capability(mutex));
  void not_acquired_bug();
  void not_released_bug();
  void not_looked_at_safe() ATTRIBUTE(no_thread_safety_analysis);
  void in_lambda_safe();

private:
  Mutex mutex;
  int size = 0;
};

void Table::grow_safe() {
  mutex.Unlock();
  ++size;
  mutex.Lock();
}

void Table::end_safe() { mutex.Unlock(); }

void Table::not_acquired_bug() {
  ++size;
  mutex.Unlock(); // CHECK-DAG: :[[@LINE]]:{{.*}}'this->mutex' is released but not held [predabs-lock-release-unheld]
}

void Table::not_released_bug() {
  mutex.Lock();
  ++size;
  // CHECK-DAG: :[[@LINE+1]]:1: warning: 'this->mutex' is held at this return, but no attribute says so [predabs-lock-held-at-return]
}

void Table::not_looked_at_safe() { mutex.Unlock(); }

void Table::in_lambda_safe() {
  mutex.Lock();
  auto Leave = [this] { mutex.Unlock(); };
  Leave();
}

// Data that it guards names the lock as well.
class Queue {
public:
  Queue() { watch(&mutex); }
  void put_bug();

private:
  Mutex mutex;
  int size ATTRIBUTE(guarded_by(mutex)) = 0;
};

void Queue::put_bug() {
  ++size;
  mutex.Unlock(); // CHECK-DAG: :[[@LINE]]:{{.*}}'this->mutex' is released but not held [predabs-lock-release-unheld]
}

// Nobody says anything about this one.
class Stack {
public:
  Stack() { watch(&mutex); }
  void pop_safe();

private:
  Mutex mutex;
  int size = 0;
};

void Stack::pop_safe() {
  --size;
  mutex.Unlock();
}
