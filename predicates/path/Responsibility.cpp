// Whose matter a failure is: it may depend on what callers pass, or on what
// code of another file gives back.

#include "predicates/path/PathQuery.h"

#include "predicates/path/EntryCondition.h"
#include "predicates/path/OwnCondition.h"

#include <algorithm>

namespace predabs::path {

/// What the words for one path may cost.
constexpr uint64_t MaxUnitsForWords = 100'000;

bool PathQuery::isDecidedElsewhere(const ir::Variable &V) const {
  return Begins == Beginning::OfProgram && !V.IsDefined &&
         (V.IsConst || Of.Limits.Elsewhere == VariablesElsewhere::Undecided);
}

bool PathQuery::readsForeignMemory(const Witness &W) const {
  auto Reads = [&](uint64_t Address, uint64_t Size) {
    auto First = W.Memory.lower_bound({Address, 0});
    return First != W.Memory.end() && First->first.Address < Address + Size;
  };
  for (const ir::Variable *V : Run.globals())
    if (isDecidedElsewhere(*V) && Reads(Run.addressOfGlobal(*V), V->Ty->size()))
      return true;
  return std::any_of(
      Run.lent().begin(), Run.lent().end(), [&](const LentObject &L) {
        return L.From == Origin::Input &&
               (Reads(L.Where.Address, L.Where.Size) ||
                Reads(L.Where.Address + ir::interp::GhostBase, L.Where.Size));
      });
}

std::vector<BitTerm> PathQuery::fixed(Role Why) {
  std::vector<BitTerm> All, Result;
  for (size_t I = 0; I < Fixed.size(); ++I)
    if ((Run.required()[I].Why == Role::Defined) == (Why == Role::Defined))
      All.push_back(Fixed[I]);
  for (uint32_t I : withoutWeaker(Terms, All))
    Result.push_back(All[I]);
  return Result;
}

/// Whether a value was chosen that is up to callers.
bool PathQuery::choosesForEntry() const {
  for (size_t I = 0; I < Fixed.size(); ++I)
    if (Run.required()[I].Why == Role::Choice && !Terms.isTrue(Fixed[I]))
      return true;
  return false;
}

EntryValues PathQuery::doEntryValuesMatter() {
  // A lock that the path takes is free at entry, as it should be.
  for (BitTerm S : Run.entrySymbols())
    if (!Run.stateSymbols().contains(S.Id))
      IsEntry.insert(S.Id);
  for (const GivenSymbol &S : Run.given())
    IsEntry.erase(S.Symbol.Id);
  Fixed = withOthersFixed(IsEntry);
  // SOUND: a pointer that is none of those tried may be equal after all, and an
  // address that was chosen may be another one.
  if (Run.comparesEntryPointers() || choosesForEntry())
    return EntryValues::Matter;
  BitTerm Leaves = BitTerms::no();
  for (BitTerm T : fixed(Role::Decision))
    Leaves = Terms.either(Leaves, Terms.negation(T));
  if (Terms.isFalse(Leaves))
    return EntryValues::DoNotMatter;
  std::vector<BitTerm> Defined = fixed(Role::Defined);
  Defined.push_back(Leaves);
  FailsDefined = true;
  auto Kept = Solver.Model;
  Answer A = ask(Defined);
  Solver.Model = std::move(Kept);
  return A == Answer::No ? EntryValues::DoNotMatter : EntryValues::Matter;
}

const ir::Function *PathQuery::giver() {
  std::unordered_set<uint32_t> Open;
  for (const GivenSymbol &S : Run.given())
    Open.insert(S.Symbol.Id);
  if (Open.empty())
    return nullptr;
  std::vector<bool> IsOwn = conditionSteps(Way);
  std::vector<BitTerm> All = withOthersFixed(Open), Asked, Own;
  BitTerm Holds = BitTerms::no();
  for (size_t I = 0; I < All.size(); ++I) {
    const Requirement &R = Run.required()[I];
    if (R.Why != Role::Decision)
      Asked.push_back(All[I]);
    // What was decided before about such a value does not make it ours:
    // `if (r != 0) clean_up(); assert(r == 0);`
    if (!IsOwn[R.Step] || R.Why != Role::Decision)
      continue;
    Own.push_back(All[I]);
    Holds = Terms.either(Holds, Terms.negation(All[I]));
  }
  Asked.push_back(Holds);
  auto Kept = Solver.Model;
  bool Fails = Terms.isFalse(Holds) || ask(Asked) == Answer::No;
  Solver.Model = std::move(Kept);
  return Fails ? nullptr : giverOf(Own);
}

const ir::Function *PathQuery::giverOf(const std::vector<BitTerm> &Own) {
  std::unordered_set<uint32_t> Used;
  for (BitTerm S : Terms.symbolsIn(Own))
    Used.insert(S.Id);
  for (const GivenSymbol &S : Run.given())
    if (Used.contains(S.Symbol.Id))
      return S.By;
  return Run.given().front().By;
}

bool PathQuery::isAboutStates(const std::vector<BitTerm> &Symbols) const {
  return std::any_of(Symbols.begin(), Symbols.end(), [&](BitTerm S) {
    return Run.stateSymbols().contains(S.Id);
  });
}

/// More or fewer words make no other verdict: they have units of their own.
std::vector<const ir::Expr *> PathQuery::condition(const ir::Function *Giver) {
  uint64_t Before = units();
  Solver.grant(MaxUnitsForWords);
  std::vector<const ir::Expr *> Result = sayCondition(Giver);
  UnitsForWords += units() - Before;
  return Result;
}

std::vector<const ir::Expr *>
PathQuery::sayCondition(const ir::Function *Giver) {
  if (Kind != FailureKind::Assertion)
    return sayStepCondition();
  std::vector<bool> IsOwn = conditionSteps(Way);
  EntryCondition Result(Run, Solver, toTry(), IsEntry);
  for (size_t I : decisions()) {
    const Requirement &R = Run.required()[I];
    bool Own = IsOwn[R.Step];
    if (!isAboutEntry(R.Term) || (!Own && passesAssertion(Way, R.Step)))
      continue;
    // What leads to a failure may go without words, if it is of the entry
    // alone; but not what fails.
    bool IsSaid = Result.add(I, Own);
    if (!IsSaid && !Giver && (Own || !isEntryAlone(R.Term)))
      return {};
  }
  for (const UntriedNeed &N : Run.untried())
    if (!passesAssertion(Way, N.Step))
      Result.add(N, IsOwn[N.Step]);
  return Result.inWords();
}

/// All that is asked of the entry: it tells one return from another.
std::vector<const ir::Expr *> PathQuery::sayStepCondition() {
  EntryCondition Result(Run, Solver, toTry(), IsEntry);
  for (size_t I : decisions()) {
    const Requirement &R = Run.required()[I];
    // What callers keep to by habit goes without saying.
    if (R.Why != Role::Given && isAboutEntry(R.Term) && !Result.add(I, false))
      return {};
  }
  return Result.allInWords();
}

/// Whether \p Term asks about the entry, and not about states of objects.
bool PathQuery::isAboutEntry(BitTerm Term) const {
  BitTerm Root[] = {Term};
  std::vector<BitTerm> Symbols = Terms.symbolsIn(Root);
  return !isAboutStates(Symbols) &&
         std::ranges::any_of(Symbols,
                             [&](BitTerm S) { return IsEntry.contains(S.Id); });
}

bool PathQuery::isEntryAlone(BitTerm Term) const {
  BitTerm Root[] = {Term};
  return std::ranges::all_of(Terms.symbolsIn(Root),
                             [&](BitTerm S) { return IsEntry.contains(S.Id); });
}

/// Positions of those in what the path requires that say more than others.
std::vector<size_t> PathQuery::decisions() const {
  std::vector<size_t> At, Result;
  std::vector<BitTerm> All;
  for (size_t I = 0; I < Run.required().size(); ++I) {
    const Requirement &R = Run.required()[I];
    if (R.Why == Role::Defined || R.Why == Role::Choice)
      continue;
    At.push_back(I);
    All.push_back(R.Term);
  }
  for (uint32_t I : withoutWeaker(Terms, All))
    Result.push_back(At[I]);
  return Result;
}

} // namespace predabs::path
