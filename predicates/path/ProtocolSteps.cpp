// Steps of a protocol. What was assumed last is that the object is in a state
// in which the step is wrong.

#include "predicates/path/PathQuery.h"

#include <algorithm>

namespace predabs::path {

void PathQuery::preferFirstState() {
  BitTerm Root[] = {Run.lastAssumed()};
  std::vector<BitTerm> Asked = required();
  auto Kept = Solver.Model;
  for (BitTerm S : Terms.symbolsIn(Root))
    if (Run.stateSymbols().contains(S.Id) && isEntrySymbol(S))
      preferFree(S);
  Asked.insert(Asked.end(), Preferred.begin(), Preferred.end());
  if (Preferred.empty() || ask(Asked) == Answer::Yes)
    return;
  NeedsAnotherState = Kind == FailureKind::OwnStep;
  Preferred.clear();
  Solver.Model = std::move(Kept);
}

void PathQuery::preferFree(BitTerm S) {
  Execution::FirstUse First = Run.firstUse(S);
  BitTerm When = Kind == FailureKind::OwnStep ? Terms.negation(First.Releases)
                                              : First.Acquires;
  BitTerm IsFree = Terms.equal(
      S, Terms.number(Terms.width(S), Run.entryState(S, Of.Limits.AtEntry)));
  if (!Terms.isFalse(When))
    Preferred.push_back(Terms.implies(When, IsFree));
}

bool PathQuery::isEntrySymbol(BitTerm S) const {
  return std::ranges::count(Run.entrySymbols(), S) != 0;
}

Feasibility PathQuery::brokenStep(Feasibility F) {
  if (const ir::Function *By = Run.changerOfLast())
    return unknown(By->DisplayName + "() may have changed it");
  std::unordered_set<uint32_t> Open, OfInputs;
  Open = Run.pointerSymbols();
  for (auto [Symbol, Addr] : Run.stateSymbols())
    Open.insert(Symbol);
  OfInputs = Open;
  for (BitTerm S : Run.entrySymbols()) {
    OfInputs.erase(S.Id);
    IsEntry.insert(S.Id);
  }
  // The path itself may ask for a state at entry: that the lock was entered
  // before.
  if (!NeedsAnotherState && isWrongFor(Open))
    F.Entry = EntryValues::DoNotMatter;
  // SOUND: nobody knows the state of what code elsewhere gives back, nor of
  // memory that nobody has written.
  else if (!NeedsAnotherState && !isWrongFor(OfInputs))
    return unknown("the state of an object is not known");
  F.Condition = condition(nullptr);
  return F;
}

bool PathQuery::isWrongFor(const std::unordered_set<uint32_t> &Open) {
  BitTerm Last = Run.lastAssumed();
  if (Terms.isTrue(Last))
    return true;
  std::vector<BitTerm> Asked = withOthersFixed(Open);
  // It is the last one that is required, as it is not always true.
  BitTerm Wrong = Asked.back();
  forgetCallersChoices(Asked);
  Asked.back() = Terms.negation(Wrong);
  Asked.insert(Asked.end(), Preferred.begin(), Preferred.end());
  auto Kept = Solver.Model;
  Answer A = Terms.isTrue(Wrong) ? Answer::No : ask(Asked);
  Solver.Model = std::move(Kept);
  return A == Answer::No;
}

void PathQuery::forgetCallersChoices(std::vector<BitTerm> &Asked) {
  auto IsGiven = [&](BitTerm S) {
    if (Run.ordersAddresses() && Run.pointerSymbols().contains(S.Id))
      return true;
    if (!Run.stateSymbols().contains(S.Id))
      return false;
    BitTerm Root[] = {Run.firstUse(S).Releases};
    std::optional<ir::UInt128> When = Terms.evaluate(Root, Solver.Model)[0];
    return When && *When;
  };
  for (size_t I = 0; I + 1 < Asked.size(); ++I) {
    BitTerm Root[] = {Run.required()[I].Term};
    std::vector<BitTerm> Symbols = Terms.symbolsIn(Root);
    if (!Symbols.empty() && std::ranges::all_of(Symbols, IsGiven))
      Asked[I] = BitTerms::yes();
  }
}

} // namespace predabs::path
