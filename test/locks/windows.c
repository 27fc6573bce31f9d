// RUN: not %predabs check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %predabs check --verdicts %s | not grep "unknown: lock: .*_safe:"

// Locks by the names that Windows gives them.

typedef struct { void *owner; } CRITICAL_SECTION;
typedef unsigned long KSPIN_LOCK;
typedef unsigned char KIRQL;
void InitializeCriticalSection(CRITICAL_SECTION *s);
void DeleteCriticalSection(CRITICAL_SECTION *s);
void EnterCriticalSection(CRITICAL_SECTION *s);
int TryEnterCriticalSection(CRITICAL_SECTION *s);
void LeaveCriticalSection(CRITICAL_SECTION *s);
void KeAcquireSpinLock(KSPIN_LOCK *l, KIRQL *old);
void KeReleaseSpinLock(KSPIN_LOCK *l, KIRQL old);

// A critical section may be entered again by who is inside.
void again_safe(CRITICAL_SECTION *s) {
  EnterCriticalSection(s);
  EnterCriticalSection(s);
  LeaveCriticalSection(s);
  LeaveCriticalSection(s);
}

void leave_bug(void) {
  CRITICAL_SECTION s;
  InitializeCriticalSection(&s);
  EnterCriticalSection(&s);
  LeaveCriticalSection(&s);
  LeaveCriticalSection(&s); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-release-unheld]
}

void try_safe(CRITICAL_SECTION *s) {
  if (TryEnterCriticalSection(s))
    LeaveCriticalSection(s);
}

void delete_bug(void) {
  CRITICAL_SECTION s;
  InitializeCriticalSection(&s);
  EnterCriticalSection(&s);
  DeleteCriticalSection(&s); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-destroy-held]
}

void spin_safe(KSPIN_LOCK *l) {
  KIRQL old;
  KeAcquireSpinLock(l, &old);
  KeReleaseSpinLock(l, old);
}

void spin_bug(KSPIN_LOCK *l) {
  KIRQL old;
  KeAcquireSpinLock(l, &old);
  KeAcquireSpinLock(l, &old); // CHECK-DAG: :[[@LINE]]:{{.*}}[predabs-lock-double-acquire]
  KeReleaseSpinLock(l, old);
}
