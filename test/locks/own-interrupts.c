// RUN: not %predabs check --protocols=%src_root/docs/examples/interrupts.protocol %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// A protocol of the user's own without an object: interrupts are on or off for
// all.

void disable_interrupts(void);
void enable_interrupts(void);
void sleep_ms(int n);

void pause_safe(int n) {
  disable_interrupts();
  enable_interrupts();
  sleep_ms(n);
}

void pause_bug(int n) {
  disable_interrupts();
  if (n > 10)
    sleep_ms(n); // CHECK-DAG: :[[@LINE]]:{{.*}} 'sleep_ms' is called while interrupts are off{{.*}} [predabs-interrupts-sleeps]
  enable_interrupts();
}

void leave_bug(int n) {
  disable_interrupts();
  if (n < 0)
    return; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-interrupts-held-at-return]
  enable_interrupts();
}

static void quiet(void) { disable_interrupts(); }

void twice_bug(void) {
  quiet();
  disable_interrupts(); // CHECK-DAG: :[[@LINE]]:{{.*}} interrupts are switched off twice{{.*}} [predabs-interrupts-off-twice]
}
