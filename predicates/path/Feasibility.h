// Can this path happen? The path is executed with symbols for all that the
// program leaves open: parameters, uninitialised memory, what unknown functions
// return. Numbers are bit-vectors of their width, memory is bytes at addresses,
// and every object has the address that the interpreter will give it, so that a
// value found by the solver can be handed to a run as it is. On the path
//
//   x = input();  assume x > 10u;  y = x * 2;  assume y == 4;  fail
//
// of unsigned numbers the answer is Yes with x = 0x80000002: a product that
// wraps, which no reasoning about plain integers finds.
//
// The answer Yes comes with a witness that replay() runs through the
// interpreter, and No with the steps that contradict each other.

#ifndef PREDABS_PREDICATES_PATH_FEASIBILITY_H
#define PREDABS_PREDICATES_PATH_FEASIBILITY_H

#include "predicates/alias/Aliases.h"
#include "predicates/interpreter/Interpreter.h"
#include "predicates/path/EntryStates.h"
#include "predicates/path/Path.h"
#include "predicates/prover/Prover.h"

#include <functional>
#include <map>

namespace predabs {

/// A value that the program leaves open, and that the path needs.
struct PathInput {
  uint32_t Step = 0; ///< of the path; parameters: 0
  ir::ValueRequest::Kind What = ir::ValueRequest::Kind::Parameter;
  const ir::Type *Ty = nullptr;
  const ir::Expr *Place = nullptr;      ///< written, or null
  const ir::Function *Callee = nullptr; ///< of a Result
  ir::UInt128 Bits = 0;
};

/// Where a run finds a byte that nobody wrote: an object may become
/// uninitialised again and again.
struct UnsetPlace {
  uint64_t Address = 0;
  /// The value is that of the last such step up to the one that reads.
  uint32_t FromStep = 0;

  auto operator<=>(const UnsetPlace &) const = default;
};

/// What makes an execution take the path.
struct Witness {
  /// Parameters, havocs and results, in the order in which a run asks.
  std::vector<PathInput> Inputs;
  /// Bytes that are read before anybody wrote them.
  std::map<UnsetPlace, uint8_t> Memory;
  /// Objects of the environment that pointers from outside point to.
  std::vector<ir::MemoryRange> Lent;
};

/// Whether the failure needs particular values of parameters, globals or
/// memory at the entry of the first function.
enum class EntryValues : uint8_t { DoNotMatter, Matter };

/// What is at the end of a path. A step breaks the protocol of an object: its
/// state is looked at last. Then what callers pass does not matter as long as
/// the state, and what pointers point to, do not depend on it: the steps have
/// to be right for all data. Of assertions the states at entry do not matter.
enum class FailureKind : uint8_t {
  Assertion,
  Step,    ///< nobody held the objects that the path acquires
  OwnStep, ///< nobody holds the object at entry, if that is possible
};

struct Feasibility {
  Answer Possible = Answer::Unknown;
  /// Of Unknown: what stood in the way, as "it calls strtok()".
  std::string Why;
  /// Of No: steps whose conditions exclude each other, ascending.
  std::vector<uint32_t> Core;
  /// Of Yes.
  Witness How;
  EntryValues Entry = EntryValues::Matter;
  /// The path reads what a pointer points to that code outside gave back:
  /// memory that it surely filled in some way.
  bool ReadsForeignMemory = false;
  /// Of Yes: a function of the program that is not here, and whose matter the
  /// failure is. With other values of what it gave back, or wrote, the
  /// condition that fails would hold. Null if there is none.
  const ir::Function *Giver = nullptr;
  /// What that is about: what it gave back; what it left as it was and may have
  /// changed; or its body here, for which another file may have its own.
  enum class Gift : uint8_t { Result, Memory, Body } Given = Gift::Result;
  /// Of Yes and Matter, or of a step: what holds at entry whenever the path is
  /// taken, if it can be said in a few terms over parameters and globals; else
  /// empty. Of a step states are left out.
  std::vector<const ir::Expr *> Condition;
};

/// Whether globals have their initial values when the path begins.
enum class Beginning : uint8_t {
  OfProgram, ///< yes: nothing ran before
  OfCall,    ///< no: anything may have happened to them
};

/// A way to leave a path: it is taken up to Step, and then Next follows.
struct Departure {
  uint32_t Step = 0;
  PathStep Next;
  Witness How; ///< inputs for an execution that goes there
};

struct Departures {
  std::vector<Departure> All;
  /// Why there may be others; empty if there are none.
  std::string Why;
};

/// How a run came to the end of a path.
enum class PathEnd : uint8_t {
  Final,  ///< every execution that comes here ends
  Broken, ///< with these inputs it cannot go on, with others it might
};

/// Whether what a function of the program that is not here gives back is an
/// input, which somebody can choose.
using InputTest = std::function<bool(const ir::Function &)>;

/// Whether \p F is a function of the program that is not here: neither the
/// system's nor one that gives inputs.
bool isForeign(const ir::Function &F, const InputTest &IsInput);

/// What variables of other files hold when a program begins.
enum class VariablesElsewhere : uint8_t {
  Inputs,    ///< any values that suit a path, but for constants
  Undecided, ///< it is for those files to say
};

struct PathLimits {
  /// The solver's resource units for one path; 0: no limit.
  uint64_t Units = 4'000'000;
  uint64_t MaxSteps = 100'000;
  /// By default there are none but those that verifiers know as such.
  InputTest IsInput = {};
  VariablesElsewhere Elsewhere = VariablesElsewhere::Inputs;
  /// The states in which objects are at entry if nobody holds them.
  EntryStates AtEntry = {};
};

/// Of No: how much is done for a small core.
enum class CoreEffort : uint8_t { Least, Minimal };

class PathChecker {
public:
  PathChecker(ir::Module &M, const Aliases &A, const PathLimits &L = {});
  ~PathChecker();

  /// With \p Units it may take no more than these, nor than the limits say.
  Feasibility check(const Path &P, Beginning B,
                    FailureKind K = FailureKind::Assertion,
                    std::optional<uint64_t> Units = {},
                    CoreEffort C = CoreEffort::Minimal);
  /// Where executions that take \p P, the path of a run, up to step \p From or
  /// longer may leave it. Where Why is empty an execution that takes none of
  /// these takes \p P to its end.
  Departures departures(const Path &P, Beginning B, uint32_t From, PathEnd E);
  /// Units of work spent so far.
  uint64_t units() const;
  /// For other runs of the module.
  ir::RunStarts &starts();

private:
  class Impl;
  std::unique_ptr<Impl> I;
};

/// A value that a run had at a step of the path.
struct SeenValue {
  uint32_t Step = 0;
  const ir::Expr *What = nullptr; ///< a place, or the value of a return
  ir::UInt128 Bits = 0;
};

struct Replay {
  bool Fails = false; ///< it took the path to its end
  std::string Why;    ///< if not: how the run left it
  /// What the conditions and returns on the path read and gave, by step.
  std::vector<SeenValue> Seen;
};

/// Runs the interpreter along \p P with the values of \p W. Where the \p Use of
/// addresses is refused, it fails only if it would wherever objects lie.
Replay replay(const ir::Module &M, const Path &P, Beginning B, const Witness &W,
              ir::RunStarts *Starts = nullptr,
              ir::AddressUse Use = ir::AddressUse::Allowed);

} // namespace predabs

#endif
