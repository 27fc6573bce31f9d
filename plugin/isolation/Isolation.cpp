#include "plugin/isolation/Isolation.h"
#include "plugin/isolation/IsolatedChild.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace predabs;
using Clock = std::chrono::steady_clock;

namespace {

constexpr uint32_t Magic = 0x73624150; // "PAbs"
constexpr uint32_t EndOfAnswer = 0;
constexpr size_t HeaderBytes = 16;
/// More than this is no answer but an accident.
constexpr uint64_t MostAnswerBytes = uint64_t(512) << 20;
constexpr size_t MostWords = 2048;
constexpr int Tick = 100; // milliseconds
constexpr std::chrono::milliseconds TickTime(Tick);

void appendLittleEndian(std::string &Out, uint64_t N, unsigned Bytes) {
  for (unsigned I = 0; I < Bytes; ++I)
    Out += char(N >> (8 * I));
}

uint64_t littleEndian(std::string_view In, unsigned Bytes) {
  uint64_t N = 0;
  for (unsigned I = 0; I < Bytes; ++I)
    N |= uint64_t(uint8_t(In[I])) << (8 * I);
  return N;
}

/// Reads what there is without waiting, appending to \p Into; closes \p FD and
/// makes it -1 at the end of the stream.
void readAvailable(int &FD, std::string &Into) {
  char Buffer[1 << 16];
  while (FD >= 0) {
    ssize_t N = read(FD, Buffer, sizeof Buffer);
    if (N > 0) {
      Into.append(Buffer, size_t(N));
      return;
    }
    if (N < 0 && errno == EINTR)
      continue;
    if (N < 0 && errno == EAGAIN)
      return;
    close(FD);
    FD = -1;
  }
}

/// The same, until there is nothing more.
void readRest(int &FD, std::string &Into) {
  for (size_t Before = ~size_t(0); Before != Into.size();) {
    Before = Into.size();
    readAvailable(FD, Into);
  }
}

/// The first line that says something, fit for a message.
std::string firstLine(std::string_view Words) {
  constexpr size_t Most = 200;
  Words.remove_prefix(
      std::min(Words.find_first_not_of(" \t\r\n"), Words.size()));
  std::string Line(Words.substr(0, std::min(Words.find('\n'), Most)));
  for (char &C : Line)
    if (uint8_t(C) < ' ' || C == 0x7f)
      C = '?';
  return Line;
}

std::string signalText(int Signal) {
  const char *Known = sigdescr_np(Signal);
  std::string Text = Known ? Known : "signal " + std::to_string(Signal);
  Text[0] = char(tolower(Text[0]));
  return Text;
}

struct Pipe {
  int Read = -1;
  int Write = -1;

  /// False where there is none to be had, see errno.
  bool open() {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC) != 0)
      return false;
    Read = Ends[0];
    Write = Ends[1];
    fcntl(Read, F_SETFL, O_NONBLOCK);
    return true;
  }
  void close() {
    for (int *End : {&Read, &Write})
      if (*End >= 0)
        ::close(*End);
  }
};

/// No signal must reach the child while it still has the parent's handlers.
class SignalsBlocked {
public:
  SignalsBlocked() {
    sigset_t All;
    sigfillset(&All);
    pthread_sigmask(SIG_SETMASK, &All, &Before);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &Before, nullptr); }

private:
  sigset_t Before;
};

} // namespace

const Frame *Outcome::last(uint32_t Kind) const {
  for (size_t I = Frames.size(); I-- > 0;)
    if (Frames[I].Kind == Kind)
      return &Frames[I];
  return nullptr;
}

/// Which limit it was: ours, or one that the process was given.
static std::string memoryLimit(const Limits &Bounds) {
  struct rlimit Given;
  bool IsGiven =
      getrlimit(RLIMIT_AS, &Given) == 0 && Given.rlim_cur != RLIM_INFINITY;
  // Ours is on top of what a compiler has, which is not more than that.
  constexpr uint64_t Compiler = 1024;
  uint64_t GivenMiB = IsGiven ? Given.rlim_cur >> 20 : 0;
  if (IsGiven && (!Bounds.MemoryMiB || GivenMiB < Bounds.MemoryMiB + Compiler))
    return " (ulimit -v allows " + std::to_string(GivenMiB) + " MiB)";
  if (!Bounds.MemoryMiB)
    return "";
  return " (limit " + std::to_string(Bounds.MemoryMiB) + " MiB)";
}

