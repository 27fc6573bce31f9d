// Writing without being killed for it: past the limit of file sizes (ulimit -f)
// and into a pipe that nobody reads any more the system sends a signal, which
// ends a compiler that does not expect it.
//
//   QuietSignals Guard;
//   if (write(...) < 0) ...   // EFBIG, EPIPE

#ifndef PREDABS_CHECKERS_FILES_QUIETSIGNALS_H
#define PREDABS_CHECKERS_FILES_QUIETSIGNALS_H

#include <csignal>

namespace predabs {

/// While this lives, SIGPIPE and SIGXFSZ do not reach the calling thread; those
/// that its own writes caused are forgotten at the end.
class QuietSignals {
public:
  QuietSignals();
  ~QuietSignals();
  QuietSignals(const QuietSignals &) = delete;
  QuietSignals &operator=(const QuietSignals &) = delete;

private:
  sigset_t MaskBefore;
  sigset_t PendingBefore;
};

} // namespace predabs

#endif
