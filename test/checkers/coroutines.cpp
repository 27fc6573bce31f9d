// RUN: %predabs check --verdicts --entry=main --paths=0 %s -- -std=c++20 | FileCheck %s

// What a coroutine does before it is suspended is followed; its exceptions are
// the promise's.

#include <cassert>
#include <coroutine>

static int n = 0, caught = 0, slept = 0, gone = 0;

template <class Initial> struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    Initial initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { caught = n; }
  };
};

static Task<std::suspend_never> throws() {
  n = 5;
  throw 1;
  co_return;
}

struct Ready {
  bool await_ready() { return true; }
  void await_suspend(std::coroutine_handle<>) { slept = 1; }
  int await_resume() { return 7; }
};
static Task<std::suspend_never> awaits() { n = co_await Ready(); }

// Its copy of the parameter lives on.
struct Counted {
  Counted() { gone = 0; }
  Counted(const Counted &) { gone--; }
  Counted(Counted &&) { gone--; }
  ~Counted() { gone++; }
};
static Task<std::suspend_always> keeps(Counted c) { co_return; }

int main() {
  throws();
  assert(n == 5);      // CHECK: [[@LINE]]:3: proved: assert: main: n == 5
  assert(caught == 5); // CHECK: [[@LINE]]:3: proved: assert: main: caught == 5
  awaits();
  assert(n == 7);     // CHECK: [[@LINE]]:3: proved: assert: main: n == 7
  assert(slept == 0); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: main: slept == 0
  keeps(Counted());
  assert(gone == 1); // CHECK: [[@LINE]]:3: {{violated|unknown}}: assert: main: gone == 1
}
