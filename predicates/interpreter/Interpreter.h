// Runs a module: the exact meaning of the intermediate language, executed.
// Memory is bytes in the target's layout, arithmetic is the target's, the C
// library's common functions have models. What C leaves open (an uninitialised
// value, a havoc, a choice between successors, a function without a body) is
// asked of an InputSource, so a run never guesses. With
//
//   func @main() -> i32 {
//   entry:
//     %x = 41
//     call @printf(&.str, %x + 1)        with .str = "%d\n"
//     return 0
//   }
//
// run(M, {}) gives the outcome Exited, the status 0 and the output "42\n".
//
// How it works: each function is translated on its first call into a flat
// list of instructions over slots (Compiler.h); a machine with an
// explicit stack of frames executes them (Machine.h) on a
// simulated memory (Memory.h). For an observer the list has
// further instructions that tell it what happens (Observation.h).

#ifndef PREDABS_PREDICATES_INTERPRETER_INTERPRETER_H
#define PREDABS_PREDICATES_INTERPRETER_INTERPRETER_H

#include "predicates/ir/Module.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace predabs::ir {

/// A value that the program does not determine.
struct ValueRequest {
  enum class Kind : uint8_t {
    Havoc,         ///< a havoc statement, because of Why
    Uninitialised, ///< a read of memory that nobody wrote
    Result,        ///< what Callee, which has no body and no model, returns
    Parameter,     ///< a parameter of the function that the run starts with
  };
  Kind What = Kind::Havoc;
  Reason Why = Reason::None;
  /// The type of the value. Void: the answer only says "go on".
  const Type *Ty = nullptr;
  /// The place that is read or written, or null.
  const Expr *Place = nullptr;
  /// For Result: the function called.
  const Function *Callee = nullptr;
  Loc Where;
  /// For Uninitialised, if it is a read of memory: the bits wanted, counted
  /// from the first byte as in BitRange. Else the width is 0.
  uint64_t Address = 0;
  unsigned BitOffset = 0, BitWidth = 0;
};

/// Several successors of a block are possible.
struct ChoiceRequest {
  const Function *Func = nullptr;
  BlockId From = 0;
  /// Positions in the block's list of successors, ascending.
  std::vector<uint32_t> Possible;
};

/// Answers for everything that the program leaves open. An empty answer ends
/// the run as Refused.
class InputSource {
public:
  virtual ~InputSource() = default;
  /// The bits of a scalar. For an aggregate the bits do not count: its bytes
  /// become uninitialised, and each read asks again. A havoc of everything
  /// (void) leaves memory as it is.
  virtual std::optional<UInt128> value(const ValueRequest &R) = 0;
  /// One of R.Possible.
  virtual std::optional<uint32_t> successor(const ChoiceRequest &R) = 0;
};

/// Answers nothing: the run stops where the program leaves something open.
class RefusingInputs : public InputSource {
public:
  std::optional<UInt128> value(const ValueRequest &) override { return {}; }
  std::optional<uint32_t> successor(const ChoiceRequest &) override {
    return {};
  }
};

/// Answers from two lists, in order; refuses at their ends.
class ListedInputs : public InputSource {
public:
  ListedInputs(std::vector<UInt128> Values, std::vector<uint32_t> Choices)
      : Values(std::move(Values)), Choices(std::move(Choices)) {}
  std::optional<UInt128> value(const ValueRequest &) override;
  std::optional<uint32_t> successor(const ChoiceRequest &) override;
  bool isUsedUp() const {
    return NextValue == Values.size() && NextChoice == Choices.size();
  }

private:
  std::vector<UInt128> Values;
  std::vector<uint32_t> Choices;
  size_t NextValue = 0, NextChoice = 0;
};

enum class Stream : uint8_t { Output, Error };

/// Takes what the program prints, as it prints it.
class OutputSink {
public:
  virtual ~OutputSink() = default;
  virtual void write(Stream To, std::string_view Text) = 0;
};

/// Where a run is: before a statement, or at a block's end.
struct RunPoint {
  const Function *Func = nullptr;
  BlockId Block = 0;
  /// Position in the block; its size where a successor is chosen.
  uint32_t Stmt = 0;

  bool operator==(const RunPoint &) const = default;
};

/// What an observer may look at: the innermost activation, globals, memory.
class RunState {
public:
  virtual ~RunState() = default;

  /// Calls that are open: 1 in the function that the run starts with.
  virtual uint32_t depth() const = 0;

  /// The values of logical variables; nothing where one is unknown.
  using LogicalValues = std::function<std::optional<UInt128>(const Variable *)>;

