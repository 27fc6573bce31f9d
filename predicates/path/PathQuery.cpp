#include "predicates/path/PathQuery.h"

#include <algorithm>
#include <span>

namespace predabs::path {

namespace {

/// What a solver spends on an address that an access may be to, out of many.
constexpr uint64_t UnitsPerTarget = 2000;
constexpr uint64_t MinTargets = 16, MaxTargets = 2048;

ExecutionLimits sizeFor(uint64_t Units) {
  if (!Units)
    return {};
  return {size_t(std::clamp(Units / UnitsPerTarget, MinTargets, MaxTargets))};
}

/// On the path of a wrong step code elsewhere leaves the states of objects.
Aliases assumed(const Aliases &A, FailureKind K) {
  return A.under(K == FailureKind::Assertion ? OthersAndStates::Change
                                             : OthersAndStates::Keep);
}

const char *const Guess = "it depends on a value that had to be guessed";

} // namespace

PathQuery::PathQuery(PathContext &Of, const Path &P, Beginning B,
                     const ExecutionPlan &How, FailureKind Kind)
    : Of(Of), Way(P), Begins(B), Kind(Kind), How(How),
      Solver(Of.Library, How.Units),
      Run(
          Of.M, assumed(Of.A, Kind), P, B, How.Shares, Terms,
          [this](Execution &E, BitTerm T) { return choose(E, T); },
          sizeFor(How.Units), &Of.Starts) {
  if (How.IsLoose)
    Run.followLoosely();
  if (Kind == FailureKind::Assertion)
    Run.attribute(Of.Limits.IsInput, How.Writes);
  else
    Run.takeSystemForInput();
  Run.setMayChange(Of.MayChange);
}

Feasibility PathQuery::answer() {
  Run.run();
  if (!Run.required().empty() && Terms.isFalse(Run.required().back().Term)) {
    FailsDefined = Run.required().back().Why == Role::Defined;
    return hasGuessed() ? unknown(Guess)
                        : impossible({Run.required().back().Step});
  }
  switch (ask(required())) {
  case Answer::Unknown:
    return unknown("the solver's limit");
  case Answer::No:
    return contradiction();
  case Answer::Yes:
    break;
  }
  if (!Run.gaveUp().empty())
    return unknown(Run.gaveUp());
  return possible();
}

Departures PathQuery::departures(uint32_t From, PathEnd E) {
  Run.runWithTurns(From, E);
  Departures Result;
  Result.Why = obstacle();
  for (const Turn &T : Run.turns()) {
    if (!Result.Why.empty())
      break;
    std::vector<BitTerm> Asked = required();
    Asked.resize(T.NumRequired);
    Asked.insert(Asked.end(), T.Conditions.begin(), T.Conditions.end());
    Answer A = ask(Asked);
    if (A == Answer::Unknown)
      Result.Why = "the solver's limit";
    else if (A == Answer::Yes && !Solver.isModelOf(Asked))
      Result.Why = "floating-point values decide";
    else if (A == Answer::Yes)
      Result.All.push_back({T.Step, T.Next, witness(T.NumInputs, T.NumUnset)});
  }
  return Result;
}

std::optional<ExecutionPlan> PathQuery::another(const Feasibility &F) {
  ExecutionPlan Next = How;
  if (F.Possible == Answer::No && How.Shares == Sharing::Objects &&
      Run.couldShareParts()) {
    Next.Shares = Sharing::Parts;
    return Next;
  }
  if (F.Possible == Answer::No && couldHaveRoom()) {
    Next.Shares = Sharing::Room;
    return Next;
  }
  if (F.Possible != Answer::Unknown || How.IsLoose)
    return std::nullopt;
  if (F.Why == Guess && How.Choices.empty())
    Next.Choices = betterChoices();
  if (!Next.Choices.empty() && How.Choices.empty())
    return Next;
  if (!Run.couldBeLoose())
    return std::nullopt;
  Next.Choices.clear();
  Next.IsLoose = true;
  return Next;
}

std::string PathQuery::obstacle() const {
  if (!Run.gaveUp().empty())
    return Run.gaveUp();
  if (Run.leavesOut())
    return Run.leavesOut();
  if (!Run.doubts().empty())
    return "it depends on " + Run.doubts().front().Because.text();
  return hasGuessed() ? Guess : "";
}

Feasibility PathQuery::unknown(std::string Why) {
  Feasibility F;
  F.Why = std::move(Why);
  return F;
}

Feasibility PathQuery::impossible(std::vector<uint32_t> Steps) {
  Feasibility F;
  F.Possible = Answer::No;
  F.Core = std::move(Steps);
  return F;
}

std::vector<ir::UInt128> PathQuery::betterChoices() {
  std::vector<BitTerm> Asked, Chosen;
  for (const Requirement &R : Run.required()) {
    if (R.Why == Role::Choice)
      Chosen.push_back(R.Chosen);
    else if (!Terms.isFalse(R.Term))
      Asked.push_back(R.Term);
  }
  std::vector<ir::UInt128> Result;
  if (ask(Asked) == Answer::Yes)
    for (const auto &V : Terms.evaluate(Chosen, Solver.Model))
      Result.push_back(V.value_or(0));
  return Result;
}

bool PathQuery::hasGuessed() const {
  return std::any_of(
      Run.required().begin(), Run.required().end(),
      [](const Requirement &R) { return R.Why == Role::Choice; });
}

std::vector<BitTerm> PathQuery::required() const {
  std::vector<BitTerm> Result;
  for (const Requirement &R : Run.required())
    Result.push_back(R.Term);
  return Result;
}

std::optional<ir::UInt128> PathQuery::choose(Execution &E, BitTerm T) {
  if (NumChosen < How.Choices.size())
    return How.Choices[NumChosen++];
  std::vector<BitTerm> Asked = required();
  // A size had better be small, and an address not null.
  unsigned W = Terms.width(T);
  auto Below = [&](ir::UInt128 Bound) {
    return Terms.make(prover::BitOp::UnsignedLess, T, Terms.number(W, Bound));
  };
  Asked.push_back(Terms.negation(Terms.equal(T, Terms.number(W, 0))));
  if (!E.isAddress(T) && W > 16)
    Asked.back() = Terms.both(Asked.back(), Below(4096));
  if (ask(Asked) != Answer::Yes) {
    Asked.pop_back();
    if (ask(Asked) != Answer::Yes)
      return std::nullopt;
  }
  BitTerm Root[] = {T};
  return Terms.evaluate(Root, Solver.Model)[0];
}

Feasibility PathQuery::contradiction() {
  if (How.Core == CoreEffort::Minimal)
    Solver.minimise(Run.environment(), required(), toTry());
  std::vector<uint32_t> Steps;
  for (uint32_t I : Solver.Core) {
    const Requirement &R = Run.required()[I];
    if (R.Why == Role::Choice)
      return unknown(Guess);
    FailsDefined |= R.Why == Role::Defined;
    Steps.push_back(R.Step);
  }
  std::sort(Steps.begin(), Steps.end());
  Steps.erase(std::unique(Steps.begin(), Steps.end()), Steps.end());
  return impossible(std::move(Steps));
}

Feasibility PathQuery::possible() {
  if (Kind != FailureKind::Assertion)
    preferFirstState();
  if (auto Why = doubt())
    return unknown("it depends on " + Why->text());
  if (!Solver.isModelOf(required()))
    return unknown("floating-point values decide");
  Feasibility F;
  F.Possible = Answer::Yes;
  F.How = witness(Run.inputs().size(), Run.unset().size());
  F.ReadsForeignMemory = readsForeignMemory(F.How);
  if (Kind != FailureKind::Assertion)
    return brokenStep(std::move(F));
  F.Entry = doEntryValuesMatter();
  F.Giver = giver();
  if (F.Entry == EntryValues::Matter)
    F.Condition = condition(F.Giver);
  return F;
}

std::vector<BitTerm>
PathQuery::withOthersFixed(const std::unordered_set<uint32_t> &Open) {
  std::vector<BitTerm> Asked = required();
  BitTerms::Values Others;
  for (BitTerm S : Terms.symbolsIn(Asked))
    if (!Open.contains(S.Id)) {
      auto It = Solver.Model.find(S.Id);
      Others[S.Id] = It == Solver.Model.end() ? ir::UInt128(0) : It->second;
    }
  return Terms.substitute(Asked, Others);
}

Witness PathQuery::witness(size_t NumInputs, size_t NumUnset) {
  Witness W;
  std::span Inputs(Run.inputs().data(), NumInputs);
  std::span Unset(Run.unset().data(), NumUnset);
  std::vector<BitTerm> Values;
  for (const Input &I : Inputs)
    Values.push_back(I.Value);
  for (const UnsetByte &B : Unset)
    Values.push_back(B.Value);
  auto Found = Terms.evaluate(Values, Solver.Model);
  size_t Next = 0;
  for (const Input &I : Inputs) {
    W.Inputs.push_back(I.What);
    W.Inputs.back().Bits = Found[Next++].value_or(0);
  }
  for (const UnsetByte &B : Unset)
    W.Memory[{B.Address, B.FromStep}] = uint8_t(Found[Next++].value_or(0));
  for (const LentObject &L : Run.lent())
    W.Lent.push_back(L.Where);
  return W;
}

} // namespace predabs::path