static std::string timeLimit(const Limits &Bounds) {
  struct rlimit Given;
  bool IsGiven =
      getrlimit(RLIMIT_CPU, &Given) == 0 && Given.rlim_cur != RLIM_INFINITY;
  if (IsGiven && (!Bounds.CpuSeconds || Given.rlim_cur < Bounds.CpuSeconds))
    return " (ulimit -t allows " + std::to_string(Given.rlim_cur) + " s)";
  if (!Bounds.CpuSeconds)
    return "";
  return " (limit " + std::to_string(Bounds.CpuSeconds) + " s)";
}

std::string predabs::describe(const Outcome &O, std::string_view Who,
                              const Limits &Limits) {
  std::string W(Who);
  std::string Words = O.LastWords.empty() ? "" : ": " + O.LastWords;
  switch (O.Lost) {
  case Loss::None:
    break;
  case Loss::NotStarted:
    return W + " could not be started (" + std::strerror(O.Error) + ")";
  case Loss::Crash:
    return W + " crashed (" + signalText(O.Signal) + ")" +
           (O.Signal == SIGABRT ? Words : "");
  case Loss::StackOverflow:
    return W + " crashed (stack overflow)";
  case Loss::OutOfMemory:
    return W + " ran out of memory" + memoryLimit(Limits);
  case Loss::OutOfTime:
    return W + " ran out of time" + timeLimit(Limits);
  case Loss::Idle:
    return W + " waited for something that did not come (for " +
           std::to_string(Limits.IdleSeconds) + " s)";
  case Loss::Fatal:
    return W + " gave up" + Words;
  case Loss::BadAnswer:
    return W + " gave no proper answer";
  }
  return W + " finished";
}

void AnswerPipe::write(std::string_view Bytes) {
  while (!Bytes.empty()) {
    ssize_t N = ::write(FD, Bytes.data(), Bytes.size());
    if (N < 0 && errno == EINTR)
      continue;
    if (N < 0)
      _exit(StatusNotSetUp); // Nobody listens.
    Bytes.remove_prefix(size_t(N));
  }
}

void AnswerPipe::sendFrame(uint32_t Kind, std::string_view Bytes) {
  std::string Header;
  appendLittleEndian(Header, Magic, 4);
  appendLittleEndian(Header, Kind, 4);
  appendLittleEndian(Header, Bytes.size(), 8);
  write(Header);
  write(Bytes);
}

void AnswerPipe::send(uint32_t Kind, std::string_view Bytes) {
  sendFrame(Kind, Bytes);
}

void AnswerPipe::sendEnd() { sendFrame(EndOfAnswer, ""); }

IsolatedRun::IsolatedRun(const Job &Work, const Limits &Bounds,
                         ChildOutput Output)
    : Bounds(Bounds), LastLook(Clock::now()) {
  start(Work, Output);
}

IsolatedRun::~IsolatedRun() {
  if (!Finished)
    endByForce();
  for (int FD : {Answers, Words})
    if (FD >= 0)
      close(FD);
}

void IsolatedRun::start(const Job &Work, ChildOutput Output) {
  Pipe AnswerEnds, WordEnds;
  bool Ready = AnswerEnds.open() && WordEnds.open();
  if (Ready) {
    SignalsBlocked Guard;
    pid_t Parent = getpid();
    Pid = fork();
    if (Pid == 0) {
      if (Output == ChildOutput::Kept) {
        dup2(WordEnds.Write, STDOUT_FILENO);
        dup2(WordEnds.Write, STDERR_FILENO);
      }
      runAsChild(Work, Bounds, AnswerEnds.Write, Parent);
    }
  }
  if (Pid < 0) {
    Result.Lost = Loss::NotStarted;
    Result.Error = errno;
    Finished = true;
  } else {
    std::swap(Answers, AnswerEnds.Read);
    std::swap(Words, WordEnds.Read);
  }
  AnswerEnds.close();
  WordEnds.close();
}

/// Takes the complete frames out of what has arrived.
static void takeFrames(std::string &Unread, Outcome &Into, bool &SawEnd,
                       bool &Nonsense) {
  std::string_view Rest = Unread;
  while (!Nonsense && !SawEnd && Rest.size() >= HeaderBytes) {
    uint64_t Size = littleEndian(Rest.substr(8), 8);
    if (littleEndian(Rest, 4) != Magic || Size > MostAnswerBytes) {
      Nonsense = true;
      break;
    }
    if (Rest.size() - HeaderBytes < Size)
      break;
    uint32_t Kind = uint32_t(littleEndian(Rest.substr(4), 4));
    SawEnd = Kind == EndOfAnswer;
    if (!SawEnd)
      Into.Frames.push_back(
          {Kind, std::string(Rest.substr(HeaderBytes, size_t(Size)))});
    Rest.remove_prefix(HeaderBytes + size_t(Size));
  }
  Unread.erase(0, Unread.size() - Rest.size());
}

