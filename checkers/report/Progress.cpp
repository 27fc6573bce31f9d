#include "checkers/report/Progress.h"

#include <algorithm>
#include <tuple>

using namespace predabs;

namespace {

/// After so much work what is known is told, however little it is.
constexpr uint64_t UnitsPerPortion = 100'000;
/// A portion is at least this part of all that was told before.
constexpr size_t PartOfTold = 16;

constexpr const char *NotYet = "it was not decided yet";

/// What tells obligations apart.
std::string keyOf(const Obligation &O) {
  std::string Key;
  for (uint32_t N : {O.Where.File, O.Where.Line, O.Where.Column})
    Key += std::to_string(N) + ":";
  for (const std::string *Text :
       {&O.Function, &O.Property, &O.Text, &O.Finding})
    Key += std::to_string(Text->size()) + ":" + *Text;
  return Key;
}

/// As they stand in the source, not as blocks follow or functions call each
/// other. \p LocOf gives the place and \p TextOf what tells apart what stands
/// there.
template <class T, class Loc, class Text>
void sortBySource(std::vector<T> &List, Loc LocOf, Text TextOf) {
  std::sort(List.begin(), List.end(), [&](const T &A, const T &B) {
    auto Key = [&](const T &E) {
      const ir::Loc &L = LocOf(E);
      return std::tie(L.File, L.Line, L.Column, TextOf(E));
    };
    return Key(A) < Key(B);
  });
}

/// Copies of one obligation are one: what fails in one of them fails.
void mergeCopies(std::vector<Decision> &Sorted) {
  std::vector<Decision> Result;
  for (Decision &D : Sorted) {
    bool IsCopy = !Result.empty() && Result.back().What == D.What;
    if (!IsCopy)
      Result.push_back(std::move(D));
    else if (stronger(Result.back().Answer, D.Answer) == D.Answer)
      Result.back() = std::move(D);
  }
  Sorted = std::move(Result);
}

} // namespace

Verdict predabs::stronger(Verdict A, Verdict B) {
  for (Verdict V : {Verdict::Violated, Verdict::Latent, Verdict::Unknown})
    if (A == V || B == V)
      return V;
  return Verdict::Proved;
}

void predabs::putInOrder(Report &R) {
  sortBySource(
      R.Decisions, [](auto &D) -> auto & { return D.What.Where; },
      [](auto &D) -> auto & { return D.What.Text; });
  mergeCopies(R.Decisions);
  sortBySource(
      R.Messages, [](auto &M) -> auto & { return M.Where; },
      [](auto &M) -> auto & { return M.Text; });
}

void Progress::begin(std::vector<std::string> Names,
                     std::vector<Obligation> Obligations) {
  Files = std::move(Names);
  std::map<std::string, size_t> FirstOf;
  for (size_t I = 0; I < Obligations.size(); ++I) {
    auto [It, IsNew] = FirstOf.try_emplace(keyOf(Obligations[I]), I);
    First.push_back(It->second);
    CopiesOf[It->second].push_back(I);
    if (IsNew && !Obligations[I].Text.empty())
      New.push_back(I);
    Known.push_back({std::move(Obligations[I]), Verdict::Unknown, NotYet, {}});
  }
}

void Progress::decided(size_t Index, const Decision &D) {
  if (Known[Index] == D)
    return;
  Known[Index] = D;
  New.push_back(First[Index]);
}

/// SOUND: what is proved of one copy is not yet proved of the others.
Decision Progress::ofAllCopies(const std::vector<size_t> &Copies) const {
  const Decision *Result = &Known[Copies.front()];
  for (size_t I : Copies)
    if (stronger(Result->Answer, Known[I].Answer) != Result->Answer)
      Result = &Known[I];
  return *Result;
}

void Progress::tell(const std::vector<Message> &Messages, uint64_t Units) {
  bool IsWorthIt =
      New.size() > NumTold / PartOfTold || Units > UnitsTold + UnitsPerPortion;
  if (New.empty() || !IsWorthIt)
    return;
  Report Part;
  Part.Files = Files;
  for (size_t I : New)
    Part.Decisions.push_back(ofAllCopies(CopiesOf.at(I)));
  Part.Messages.assign(Messages.begin() + ptrdiff_t(MessagesTold),
                       Messages.end());
  NumTold += New.size();
  MessagesTold = Messages.size();
  UnitsTold = Units;
  New.clear();
  Tell(Part);
}

void PartialReport::add(Report Told) {
  Sum.Files = std::move(Told.Files);
  for (Decision &D : Told.Decisions) {
    auto [It, IsNew] =
        Position.try_emplace(keyOf(D.What), Sum.Decisions.size());
    if (IsNew)
      Sum.Decisions.push_back(std::move(D));
    else
      Sum.Decisions[It->second] = std::move(D);
  }
  for (Message &M : Told.Messages)
    Sum.Messages.push_back(std::move(M));
}

size_t PartialReport::numDecided() const {
  size_t N = 0;
  for (const Decision &D : Sum.Decisions)
    N += D.Answer != Verdict::Unknown;
  return N;
}

Report PartialReport::take(const std::string &Why) {
  for (Decision &D : Sum.Decisions)
    if (D.Answer == Verdict::Unknown && D.Why == NotYet)
      D.Why = Why;
  putInOrder(Sum);
  return std::move(Sum);
}
