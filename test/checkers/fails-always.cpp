// RUN: not %predabs check --verdicts %s | FileCheck %s

// A function that fails whenever it is called marks what must not be called:
// its callers are to blame.

#include <cassert>

void log(const char *);
int next();

struct Slice {
  const char *Data;
  unsigned long Size;
};

struct Iterator {
  virtual ~Iterator() {}
  virtual bool valid() const = 0;
  virtual void step() = 0;
  virtual Slice key() const = 0;
};

struct EmptyIterator : Iterator {
  bool valid() const override { return false; }
  void step() override { assert(false); } // CHECK: [[@LINE]]:26: latent: assert: EmptyIterator::step: false
  Slice key() const override {
    assert(false); // CHECK: [[@LINE]]:5: latent: assert: EmptyIterator::key: false
    return Slice();
  }
};
Iterator *empty() { return new EmptyIterator; }

void with_text() { assert(0 && "not here"); } // CHECK: [[@LINE]]:20: latent: assert: with_text: 0 && "not here"

int with_log() {
  log("never");
  assert(!"never"); // CHECK: [[@LINE]]:3: latent: assert: with_log: !"never"
  return 1;
}

void both_ways(int n) {
  if (n > next())
    assert(0); // CHECK: [[@LINE]]:5: latent: assert: both_ways: 0
  else
    assert(false); // CHECK: [[@LINE]]:5: latent: assert: both_ways: false
}

static void die() { assert(0); } // CHECK: [[@LINE]]:21: latent: assert: die: 0
void pass_on() { die(); }

static void die_here() { assert(0); } // CHECK: [[@LINE]]:26: violated: assert: die_here: 0
void pass_on_bug() {
  if (next())
    die_here();
}

void one_branch_bug() {
  int n = 0;
  if (next() == 3)
    n = 1;
  if (n)
    assert(0); // CHECK: [[@LINE]]:5: violated: assert: one_branch_bug: 0
}

void computed_bug() {
  int n = 0;
  assert(n > 0); // CHECK: [[@LINE]]:3: violated: assert: computed_bug: n > 0
}

static void from_main() { assert(0); } // CHECK: [[@LINE]]:27: violated: assert: from_main: 0

int main() {
  from_main();
  return 0;
}
