#include "checkers/files/QuietSignals.h"

#include <cerrno>
#include <initializer_list>

using namespace predabs;

static constexpr int Quiet[] = {SIGPIPE, SIGXFSZ};

static sigset_t setOf(std::initializer_list<int> Signals) {
  sigset_t Set;
  sigemptyset(&Set);
  for (int S : Signals)
    sigaddset(&Set, S);
  return Set;
}

QuietSignals::QuietSignals() {
  sigset_t Set = setOf({Quiet[0], Quiet[1]});
  sigpending(&PendingBefore);
  pthread_sigmask(SIG_BLOCK, &Set, &MaskBefore);
}

QuietSignals::~QuietSignals() {
  int Error = errno;
  sigset_t Pending;
  sigpending(&Pending);
  for (int S : Quiet)
    if (sigismember(&Pending, S) == 1 && sigismember(&PendingBefore, S) != 1) {
      sigset_t One = setOf({S});
      struct timespec AtOnce = {};
      sigtimedwait(&One, nullptr, &AtOnce);
    }
  pthread_sigmask(SIG_SETMASK, &MaskBefore, nullptr);
  errno = Error;
}
