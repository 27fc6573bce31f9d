// A coroutine that yields.
// RUN: %truth-std=c++20 %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <cassert>
#include <coroutine>
struct Generator {
  struct promise_type {
    int value = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int n) { value = n; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static Generator count() {
  for (int i = 1; i < 3; i++)
    co_yield i;
  co_await std::suspend_always{};
}
int main() {
  Generator g = count();
  g.handle.resume();
  assert(g.handle.promise().value == 1);
  g.handle.resume();
  assert(g.handle.promise().value == 2 && !g.handle.done());
  g.handle.destroy();
  return 0;
}
