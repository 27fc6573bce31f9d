// LLVM's signal handlers remove the files that the compiler is writing, and so
// does its handler of fatal errors. In a child these are the parent's files:
// the object of the user among them. So the first thing is to get rid of every
// handler that the compiler has installed.

#include "plugin/isolation/IsolatedChild.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <malloc.h>
#include <new>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

using namespace predabs;

namespace {

constexpr size_t StackBytes = size_t(256) << 20;
/// Larger than any frame, so that an overflow cannot jump over it.
constexpr size_t GuardBytes = size_t(1) << 20;

/// Address space that the heap grows by at a time.
constexpr int HeapBytes = 256 << 20;
constexpr uintptr_t LargePage = uintptr_t(2) << 20;

/// What the handler of a bad access must know: where the stack ends.
char *StackGuard = nullptr;
char AlternateStack[64 << 10];

void endOutOfMemory() { _exit(StatusOutOfMemory); }

void endBadAlloc(void *, const char *, bool) { _exit(StatusOutOfMemory); }

void endFatal(void *, const char *Reason, bool) {
  [[maybe_unused]] ssize_t N = write(STDERR_FILENO, Reason, strlen(Reason));
  _exit(StatusFatal);
}

void resetSignals() {
  llvm::CrashRecoveryContext::Disable();
  llvm::sys::unregisterHandlers();
  for (int S = 1; S < NSIG; ++S)
    signal(S, SIG_DFL);
  sigset_t None;
  sigemptyset(&None);
  sigprocmask(SIG_SETMASK, &None, nullptr);
}

void resetErrorHandlers() {
  std::set_new_handler(endOutOfMemory);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(endBadAlloc);
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler(endFatal);
}

void onBadAccess(int Signal, siginfo_t *Info, void *) {
  bool IsAccess = Info->si_code > 0;
  char *Address = static_cast<char *>(Info->si_addr);
  if (IsAccess && Address >= StackGuard && Address < StackGuard + GuardBytes)
    _exit(StatusStackOverflow);
  // Any other access is repeated without us and ends the process.
  signal(Signal, SIG_DFL);
  if (!IsAccess)
    raise(Signal);
}

/// For the calling thread.
void watchStack() {
  stack_t Alternate = {};
  Alternate.ss_sp = AlternateStack;
  Alternate.ss_size = sizeof AlternateStack;
  sigaltstack(&Alternate, nullptr);
  struct sigaction Action = {};
  Action.sa_sigaction = onBadAccess;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &Action, nullptr);
  sigaction(SIGBUS, &Action, nullptr);
}

/// Lowers a limit; one that is lower already stays.
void limit(decltype(RLIMIT_AS) Resource, rlim_t Soft, rlim_t Hard) {
  struct rlimit Now;
  if (getrlimit(Resource, &Now) != 0)
    return;
  Now.rlim_max = std::min(Now.rlim_max, Hard);
  Now.rlim_cur = std::min({Now.rlim_cur, Now.rlim_max, Soft});
  // At the hard limit of time the system kills without a word.
  if (Resource == RLIMIT_CPU && Now.rlim_cur == Now.rlim_max)
    Now.rlim_cur = std::max<rlim_t>(1, Now.rlim_max - 1);
  setrlimit(Resource, &Now);
}

