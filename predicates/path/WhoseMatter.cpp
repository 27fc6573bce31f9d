// Whose matter a failure is: it may depend on what callers pass, or on what
// code of another file gives back.

#include "predicates/path/PathQuery.h"

#include "predicates/path/Conditions.h"
#include "predicates/path/OwnCondition.h"

#include <algorithm>

namespace predabs::path {

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

EntryValues PathQuery::doEntryValuesMatter() {
  // A lock that the path takes is free at entry, as it should be.
  for (const EntrySymbol &S : Run.entrySymbols())
    if (!Run.stateSymbols().contains(S.Symbol.Id))
      IsEntry.insert(S.Symbol.Id);
  for (const GivenSymbol &S : Run.given())
    IsEntry.erase(S.Symbol.Id);
  Fixed = withOthersFixed(IsEntry);
  // SOUND: a pointer that is none of those tried may be equal after all.
  if (Run.comparesEntryPointers())
    return EntryValues::Matter;
  BitTerm Leaves = BitTerms::no();
  for (BitTerm T : fixed(Role::Decision))
    Leaves = Terms.either(Leaves, Terms.negation(T));
  if (Terms.isFalse(Leaves))
    return EntryValues::DoNotMatter;
  std::vector<BitTerm> Defined = fixed(Role::Defined);
  Defined.push_back(Leaves);
  return ask(Defined) == Answer::No ? EntryValues::DoNotMatter
                                    : EntryValues::Matter;
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

std::vector<const ir::Expr *> PathQuery::condition() {
  std::vector<BitTerm> Decisions, Result;
  for (const Requirement &R : Run.required())
    if (R.Why != Role::Defined)
      Decisions.push_back(R.Term);
  for (uint32_t I : withoutWeaker(Terms, Decisions)) {
    BitTerm Root[] = {Decisions[I]};
    std::vector<BitTerm> Symbols = Terms.symbolsIn(Root);
    if (isAboutStates(Symbols))
      continue;
    auto NumEntry =
        std::count_if(Symbols.begin(), Symbols.end(),
                      [&](BitTerm S) { return IsEntry.contains(S.Id); });
    if (NumEntry && size_t(NumEntry) != Symbols.size())
      return {};
    if (NumEntry)
      Result.push_back(Decisions[I]);
  }
  return sayConditions(Of.M.Ctx, Terms, Result, Run.entrySymbols());
}

} // namespace predabs::path
