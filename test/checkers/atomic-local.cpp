// RUN: not %predabs check --verdicts %s | FileCheck %s

// What is in an atomic object that nobody else knows is what was written; where
// that holds, the library's functions are in the way of a proof.

#include <atomic>
#include <cassert>

void local_safe() {
  std::atomic<int> n(1);
  n++;
  n.fetch_add(2);
  assert(n == 4); // CHECK: [[@LINE]]:3: unknown: assert: local_safe: n == 4
}

void local_bug() {
  std::atomic<int> n(1);
  n.store(5);
  assert(n.load() == 4); // CHECK: [[@LINE]]:3: violated: assert: local_bug: n.load() == 4
}

void exchange_safe() {
  std::atomic<unsigned> n(1);
  unsigned old = n.exchange(3);
  assert(old == 1 && n.load() == 3); // CHECK: [[@LINE]]:3: unknown: assert: exchange_safe
}

void compare_safe() {
  std::atomic<int> n(1);
  int expected = 1;
  bool done = n.compare_exchange_strong(expected, 9);
  assert(done && n == 9); // CHECK: [[@LINE]]:3: unknown: assert: compare_safe: done && n == 9
}

void flag_safe() {
  std::atomic_flag f = ATOMIC_FLAG_INIT;
  bool was = f.test_and_set();
  assert(!was); // CHECK: [[@LINE]]:3: unknown: assert: flag_safe: !was
}

std::atomic<int> shared;
void global() {
  shared = 3;
  assert(shared == 3); // CHECK: [[@LINE]]:3: unknown: assert: global: shared == 3
}

void hand_out(std::atomic<int> *);
void handed_out() {
  std::atomic<int> n(1);
  hand_out(&n);
  n = 3;
  assert(n == 3); // CHECK: [[@LINE]]:3: latent: assert: handed_out: n == 3
}
