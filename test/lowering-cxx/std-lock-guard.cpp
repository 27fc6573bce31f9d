// A scoped lock is released on every way out: by a return, at the brace, and
// when an exception leaves.
// RUN: %ir --function _Z4workRi %s -- -std=c++20 | FileCheck %s
#include <mutex>

std::mutex M;
void outside(int);

int work(int &N) {
  std::lock_guard<std::mutex> Guard(M);
  if (N == 0)
    return 1;
  outside(N);
  return 2;
}
// CHECK: call @_ZNSt10lock_guardISt5mutexEC1ERS0_(&%Guard, &$M)
// CHECK: [[UNWIND:unwind.*]]:
// CHECK-NEXT: return 0

// CHECK: assume *%N == 0
// CHECK-NEXT: call @_ZNSt10lock_guardISt5mutexED1Ev(&%Guard)
// CHECK-NEXT: return 1

// CHECK: call @_Z7outsidei(*%N)
// CHECK-NEXT: because volatile
// CHECK: assume $"predabs.exception"
// CHECK: $"predabs.exception" = false
// CHECK-NEXT: call @_ZNSt10lock_guardISt5mutexED1Ev(&%Guard)
// CHECK: $"predabs.exception" = true
// CHECK-NEXT: goto [[UNWIND]]

// CHECK: assume !$"predabs.exception"
// CHECK-NEXT: call @_ZNSt10lock_guardISt5mutexED1Ev(&%Guard)
// CHECK-NEXT: return 2
