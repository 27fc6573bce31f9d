// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// std::lock takes its mutexes one after the other. held-at-return is proved
// where that was proved, and not said where it does not apply.

#include <mutex>

struct node { std::mutex m; int w; };

int both_safe(node &a, node &b) {
  std::lock(a.m, b.m);
  if (a.w) {
    b.m.unlock();
    a.m.unlock();
    return -1;
  }
  a.m.unlock();
  b.m.unlock();
  return 0;
}

int adopted_safe(node &a, node &b) {
  std::lock(a.m, b.m);
  std::lock_guard<std::mutex> g(a.m, std::adopt_lock);
  std::lock_guard<std::mutex> h(b.m, std::adopt_lock);
  return a.w ? -1 : b.w;
}

int one_bug(node &a, node &b) {
  std::lock(a.m, b.m);
  if (a.w) {
    a.m.unlock();
    return -1; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  }
  a.m.unlock();
  b.m.unlock();
  return 0;
}

int adopted_one_bug(node &a, node &b) {
  std::lock(a.m, b.m);
  std::lock_guard<std::mutex> g(a.m, std::adopt_lock);
  if (a.w)
    return -1; // CHECK-DAG: :{{.*}}[predabs-lock-held-at-return]
  b.m.unlock();
  return 0;
}

void same_bug(node &a) {
  std::lock(a.m, a.m); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}
