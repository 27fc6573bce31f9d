#include "plugin/output/WarningFlags.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "llvm/ADT/StringRef.h"

using namespace predabs;
using llvm::StringRef;

namespace {

bool isOf(StringRef Rule, StringRef Group) {
  return Group.starts_with("predabs") && Rule.consume_front(Group) &&
         (Rule.empty() || Rule.starts_with("-"));
}

/// What the command line says about one rule; the last word counts.
struct Flags {
  bool IsOff = false;
  std::optional<bool> IsError;

  /// \p Word without the -W.
  void take(StringRef Word, StringRef Rule) {
    bool IsNo = Word.consume_front("no-");
    if (Word.consume_front("error=")) {
      if (!isOf(Rule, Word))
        return;
      IsError = !IsNo;
      IsOff &= IsNo;
    } else if (isOf(Rule, Word)) {
      IsOff = IsNo;
    }
  }
};

bool isError(const Flags &F, ErrorChoice Choice, bool AllAre) {
  switch (Choice) {
  case ErrorChoice::Never:
    return false;
  case ErrorChoice::Always:
    return true;
  case ErrorChoice::AsGiven:
    break;
  }
  return F.IsError.value_or(AllAre);
}

} // namespace

WarningLevel predabs::levelOf(const std::string &Rule, ErrorChoice Choice,
                              const clang::DiagnosticsEngine &Diags) {
  Flags F;
  for (const std::string &Word : Diags.getDiagnosticOptions().Warnings)
    F.take(Word, Rule);
  if (F.IsOff || Diags.getIgnoreAllWarnings())
    return WarningLevel::Ignored;
  return isError(F, Choice, Diags.getWarningsAsErrors())
             ? WarningLevel::Error
             : WarningLevel::Warning;
}
