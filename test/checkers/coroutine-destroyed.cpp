// RUN: %predabs check --verdicts --entry=main %s -- -std=c++20 | FileCheck %s

// Who has a coroutine may destroy it where it is suspended.

#include <cassert>
#include <coroutine>

struct Guard {
  bool *done;
  ~Guard() {
    assert(*done); // CHECK: [[@LINE]]:5: unknown: assert: Guard::~Guard: *done
  }
};
struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
};
static Task work(bool *done) {
  Guard g{done};
  co_await std::suspend_always{};
  *done = true;
}
int main() {
  bool done = false;
  Task t = work(&done);
  t.handle.destroy();
}
