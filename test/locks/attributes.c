// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Attributes of functions whose bodies are elsewhere say what they do to locks.

#define ATTRIBUTE(...) __attribute__((__VA_ARGS__))

struct ATTRIBUTE(capability("mutex")) mutex {
  int owner;
};
void enter(struct mutex *m) ATTRIBUTE(acquire_capability(m));
void leave(struct mutex *m) ATTRIBUTE(release_capability(m));
int try_enter(struct mutex *m) ATTRIBUTE(try_acquire_capability(1, m));
int enter_or_fail(struct mutex *m) ATTRIBUTE(try_acquire_capability(0, m));

struct list {
  struct mutex lock;
  int length;
};
void sort(struct list *l) ATTRIBUTE(requires_capability(l->lock));
void clear(struct list *l) ATTRIBUTE(locks_excluded(l->lock));

void pair_safe(struct list *l) {
  enter(&l->lock);
  sort(l);
  leave(&l->lock);
  clear(l);
}

void enter_twice_bug(struct list *l) {
  enter(&l->lock);
  enter(&l->lock); // CHECK-DAG: :[[@LINE]]:3: warning: 'l->lock' is held, but 'enter' requires it not to be [predabs-lock-attribute]
  leave(&l->lock);
}

void leave_twice_bug(struct list *l) {
  enter(&l->lock);
  leave(&l->lock);
  leave(&l->lock); // CHECK-DAG: :[[@LINE]]:3: warning: 'l->lock' is not held, but 'leave' requires it [predabs-lock-attribute]
}

int early_bug(struct list *l, int n) {
  enter(&l->lock);
  if (n < 0)
    return -1; // CHECK-DAG: :[[@LINE]]:5: warning: 'l->lock' is held at this return if 'n < 0', but no attribute says so [predabs-lock-held-at-return]
  l->length += n;
  leave(&l->lock);
  return 0;
}

void sort_bug(struct list *l) {
  enter(&l->lock);
  leave(&l->lock);
  sort(l); // CHECK-DAG: :[[@LINE]]:3: warning: 'l->lock' is not held, but 'sort' requires it [predabs-lock-attribute]
}

void clear_bug(struct list *l) {
  enter(&l->lock);
  clear(l); // CHECK-DAG: :[[@LINE]]:3: warning: 'l->lock' is held, but 'clear' requires it not to be [predabs-lock-attribute]
  leave(&l->lock);
}

void try_safe(struct list *l) {
  if (try_enter(&l->lock)) {
    sort(l);
    leave(&l->lock);
  }
  if (enter_or_fail(&l->lock) == 0)
    leave(&l->lock);
}

void try_bug(struct list *l) {
  if (!try_enter(&l->lock))
    leave(&l->lock); // CHECK-DAG: :[[@LINE]]:5: warning: 'l->lock' is not held, but 'leave' requires it [predabs-lock-attribute]
  // CHECK-DAG: :[[@LINE+1]]:1: warning: 'l->lock' is held at this return, but no attribute says so [predabs-lock-held-at-return]
}
