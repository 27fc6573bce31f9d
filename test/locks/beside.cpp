// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// The same with guards of C++.

#include <mutex>

struct chan { std::mutex m; int q[8]; int n; };

void guard_safe(chan &c, int v) {
  std::unique_lock<std::mutex> lk(c.m);
  c.q[c.n++] = v;
}

void released_safe(chan &c, int v) {
  std::unique_lock<std::mutex> lk(c.m);
  std::mutex *raw = lk.release();
  c.q[c.n--] = v;
  raw->unlock();
}

void pointer_safe(chan *c, int i, int v) {
  std::mutex *raw = &c->m;
  raw->lock();
  c->q[i] = v;
  c->m.unlock();
}

void pointer_bug(chan *c, int i, int v) {
  std::mutex *raw = &c->m;
  raw->lock();
  c->q[i] = v;
  c->m.lock(); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}