  /// The bits of the scalar \p E over variables of the current function and
  /// globals, truncated to its width. Nothing if evaluating it is undefined,
  /// reads what is uninitialised, or needs a logical variable that is
  /// unknown. Changes nothing and asks nobody.
  virtual std::optional<UInt128> evaluate(const Expr *E,
                                          const LogicalValues &Of) = 0;
  std::optional<UInt128> evaluate(const Expr *E) {
    return evaluate(E, [](const Variable *) { return std::nullopt; });
  }

  /// Ends the run here, as Refused.
  virtual void stop(std::string Why) = 0;
};

/// Sees a run step by step. The assumption at the start of a block is decided
/// by whoever jumps there, so the point before it is seen only if it holds.
class RunObserver {
public:
  virtual ~RunObserver() = default;
  /// \p F was called: its parameters are set, nothing else happened.
  virtual void enter(const Function &, RunState &) {}
  virtual void at(const RunPoint &, RunState &) {}
  /// \p F is about to return \p Result; its variables are still there.
  virtual void leave(const Function &, std::optional<UInt128>, RunState &) {}
};

/// Addresses that belong together.
struct MemoryRange {
  uint64_t Address = 0, Size = 0;

  bool operator==(const MemoryRange &) const = default;
};

/// What globals hold when the run begins.
enum class GlobalsStart : uint8_t {
  Initial,   ///< what the program says
  Arbitrary, ///< the same for constants; all others are uninitialised
};

enum class RunFrom : uint8_t {
  Program, ///< Module::Init, then the entry; main gets RunOptions::Args
  Entry,   ///< the entry alone; all its parameters are asked for
};

/// What an assignment from a volatile object gets.
enum class VolatileReads : uint8_t {
  FromMemory, ///< what was written last
  Asked,      ///< a scalar is asked for as a Havoc
};

/// What becomes of a run that depends on where objects lie. Numbers may: a cast
/// of an address, bytes of one that are read as a number, comparisons that C
/// leaves open (`p < q` in two objects, `a + 1 == b`), and what is computed
/// from these.
enum class AddressUse : uint8_t {
  Allowed, ///< objects lie where this machine puts them
  Refused, ///< it ends where such a number decides what is done next
};

class RunStarts; // Starts.h

struct RunOptions {
  /// Statements that may be executed. They are counted when their block is
  /// entered, an empty block as one.
  uint64_t MaxSteps = UINT64_MAX;
  /// Calls that may be open at a time.
  uint32_t MaxDepth = 100000;
  /// Bytes that may be allocated at once; a run that wants more is refused.
  uint64_t MaxBlock = UINT64_MAX;
  /// Null: a RefusingInputs.
  InputSource *Inputs = nullptr;
  /// Null: what is printed is kept in the result.
  OutputSink *Sink = nullptr;
  /// Null: nobody looks, and the run is faster. If somebody does, each variable
  /// has an address of its own, which is not used again when its life ends.
  RunObserver *Observer = nullptr;
  /// argv, from the program's name on. Empty: just the module's name.
  std::vector<std::string> Args;
  /// The function to start with. Parameters other than main's are asked of
  /// the input source.
  std::string Entry = "main";
  RunFrom From = RunFrom::Program;
  GlobalsStart Globals = GlobalsStart::Initial;
  VolatileReads Volatile = VolatileReads::FromMemory;
  /// Refused goes without Starts.
  AddressUse Addresses = AddressUse::Allowed;
  /// Null, or what earlier runs of this module found out: they begin faster.
  RunStarts *Starts = nullptr;
  /// Memory of others that the program may use: uninitialised blocks that free
  /// takes. From LentBase (Memory.h) on, and apart.
  std::vector<MemoryRange> Lent;
};

struct RunResult {
  enum class Outcome : uint8_t {
    Exited,       ///< the entry returned, or the program called exit
    Undefined,    ///< undefined behaviour
    Refused,      ///< something has no model, or the input source no answer
    AssertFailed, ///< an assert of the program
    Aborted,      ///< the program called abort
    StepLimit,    ///< RunOptions::MaxSteps
    DepthLimit,   ///< RunOptions::MaxDepth, or the stack is full
    Stuck,        ///< no successor is possible: the path ends here
  };
  Outcome How = Outcome::Exited;
  /// As the operating system would show it (0 to 255), for Exited.
  int ExitStatus = 0;
  /// What stopped the run, in words; empty for Exited.
  std::string Why;
  Loc Where;
  /// What the program printed, if there was no sink.
  std::string Output, Errors;
  uint64_t Steps = 0;
};

const char *outcomeText(RunResult::Outcome O);
/// In one line: `a.c:3:5: undefined behaviour: signed overflow`.
std::string describe(const RunResult &R, const Module &M);

/// Runs \p M as \p O says. \p M must verify.
RunResult run(const Module &M, const RunOptions &O);

} // namespace predabs::ir

#endif
