// A coroutine goes on when it is resumed, in the state that memory has then.
//
// RUN: %clangxx -w -O0 -std=c++20 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -std=c++20 -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -std=c++20 -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -std=c++20 -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w -std=c++20 | FileCheck %s --check-prefix=SAFE
// IR: because coroutine
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <cassert>
#include <coroutine>

static int x;
struct Task {
  struct promise_type {
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static Task count() {
  x++;
  co_await std::suspend_always{};
  x++;
}
int main() {
  int y = 0;
  x = 0;
  Task task = count();
  task.handle.resume();
#ifdef TWIN
  assert(x == 0);
#else
  assert(y == 0);
#endif
}
