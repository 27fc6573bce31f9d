// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Locks by the names that the Linux kernel gives them.

typedef struct { int raw; } spinlock_t;
typedef struct { int raw; } rwlock_t;
struct mutex { int count; };
void spin_lock(spinlock_t *l);
void spin_unlock(spinlock_t *l);
int spin_trylock(spinlock_t *l);
void spin_lock_irqsave(spinlock_t *l, unsigned long flags);
void spin_unlock_irqrestore(spinlock_t *l, unsigned long flags);
void mutex_lock(struct mutex *m);
void mutex_unlock(struct mutex *m);
int mutex_lock_interruptible(struct mutex *m);
void read_lock(rwlock_t *l);
void read_unlock(rwlock_t *l);
void write_lock(rwlock_t *l);
void rcu_read_lock(void);
void rcu_read_unlock(void);

struct device {
  spinlock_t lock;
  struct mutex config;
  rwlock_t names;
  int open;
};

int open_safe(struct device *d) {
  unsigned long flags = 0;
  spin_lock_irqsave(&d->lock, flags);
  if (d->open) {
    spin_unlock_irqrestore(&d->lock, flags);
    return -16;
  }
  d->open = 1;
  spin_unlock_irqrestore(&d->lock, flags);
  return 0;
}

int open_bug(struct device *d) {
  unsigned long flags = 0;
  spin_lock_irqsave(&d->lock, flags);
  if (d->open)
    return -16; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  d->open = 1;
  spin_unlock_irqrestore(&d->lock, flags);
  return 0;
}

int interruptible_safe(struct device *d) {
  int error = mutex_lock_interruptible(&d->config);
  if (error)
    return error;
  mutex_unlock(&d->config);
  return 0;
}

int interruptible_bug(struct device *d) {
  int error = mutex_lock_interruptible(&d->config);
  if (error < -4)
    return error;
  mutex_unlock(&d->config); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
  return 0;
}

void try_safe(struct device *d) {
  if (spin_trylock(&d->lock))
    spin_unlock(&d->lock);
}

void try_bug(struct device *d) {
  if (!spin_trylock(&d->lock))
    spin_unlock(&d->lock); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void readers_safe(struct device *d) {
  read_lock(&d->names);
  read_unlock(&d->names);
}

void upgrade_bug(struct device *d) {
  read_lock(&d->names);
  write_lock(&d->names); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
}

void nested_safe(void) {
  rcu_read_lock();
  rcu_read_lock();
  rcu_read_unlock();
  rcu_read_unlock();
}

void nested_bug(int found) {
  rcu_read_lock();
  if (found)
    return; // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-held-at-return]
  rcu_read_unlock();
}
