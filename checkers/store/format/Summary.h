// What is kept about the functions of one translation unit beside its object
// file, for other translation units and for the next compile.
//
//   void need(int n) { assert(n > 0); }          // a.c, kept in a.o.predabs
//   void caller(void) { need(0); }               // b.c
//
// a.o.predabs says of `need` what it is (its intermediate code), which
// obligations it has, and that one of them is latent: it fails if n <= 0. When
// b.c is compiled, `need` is taken from there, and the failure is reported at
// the call in `caller`.
//
// Values that stand on their own: no pointer into a module.

#ifndef PREDABS_CHECKERS_STORE_FORMAT_SUMMARY_H
#define PREDABS_CHECKERS_STORE_FORMAT_SUMMARY_H

#include "checkers/report/Report.h"

#include <array>

namespace predabs {

/// A hash that stands for what was hashed: wide enough that nobody meets two
/// texts with the same one by accident. Who wants to can make such texts: a key
/// tells what changed, not who to trust.
struct Key {
  std::array<uint64_t, 2> Bits = {};

  bool operator==(const Key &) const = default;
  auto operator<=>(const Key &) const = default;
  /// 32 hexadecimal digits.
  std::string str() const;
};

/// The key of \p Text, the same on every machine: SipHash-2-4 with 128 bits
/// under the key 00 01 ... 0f. In str() its bytes stand in the usual order.
Key keyOf(std::string_view Text);

/// Whether \p Text has no control characters, which could play tricks on a
/// terminal and break lines.
bool isPlain(std::string_view Text);

/// A statement of a function, counted as the intermediate code has it: it
/// stays where it is when lines are added above.
struct Position {
  std::string Function; ///< as the linker sees it
  uint32_t Block = 0;
  uint32_t Stmt = 0;

  bool operator==(const Position &) const = default;
};

/// An obligation and what was found about it.
struct KeptDecision {
  Decision Found;
  Position At;
  /// Of a failure in another file: the function there.
  std::string In;

  /// Whether it is about an obligation, and not about a question on which one
  /// depends.
  bool isShown() const { return !Found.What.Text.empty(); }

  bool operator==(const KeptDecision &) const = default;
};

/// Of another function: which summary was looked at.
struct Use {
  std::string Function; ///< as the linker sees it
  Key Of;               ///< its Summary::Answers

  bool operator==(const Use &) const = default;
};

/// That the obligations of a function were judged, and what that took.
struct Judgement {
  std::string Function; ///< as the linker sees it, or one of another file
  /// Of all that the verdicts depend on.
  Key Depends;
  uint64_t Units = 0;
  bool IsVain = false; ///< much was done, and nothing found out

  bool operator==(const Judgement &) const = default;
};

/// Names of functions are plain, see isPlain; a function that has another is
/// not kept.
struct Summary {
  std::string Name;        ///< as the linker sees it; unique in the file
  std::string DisplayName; ///< as a person writes it
  bool IsInternal = false; ///< `static`: not for other files
  /// A weak definition: the linker may put another in its place.
  bool IsReplaceable = false;
  /// Some obligation in it, or in what it calls, fails for some callers.
  bool MayFail = false;
  /// Of the function's intermediate code, without locations.
  Key Code;
  /// Of all that callers see of it: the contract, or else the code and what is
  /// below.
  Key Answers;
  /// Of the contract (checkers/contracts/), if that is exact: then callers
  /// depend on nothing else.
  Key Contract;
  /// The function in the intermediate language, as a module of its own: see
  /// ir::extract.
  std::string Module;
  /// The same with the contract in place of the code; empty if it is not exact,
  /// or if there are assertions in it.
  std::string ContractModule;
  /// The contract in words: `if 'n > 0: return == 'n - 1`. If it is not exact
  /// there are none, and a reason.
  std::vector<std::string> Promises;
  std::string WhyInexact;
  /// What it may change: `*'p`, `count`; or all that others can reach.
  std::vector<std::string> Modifies;
  bool MayChangeAnything = true;
  /// The obligations in it.
  std::vector<KeptDecision> Decisions;
  /// Functions that may be called from it, by name, ascending. Empty names
  /// stand for calls through pointers.
  std::vector<std::string> Calls;

  /// Whether some obligation fails for some callers.
  bool hasLatent() const;

  bool operator==(const Summary &) const = default;
};

/// Everything in one side-car file.
struct SummaryFile {
  std::string Tool;      ///< name and version of what wrote it
  std::string Source;    ///< the main file, as the compiler was told
  std::string Directory; ///< what relative names are relative to
  /// Of all that decisions depend on besides the functions: options, target,
  /// properties.
  Key Settings;
  /// Of the whole file: Settings and the code of all functions and globals.
  Key Code;
  /// What ir::Loc::File in decisions and messages indexes.
  std::vector<std::string> Files;
  std::vector<Summary> Functions; ///< by Name
  /// Functions of other files that were looked for, by name; no key where
  /// nothing was found.
  std::vector<Use> Uses;
  /// Failures in other files that calls in this one make certain.
  std::vector<KeptDecision> AtCalls;
  /// If there are any: functions of other files that were found, with the key
  /// of how their file looked, lines included.
  std::vector<Use> Shown;
  /// What was said, to be said again while nothing changes.
  std::vector<Message> Messages;
  std::vector<Judgement> Judged; ///< by Function

  const Judgement *findJudgement(std::string_view Function) const;
  const Summary *find(std::string_view Name) const;

  bool operator==(const SummaryFile &) const = default;
};

/// What is wrong with \p F, in words, or an empty text: "its functions are not
/// in order". Who writes a file with a flaw writes it for nobody.
std::string flawOf(const SummaryFile &F);

/// The bytes of a side-car file, or none if they would be more than
/// MaxFileSize. Equal values give equal bytes. Control characters in texts for
/// people become question marks.
std::string encode(const SummaryFile &F);

/// The value in a file, or why that is not to be believed, in words: "it is
/// cut off", "it was written by another version".
struct ReadSummaries {
  std::optional<SummaryFile> File;
  std::string Why;
  /// Of the code, with lines: how the functions look.
  Key Look;
};
/// Believes nothing: see docs/summaries.md for what is checked. What is not:
/// whether Module is one, Position points into it, and the answers are true.
ReadSummaries decodeSummaries(std::string_view Bytes);

/// The code of functions comes last in a file, and is most of it. How many
/// bytes come before it, by the first ones, up to HeadStart, of the file.
constexpr size_t HeadStart = 64;
uint64_t headSize(std::string_view Start);
/// And how long all of it is.
uint64_t wholeSize(std::string_view Start);
/// The same as decodeSummaries of the first headSize() bytes; Summary::Module
/// stays empty.
ReadSummaries decodeHead(std::string_view Bytes);

/// The code of functions, where lines that several share are there once.
struct KeptCode {
  std::vector<std::string> Lines;
  /// Numbers of lines, for each function of the file.
  using Numbers = std::vector<std::vector<uint32_t>>;
  Numbers Functions, Contracts;

  /// Summary::Module of function number \p I; empty if it is too large.
  std::string module(size_t I) const { return text(Functions[I]); }
  std::string contract(size_t I) const { return text(Contracts[I]); }

private:
  std::string text(const std::vector<uint32_t> &Of) const;
};
/// That of a file which was read before and looked like \p Look; nothing if it
/// does not now.
std::optional<KeptCode> decodeCode(std::string_view Bytes, Key Look);

} // namespace predabs

#endif
