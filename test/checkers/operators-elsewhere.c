// The operands of `&&`, `||` and `?:` belong to a condition about their result:
// such a failure is the matter of the functions that they call. What leads to
// the assertion is not.
// RUN: not %predabs check --verdicts %s | FileCheck %s
#include <assert.h>

int ext(void), other(void);

void both_latent(void) {
  int ok = ext() && other();
  assert(ok); // CHECK: [[@LINE]]:3: latent: assert: both_latent: ok
}

void either_latent(void) {
  int ok = ext() > 3 || other() > 3;
  assert(ok); // CHECK: [[@LINE]]:3: latent: assert: either_latent: ok
}

void chosen_latent(void) {
  int n = ext() < 0 ? -1 : other() < 0 ? -2 : 0, copy = n;
  assert(copy == 0); // CHECK: [[@LINE]]:3: latent: assert: chosen_latent: copy == 0
}

static int both(void) { return ext() && other(); }
void in_callee_latent(void) {
  int ok = both();
  assert(ok); // CHECK: [[@LINE]]:3: latent: assert: in_callee_latent: ok
}

struct result { int ok; };
void in_memory_latent(struct result *r) {
  r->ok = ext() && other();
  assert(r->ok); // CHECK: [[@LINE]]:3: latent: assert: in_memory_latent: r->ok
}

void leads_there_bug(void) {
  int n = 0;
  if (ext() && other())
    assert(n); // CHECK: [[@LINE]]:5: violated: assert: leads_there_bug: n
}

void between_bug(void) {
  int n = ext() && other();
  int m = 0;
  if (n)
    assert(m); // CHECK: [[@LINE]]:5: violated: assert: between_bug: m
}

void branch_bug(void) {
  int n = 1;
  if (ext())
    n = 0;
  assert(n); // CHECK: [[@LINE]]:3: violated: assert: branch_bug: n
}
