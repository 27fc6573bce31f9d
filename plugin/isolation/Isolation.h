// Runs work in a forked child, so that whatever happens to it (a crash, a
// stack overflow, no memory, an endless loop) costs its answer and nothing
// else: not the compile, not the object file, not the files that the compiler
// would remove if it crashed itself.
//
// The child talks through a pipe, in frames:
//
//   magic (4 bytes)  kind (4)  length (8)  `length` bytes
//
// little-endian; the kind EndOfAnswer says that the work is done. The parent
// believes nothing of what it reads: a wrong magic or an absurd length ends
// the conversation. Frames that arrived whole before the child was lost are
// kept, as each stands for work that was finished; a frame cut off in the
// middle is dropped.
//
// Limits are nets for accidents. What bounds the work in normal operation are
// budgets that count it, so that verdicts repeat on every machine.

#ifndef PREDABS_PLUGIN_ISOLATION_ISOLATION_H
#define PREDABS_PLUGIN_ISOLATION_ISOLATION_H

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace predabs {

struct Limits {
  /// On top of what the process has at the fork; 0: no limit.
  unsigned MemoryMiB = 0;
  /// Of processor time; 0: no limit.
  unsigned CpuSeconds = 0;
  /// With such a limit: a child that takes no processor time at all for so long
  /// waits for something that never happens. A busy machine gives it some.
  unsigned IdleSeconds = 30;
};

/// What the child prints by itself, on both of its standard streams.
enum class ChildOutput {
  Kept,  ///< the beginning is kept as the child's last words
  Passed ///< goes where the parent's goes
};

enum class Loss {
  None,
  NotStarted,    ///< no process or no pipe to be had
  Crash,         ///< ended by a signal
  StackOverflow, ///< the stack was used up
  OutOfMemory,
  OutOfTime,
  Idle,      ///< waited for something
  Fatal,     ///< LLVM reported a fatal error, see the last words
  BadAnswer, ///< ended without saying so, or talked nonsense
};

struct Frame {
  uint32_t Kind = 0;
  std::string Bytes;
};

struct Outcome {
  std::vector<Frame> Frames; ///< complete ones, without the end
  Loss Lost = Loss::None;
  int Signal = 0;        ///< of a crash
  int Error = 0;         ///< errno, where the child was not started
  std::string LastWords; ///< first line that a lost child printed, if any

  /// The last frame of this kind, or null.
  const Frame *last(uint32_t Kind) const;
};

/// Why the answer is lost, as in "analysis was lost: <the engine crashed>".
std::string describe(const Outcome &O, std::string_view Who,
                     const Limits &Limits);

/// The child's end of the conversation.
class AnswerPipe {
public:
  explicit AnswerPipe(int FD) : FD(FD) {}
  /// \p Kind is not 0, which stands for the end.
  void send(uint32_t Kind, std::string_view Bytes);
  void sendEnd();

private:
  void sendFrame(uint32_t Kind, std::string_view Bytes);
  void write(std::string_view Bytes);
  int FD;
};

/// Runs in the child, on a stack of its own that is large enough for deeply
/// nested programs.
using Job = std::function<void(AnswerPipe &)>;

/// A child at work. Children that the destructor finds are ended.
class IsolatedRun {
public:
  IsolatedRun(const Job &Work, const Limits &Bounds,
              ChildOutput Output = ChildOutput::Kept);
  IsolatedRun(IsolatedRun &&) = delete;
  ~IsolatedRun();

  bool isFinished() const { return Finished; }
  /// Once it is finished.
  Outcome takeOutcome() { return std::move(Result); }

  /// Listens to all until at least one that was not finished is.
  static void wait(const std::vector<IsolatedRun *> &Runs);

private:
  void start(const Job &Work, ChildOutput Output);
  void listen();
  bool isIdle();
  void noteEnd();
  void conclude(int Status, bool HasStatus);
  void endByForce();

  Limits Bounds;
  Outcome Result;
  pid_t Pid = -1;
  int Answers = -1;
  int Words = -1;
  std::string Unread;
  bool SawEnd = false;
  bool Nonsense = false;
  bool Finished = false;
  /// The processor time that it had taken at the time when it last took some,
  /// and how often it was looked at since.
  uint64_t BusyTime = 0;
  unsigned IdleTicks = 0;
  std::chrono::steady_clock::time_point LastLook;
};

Outcome runIsolated(const Job &Work, const Limits &Bounds,
                    ChildOutput Output = ChildOutput::Kept);

} // namespace predabs

#endif