void IsolatedRun::listen() {
  readAvailable(Answers, Unread);
  takeFrames(Unread, Result, SawEnd, Nonsense);
  std::string Said;
  readAvailable(Words, Said);
  // All of it is read, so that the child never waits; little is kept.
  Result.LastWords.append(
      Said, 0, MostWords - std::min(MostWords, Result.LastWords.size()));
  if (isIdle() || Nonsense || Unread.size() > MostAnswerBytes)
    return endByForce();
  noteEnd();
}

/// Ticks are counted and not the clock: while somebody has stopped all of us,
/// nobody looks.
bool IsolatedRun::isIdle() {
  if (!Bounds.CpuSeconds || Clock::now() < LastLook + TickTime)
    return false;
  LastLook = Clock::now();
  clockid_t Id;
  struct timespec Time = {};
  if (clock_getcpuclockid(Pid, &Id) != 0 || clock_gettime(Id, &Time) != 0)
    return false;
  uint64_t Busy =
      uint64_t(Time.tv_sec) * 1'000'000'000 + uint64_t(Time.tv_nsec);
  IdleTicks = Busy == BusyTime ? IdleTicks + 1 : 0;
  BusyTime = Busy;
  return IdleTicks > Bounds.IdleSeconds * 1000 / Tick;
}

/// Sees whether the child has ended, which its pipes alone do not tell: a
/// process that it started may hold them open.
void IsolatedRun::noteEnd() {
  int Status = 0;
  pid_t Ended = waitpid(Pid, &Status, WNOHANG);
  if (Ended == 0 || (Ended < 0 && errno == EINTR))
    return;
  // What it said last.
  readRest(Answers, Unread);
  readRest(Words, Result.LastWords);
  takeFrames(Unread, Result, SawEnd, Nonsense);
  // Where the compiler's parent ignores SIGCHLD there is no status.
  conclude(Status, /*HasStatus=*/Ended == Pid);
}

void IsolatedRun::endByForce() {
  int Status = 0;
  kill(Pid, SIGKILL);
  pid_t Ended;
  while ((Ended = waitpid(Pid, &Status, 0)) < 0 && errno == EINTR)
    ;
  conclude(Status, Ended == Pid);
}

static Loss lossByStatus(int Status) {
  if (WIFSIGNALED(Status))
    return WTERMSIG(Status) == SIGXCPU ? Loss::OutOfTime : Loss::Crash;
  switch (WEXITSTATUS(Status)) {
  case StatusOutOfMemory:
    return Loss::OutOfMemory;
  case StatusStackOverflow:
    return Loss::StackOverflow;
  case StatusFatal:
    return Loss::Fatal;
  default:
    return Loss::BadAnswer;
  }
}

void IsolatedRun::conclude(int Status, bool HasStatus) {
  Finished = true;
  Result.LastWords = firstLine(Result.LastWords);
  if (SawEnd && !Nonsense)
    return;
  if (IdleTicks > Bounds.IdleSeconds * 1000 / Tick)
    Result.Lost = Loss::Idle;
  else if (Nonsense || !HasStatus)
    Result.Lost = Loss::BadAnswer;
  else
    Result.Lost = lossByStatus(Status);
  if (Result.Lost == Loss::Crash)
    Result.Signal = WTERMSIG(Status);
}

void IsolatedRun::wait(const std::vector<IsolatedRun *> &Runs) {
  std::vector<IsolatedRun *> Open;
  for (IsolatedRun *R : Runs)
    if (!R->Finished)
      Open.push_back(R);
  bool Any = Open.empty();
  while (!Any) {
    std::vector<pollfd> Polled;
    int Patience = Tick;
    for (IsolatedRun *R : Open) {
      for (int FD : {R->Answers, R->Words})
        if (FD >= 0)
          Polled.push_back({FD, POLLIN, 0});
      // It has closed its pipes: it ends at any moment.
      if (R->Answers < 0 && R->Words < 0)
        Patience = 1;
    }
    poll(Polled.data(), Polled.size(), Patience);
    for (IsolatedRun *R : Open) {
      R->listen();
      Any |= R->Finished;
    }
  }
}

Outcome predabs::runIsolated(const Job &Work, const Limits &Bounds,
                             ChildOutput Output) {
  IsolatedRun Run(Work, Bounds, Output);
  IsolatedRun::wait({&Run});
  return Run.takeOutcome();
}
