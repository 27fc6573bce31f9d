// Coroutines are not followed: what their bodies do is counted as such.
// RUN: %ir %s -- -std=c++20 | FileCheck %s
// RUN: %clangxx -std=c++20 %plugin -fsyntax-only %s
#include <coroutine>

struct Task {
  struct promise_type {
    int Value = 0;
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int V) {
      Value = V;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
};

// CHECK-LABEL: func @_Z5counti
// CHECK: because coroutine
Task count(int N) {
  for (int I = 0; I < N; ++I)
    co_yield I;
  co_await std::suspend_always();
  if (N == 3)
    co_return;
}
