// What the engine has to say about one translation unit: a verdict for each
// obligation, messages for a person, and numbers. A value that stands on its
// own: it holds no pointer into the module, so it can travel from the process
// that found it to the one that prints it.

#ifndef PREDABS_CHECKERS_REPORT_REPORT_H
#define PREDABS_CHECKERS_REPORT_REPORT_H

#include "predicates/ir/Module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace predabs {

enum class Verdict : uint8_t {
  Proved,   ///< no execution of any caller fails here
  Violated, ///< a concrete path fails here, whatever callers pass
  Latent,   ///< a concrete path fails here, for some entry values
  Unknown,  ///< not decided, see the reason; never a warning
};
constexpr unsigned NumVerdicts = 4;
const char *verdictText(Verdict V);

/// Something that has to hold at a point of the program.
struct Obligation {
  ir::Loc Where;
  std::string Function; ///< in which it stands, as a person writes it
  std::string Property; ///< "assert"
  std::string Text;     ///< the condition, or what would happen
  /// Of a protocol's: which of its findings a failure is, "double-acquire".
  std::string Finding = {};

  bool operator==(const Obligation &) const = default;
};

/// What brackets show behind a warning: "predabs-assert",
/// "predabs-lock-double-acquire".
std::string ruleOf(const Obligation &O);

/// Why a decision was taken, for those who want to know.
struct Evidence {
  /// What the abstraction kept track of: `function: predicate`, or the
  /// predicate alone where it is about globals.
  std::vector<std::string> Predicates;
  /// Of a proof: what holds wherever the obligation is reached, as C over the
  /// predicates; empty where it is never reached.
  std::string Invariant;
  uint64_t Rounds = 0; ///< abstractions that were made
  uint64_t Units = 0;  ///< of work, see Options::Budget

  bool operator==(const Evidence &) const = default;
};

struct Decision {
  Obligation What;
  Verdict Answer = Verdict::Unknown;
  /// Of an unknown: what stood in the way. Of a latent one: the condition on
  /// the entry values, in C, if it is known. Of a proof: how far it goes, if
  /// there is something to say ("exact after 2 rounds of closure").
  std::string Why;
  Evidence Basis;

  bool operator==(const Decision &) const = default;
};

enum class Severity : uint8_t { Warning, Remark };

/// A step on the way to a message.
struct Note {
  ir::Loc Where;
  std::string Text;

  bool operator==(const Note &) const = default;
};

struct Message {
  Severity Level = Severity::Warning;
  ir::Loc Where;
  std::string Text;
  std::string Rule; ///< "predabs-assert", shown in brackets
  std::vector<Note> Notes;

  bool operator==(const Message &) const = default;
};

/// How one function was lowered.
struct FunctionStats {
  std::string Name; ///< as a person writes it
  ir::Loc Where;
  ir::Exactness How;
};

/// What the decisions took.
struct EngineStats {
  uint64_t Functions = 0; ///< whose obligations were looked at
  uint64_t Imported = 0;  ///< functions of other files that were looked into
  uint64_t Reused = 0;    ///< functions about which nothing had to be found out
  uint64_t Predicates = 0; ///< at the end
  uint64_t Rounds = 0;     ///< of refinement
  uint64_t Asked = 0;      ///< questions to the prover
  uint64_t Remembered = 0; ///< questions that were answered before
  uint64_t Kept = 0;       ///< questions that were answered in another compile
  /// Of Asked: about functions of other files, while these were abstracted.
  uint64_t AskedImported = 0;
  uint64_t Exact = 0;    ///< functions of the file that have an exact contract
  uint64_t BddNodes = 0; ///< most at any time
  uint64_t Paths = 0;    ///< whose feasibility was examined
  uint64_t Infeasible = 0; ///< of these, those that cannot happen
  uint64_t Runs = 0;       ///< of the interpreter
  uint64_t Units = 0;      ///< of work
  /// Paths that were found possible and that the interpreter did not take:
  /// internal errors.
  uint64_t Disagreements = 0;
};

/// BDD nodes are a peak, all else adds up.
void add(EngineStats &Sum, const EngineStats &S);

/// Times in microseconds of the wall clock.
struct Stats {
  std::vector<FunctionStats> Functions;
  uint64_t Expressions = 0; ///< different terms in the module
  uint64_t LowerTime = 0;
  uint64_t CheckTime = 0;
  uint64_t PeakMemory = 0; ///< bytes of the engine's process
  EngineStats Engine;

  ir::Exactness total() const;
};

struct Report {
  /// What ir::Loc::File indexes.
  std::vector<std::string> Files;
  std::vector<Decision> Decisions;
  std::vector<Message> Messages;
  /// What happened round by round, for --trace-refinement.
  std::vector<std::string> Log;
  Stats Numbers;
};

/// The bytes of \p R, for decode.
std::string encode(const Report &R);
/// The report in \p Bytes, or nothing if they are not one. Believes nothing:
/// lengths, enumerators and file numbers are checked, and control characters
/// in texts, which could play tricks on a terminal, become question marks.
std::optional<Report> decode(std::string_view Bytes);

} // namespace predabs

#endif
