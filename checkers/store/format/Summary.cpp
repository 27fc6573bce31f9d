#include "checkers/store/format/Summary.h"

#include <algorithm>

using namespace predabs;

bool predabs::isPlain(std::string_view Text) {
  return std::ranges::none_of(
      Text, [](char C) { return uint8_t(C) < ' ' || C == 0x7f; });
}

bool Summary::hasLatent() const {
  return std::ranges::any_of(Decisions, [](const KeptDecision &D) {
    return D.Found.Answer == Verdict::Latent;
  });
}

const Summary *SummaryFile::find(std::string_view Name) const {
  auto At = std::ranges::lower_bound(Functions, Name, {}, &Summary::Name);
  return At != Functions.end() && At->Name == Name ? &*At : nullptr;
}

const Judgement *SummaryFile::findJudgement(std::string_view Name) const {
  auto At = std::ranges::lower_bound(Judged, Name, {}, &Judgement::Function);
  return At != Judged.end() && At->Function == Name ? &*At : nullptr;
}

// Each function answers with a flaw in words, or with an empty text.

namespace {

const char *const BadFile = "it points into a file that it does not name";
const char *const BadNumber = "it holds a number that has no meaning";
const char *const BadText = "it holds control characters";

/// A multi-line text of our own language, which writes other control characters
/// as escapes.
bool isPlainModule(std::string_view Text) {
  return std::ranges::all_of(Text, [](char C) {
    return C == '\n' || (uint8_t(C) >= ' ' && C != 0x7f);
  });
}

template <class Range, class Projection = std::identity>
bool isAscending(const Range &R, Projection P = {}) {
  return std::ranges::adjacent_find(R, std::greater_equal<>(), P) == R.end();
}

bool arePlain(const std::vector<std::string> &Texts) {
  return std::ranges::all_of(Texts, isPlain);
}

/// What is wrong in a file with \p NumFiles names of files.
class Flaws {
public:
  explicit Flaws(size_t NumFiles) : NumFiles(NumFiles) {}

  std::string of(const Message &M) const {
    if (M.Level > Severity::Remark)
      return BadNumber;
    if (!isPlain(M.Text) || !isPlain(M.Rule))
      return BadText;
    std::string Flaw = of(M.Where);
    for (const Note &N : M.Notes)
      if (Flaw.empty())
        Flaw = isPlain(N.Text) ? of(N.Where) : BadText;
    return Flaw;
  }

  std::string of(const Summary &S) const {
    if (std::string Flaw = ofNames(S); !Flaw.empty())
      return Flaw;
    if (!isPlain(S.DisplayName) || !isPlainModule(S.Module) ||
        !isPlainModule(S.ContractModule) || !arePlain(S.Promises) ||
        !arePlain(S.Modifies) || !isPlain(S.WhyInexact))
      return BadText;
    for (const KeptDecision &D : S.Decisions)
      if (std::string Flaw = of(D); !Flaw.empty())
        return Flaw;
    return {};
  }

  std::string of(const KeptDecision &D) const {
    const Decision &Found = D.Found;
    if (unsigned(Found.Answer) >= NumVerdicts)
      return BadNumber;
    for (const std::string *Text :
         {&Found.What.Function, &Found.What.Property, &Found.What.Text,
          &Found.What.Finding, &Found.Why, &Found.Basis.Invariant,
          &D.At.Function, &D.In})
      if (!isPlain(*Text))
        return BadText;
    return arePlain(Found.Basis.Predicates) ? of(Found.What.Where) : BadText;
  }

private:
  size_t NumFiles;

  std::string of(ir::Loc L) const {
    return L.isValid() && L.File >= NumFiles ? BadFile : "";
  }

  static std::string ofNames(const Summary &S) {
    if (S.Name.empty())
      return "it has a function without a name";
    if (!isAscending(S.Calls))
      return "what its functions call is not in order";
    return isPlain(S.Name) && arePlain(S.Calls) ? "" : BadText;
  }
};

} // namespace

std::string predabs::flawOf(const SummaryFile &F) {
  Flaws Found(F.Files.size());
  if (!isPlain(F.Tool) || !isPlain(F.Source) || !isPlain(F.Directory) ||
      !arePlain(F.Files))
    return BadText;
  for (const auto *Uses : {&F.Uses, &F.Shown}) {
    if (!isAscending(*Uses, &Use::Function))
      return "what it uses is not in order";
    for (const Use &U : *Uses)
      if (!isPlain(U.Function))
        return BadText;
  }
  for (const KeptDecision &D : F.AtCalls)
    if (std::string Flaw = Found.of(D); !Flaw.empty())
      return Flaw;
  if (!isAscending(F.Judged, &Judgement::Function))
    return "its functions are not in order";
  for (const Judgement &J : F.Judged)
    if (!isPlain(J.Function))
      return BadText;
  if (!isAscending(F.Functions, &Summary::Name))
    return "its functions are not in order";
  for (const Summary &S : F.Functions)
    if (std::string Flaw = Found.of(S); !Flaw.empty())
      return Flaw;
  for (const Message &M : F.Messages)
    if (std::string Flaw = Found.of(M); !Flaw.empty())
      return Flaw;
  return {};
}
