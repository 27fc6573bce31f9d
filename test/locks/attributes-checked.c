// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Attributes of functions whose bodies are here are checked, and say how the
// functions are called.

#define ATTRIBUTE(...) __attribute__((__VA_ARGS__))

struct ATTRIBUTE(capability("mutex")) mutex {
  int owner;
};
void enter(struct mutex *m) ATTRIBUTE(acquire_capability(m));
void leave(struct mutex *m) ATTRIBUTE(release_capability(m));

struct list {
  struct mutex lock;
  int length;
};

void lock_safe(struct list *l) ATTRIBUTE(acquire_capability(l->lock));
void lock_safe(struct list *l) { enter(&l->lock); }

void unlock_safe(struct list *l) ATTRIBUTE(release_capability(l->lock));
void unlock_safe(struct list *l) { leave(&l->lock); }

void lock_some_bug(struct list *l, int n)
    ATTRIBUTE(acquire_capability(l->lock));
void lock_some_bug(struct list *l, int n) {
  if (n)
    enter(&l->lock);
  // CHECK-DAG: :[[@LINE+1]]:1: warning: 'l->lock' is not held at this return if 'n == 0', as an attribute of 'lock_some_bug' promises
}

void others_safe(struct list *l) ATTRIBUTE(requires_capability(l->lock));
void others_safe(struct list *l) {
  leave(&l->lock);
  enter(&l->lock);
}

void others_bug(struct list *l) ATTRIBUTE(requires_capability(l->lock));
void others_bug(struct list *l) {
  enter(&l->lock); // CHECK-DAG: :[[@LINE]]:3: warning: 'l->lock' is held, but 'enter' requires it not to be [predabs-lock-attribute]
}

void forgets_bug(struct list *l) ATTRIBUTE(requires_capability(l->lock));
void forgets_bug(struct list *l) {
  leave(&l->lock);
  l->length++;
  // CHECK-DAG: :[[@LINE+1]]:1: warning: 'l->lock' is not held at this return, as an attribute of 'forgets_bug' promises [predabs-lock-attribute]
}

void caller_safe(struct list *l) {
  lock_safe(l);
  others_safe(l);
  unlock_safe(l);
}

void caller_bug(struct list *l) {
  lock_safe(l);
  unlock_safe(l);
  others_safe(l); // CHECK-DAG: :[[@LINE]]:3: warning: 'l->lock' is not held, but 'others_safe' requires it in 'others_safe' [predabs-lock-attribute]
}
