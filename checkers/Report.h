// What the engine has to say about one translation unit: a verdict for each
// obligation, messages for a person, and numbers. A value that stands on its
// own: it holds no pointer into the module, so it can travel from the process
// that found it to the one that prints it.

#ifndef PREDABS_CHECKERS_REPORT_H
#define PREDABS_CHECKERS_REPORT_H

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
};

struct Decision {
  Obligation What;
  Verdict Answer = Verdict::Unknown;
  std::string Why; ///< of an unknown: what stood in the way
};

enum class Severity : uint8_t { Warning, Remark };

/// A step on the way to a message.
struct Note {
  ir::Loc Where;
  std::string Text;
};

struct Message {
  Severity Level = Severity::Warning;
  ir::Loc Where;
  std::string Text;
  std::string Rule; ///< "predabs-assert", shown in brackets
  std::vector<Note> Notes;
};

/// How one function was lowered.
struct FunctionStats {
  std::string Name; ///< as a person writes it
  ir::Loc Where;
  ir::Exactness How;
};

/// Times in microseconds of the wall clock.
struct Stats {
  std::vector<FunctionStats> Functions;
  uint64_t Expressions = 0; ///< different terms in the module
  uint64_t LowerTime = 0;
  uint64_t CheckTime = 0;
  uint64_t PeakMemory = 0; ///< bytes of the engine's process

  ir::Exactness total() const;
};

struct Report {
  /// What ir::Loc::File indexes.
  std::vector<std::string> Files;
  std::vector<Decision> Decisions;
  std::vector<Message> Messages;
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
