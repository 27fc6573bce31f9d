// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s

// An atomic local whose address never leaves this file is no input.
#include <atomic>
#include <cassert>

struct Node {
  std::atomic<Node *> next{nullptr};
  std::atomic<int> n{0};
};
static Node first;
static void local_safe() {
  Node own;
  first.next = &first;
  own.next = &own;
  own.n = 3;
  assert(own.n == 3); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: local_safe: own.n == 3
}

static void local_bug() {
  Node own;
  own.next = &own;
  own.n = 3;
  assert(own.n == 4); // CHECK: [[@LINE]]:3: {{violated|unknown}}: assert: local_bug: own.n == 4
}

int main() {
  local_safe();
  local_bug();
  return 0;
}
