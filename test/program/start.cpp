// What C++ runs before main and after it.
// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s

#include <cassert>

static int n = 1, order = 0, ended = 1;
static int inc() { return ++n; }

struct Ordered {
  int at;
  explicit Ordered(int k) : at(order = order * 10 + k) {}
};
Ordered late __attribute__((init_priority(300))) = Ordered(1);
Ordered early __attribute__((init_priority(200))) = Ordered(2);

__attribute__((constructor(150))) static void first() { order = 7; }

thread_local int own = inc();
extern thread_local int others;

struct Ends {
  // CHECK: [[@LINE+1]]:13: {{unknown|latent}}: assert: Ends::~Ends
  ~Ends() { assert(ended == 1); }
};
static Ends ends;

namespace space {
int variable = 1;
}
extern int alias __attribute__((alias("_ZN5space8variableE")));

struct Weak {
  int get();
};
[[gnu::weak]] int Weak::get() { return 1; }

inline int vague() { return 3; }
template <class T> T twice(T t) { return t + t; }

int main(int argc, char **argv) {
  assert(early.at == 72 && late.at == 721); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: main: early
  if (argc == 2)
    assert(late.at == 1); // CHECK: [[@LINE]]:5: {{violated|unknown}}: assert: main: late
  assert(n == 1); // CHECK: [[@LINE]]:3: proved: assert: main: n == 1
  int k = n + own;
  assert(k == 3 && n == 2); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: main: k == 3
  if (argc == 3)
    assert(n == 1); // CHECK: [[@LINE]]:5: violated: assert: main: n == 1
  alias = 2;
  assert(space::variable == 2); // CHECK: [[@LINE]]:3: proved: assert: main: space::variable == 2
  assert(vague() == 3 && twice(2) == 4); // CHECK: [[@LINE]]:3: proved: assert: main: vague()
  Weak w;
  assert(w.get() == 1); // CHECK: [[@LINE]]:3: unknown: assert: main: w.get() == 1
  space::variable = 1;
  k = others;
  assert(space::variable == 1); // CHECK: [[@LINE]]:3: unknown: assert: main: space::variable == 1
  ended = 2;
  return 0;
}