/// Whether a page more can be had under a limit of \p Bytes.
bool hasRoomUnder(rlim_t Bytes, const struct rlimit &Given) {
  struct rlimit Trial = {std::min(Bytes, Given.rlim_max), Given.rlim_max};
  size_t Page = size_t(sysconf(_SC_PAGESIZE));
  setrlimit(RLIMIT_AS, &Trial);
  void *Memory =
      mmap(nullptr, Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  setrlimit(RLIMIT_AS, &Given);
  if (Memory == MAP_FAILED)
    return false;
  munmap(Memory, Page);
  return true;
}

/// A process under a sanitizer has reserved terabytes of address space.
constexpr rlim_t AbsurdSpace = rlim_t(1) << 40;

/// Bytes of address space in use, to the next megabyte; AbsurdSpace if there
/// are as many. Asks the system what it would refuse: /proc, which knows it,
/// may not be there.
rlim_t addressSpace() {
  struct rlimit Given;
  if (getrlimit(RLIMIT_AS, &Given) != 0)
    return AbsurdSpace;
  rlim_t Least = 0, Most = AbsurdSpace;
  while (Most - Least > (rlim_t(1) << 20)) {
    rlim_t Middle = Least + (Most - Least) / 2;
    (hasRoomUnder(Middle, Given) ? Most : Least) = Middle;
  }
  return Most;
}

void limitResources(const Limits &Bounds) {
  limit(RLIMIT_CORE, 0, 0);
  if (rlim_t Used = Bounds.MemoryMiB ? addressSpace() : AbsurdSpace;
      Used < AbsurdSpace) {
    rlim_t Most = Used + (rlim_t(Bounds.MemoryMiB) << 20);
    limit(RLIMIT_AS, Most, Most);
  }
  // The hard limit is for a process that would survive the signal.
  if (Bounds.CpuSeconds)
    limit(RLIMIT_CPU, Bounds.CpuSeconds, Bounds.CpuSeconds + 2);
}

/// Nobody waits for the answer of an orphan.
void endWith(pid_t Parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have ended before.
  if (getppid() != Parent)
    _exit(StatusNotSetUp);
}

struct Start {
  const Job &Work;
  AnswerPipe Pipe;
};

/// What runJob() starts: it has no parameters.
Start *Next = nullptr;

void runJob() {
  watchStack();
  Next->Work(Next->Pipe);
  Next->Pipe.sendEnd();
  _exit(StatusDone);
}

/// The stack of the process itself is as large as the user's shell says.
stack_t largeStack() {
  void *Memory =
      mmap(nullptr, GuardBytes + StackBytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (Memory == MAP_FAILED)
    _exit(StatusOutOfMemory);
  StackGuard = static_cast<char *>(Memory);
  mprotect(StackGuard, GuardBytes, PROT_NONE);
  stack_t Stack = {};
  Stack.ss_sp = StackGuard + GuardBytes;
  Stack.ss_size = StackBytes;
  return Stack;
}

/// Has the system hand out what the heap has left in large pages: the solver
/// fills megabytes at its start, and each small page costs a fault.
void useLargePages() {
  constexpr size_t Some = size_t(16) << 20; // more than is free anywhere
  void *Last = malloc(Some);
  char *End = static_cast<char *>(sbrk(0));
  auto Begin =
      (reinterpret_cast<uintptr_t>(Last) + LargePage - 1) & ~(LargePage - 1);
  if (char *From = reinterpret_cast<char *>(Begin); Last < End && From < End)
    madvise(From, size_t(End - From), MADV_HUGEPAGE);
  free(Last);
}

/// Whatever is given back is wanted again soon: it stays with the process.
void keepMemory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, HeapBytes);
  useLargePages();
}

/// Goes on in runJob(). No second thread is started for it: while there is one
/// alone, malloc takes no locks.
void continueOn(stack_t Stack) {
  ucontext_t Context;
  if (getcontext(&Context) != 0)
    return;
  Context.uc_stack = Stack;
  Context.uc_link = nullptr;
  makecontext(&Context, runJob, 0);
  setcontext(&Context);
}

} // namespace

void predabs::runAsChild(const Job &Work, const Limits &Bounds, int Answers,
                         pid_t Parent) {
  endWith(Parent);
  resetSignals();
  resetErrorHandlers();
  keepMemory();
  stack_t Stack = largeStack();
  limitResources(Bounds);
  Start S = {Work, AnswerPipe(Answers)};
  Next = &S;
  continueOn(Stack);
  _exit(StatusNotSetUp);
}
