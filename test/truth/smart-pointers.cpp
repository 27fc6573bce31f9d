// unique_ptr, shared_ptr, atomic, function.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <cassert>
#include <atomic>
#include <functional>
#include <memory>
int main() {
  auto p = std::make_unique<int>(3);
  auto q = std::move(p);
  assert(!p && *q == 3);
  auto s = std::make_shared<int>(4);
  auto t = s;
  assert(s.use_count() == 2 && *t == 4);
  t.reset();
  assert(s.use_count() == 1);
  std::atomic<int> a{1};
  a++;
  assert(a == 2 && a.exchange(5) == 2 && a.load() == 5);
  std::function<int(int)> f = [&](int n) { return n + *q; };
  assert(f(1) == 4);
  return 0;
}
