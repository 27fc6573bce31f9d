// Asks the solver about what a path requires, see Feasibility.h.

#include "predicates/path/Feasibility.h"

#include "predicates/alias/Asynchronous.h"
#include "predicates/ir/interpreter/Starts.h"
#include "predicates/path/Conditions.h"
#include "predicates/path/Execution.h"
#include "predicates/path/Facts.h"
#include "predicates/path/OwnCondition.h"
#include "predicates/prover/BitSolver.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace predabs {

using path::BitTerm;
using path::BitTerms;
using path::Execution;
using path::ExecutionLimits;
using path::Requirement;
using path::Role;
using prover::BitSolver;

namespace {

/// A core of more members is not made smaller one by one.
constexpr size_t MaxMinimised = 24;
/// Units for each attempt to make it smaller, besides what the question took.
constexpr uint64_t UnitsForCore = 50'000;

/// About what a term costs, compared with the solver's units.
constexpr uint64_t UnitsPerTerm = 10;
/// And what the solver does with one before it begins to search, which it does
/// not count.
constexpr uint64_t UnitsPerPreparation = 50;

/// What a solver spends on an address that an access may be to, out of many.
constexpr uint64_t UnitsPerTarget = 2000;
constexpr uint64_t MinTargets = 16, MaxTargets = 2048;

ExecutionLimits sizeFor(const PathLimits &L) {
  if (!L.Units)
    return {};
  return {size_t(std::clamp(L.Units / UnitsPerTarget, MinTargets, MaxTargets))};
}

/// Inputs that are proposed for a path that computes what is not followed.
constexpr unsigned MaxProposals = 4;

/// Ways in which one path is executed.
constexpr unsigned MaxAttempts = 4;

const char *const Guess = "it depends on a value that had to be guessed";

/// How a path is executed.
struct Plan {
  path::Sharing Shares = path::Sharing::Objects;
  /// What to choose where a value has to be chosen, as far as it goes.
  std::vector<ir::UInt128> Choices;
  /// Library functions may do more than they do: only "no" counts.
  bool IsLoose = false;
  /// With Any only Feasibility::Giver counts.
  path::ForeignWrites Writes = path::ForeignWrites::Nothing;
};

/// One path and what its execution requires.
class Question {
public:
  Question(ir::Module &M, const Aliases &A, const Path &P, Beginning B,
           const PathLimits &L, const Plan &How, prover::BitLibrary &Library,
           ir::RunStarts &Starts, const EntryStates &AtEntry,
           const Execution::VariableTest &MayChange,
           FailureKind Kind = FailureKind::Assertion)
      : Begins(B), Kind(Kind), AtEntry(AtEntry), How(How), Way(P), Ctx(M.Ctx),
        Limits(L), Library(Library), Allowance(L.Units),
        Run(
            M, A, P, B, How.Shares, Terms,
            [this](Execution &E, BitTerm T) { return choose(E, T); },
            sizeFor(L), &Starts) {
    if (How.IsLoose)
      Run.followLoosely();
    if (Kind == FailureKind::Assertion)
      Run.attribute(L.IsInput, How.Writes);
    else
      Run.takeSystemForInput();
    Run.setMayChange(MayChange);
  }

  Feasibility answer() {
    Run.run();
    if (!Run.required().empty() && Terms.isFalse(Run.required().back().Term))
      return hasGuessed() ? unknown(Guess)
                          : impossible({Run.required().back().Step});
    switch (ask(Run, termsOf(Run))) {
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

  Departures departures(uint32_t From, PathEnd E) {
    Run.runWithTurns(From, E);
    Departures Result;
    Result.Why = obstacle();
    for (const path::Turn &T : Run.turns()) {
      if (!Result.Why.empty())
        break;
      std::vector<BitTerm> Asked = termsOf(Run);
      Asked.resize(T.NumRequired);
      Asked.insert(Asked.end(), T.Conditions.begin(), T.Conditions.end());
      Answer A = ask(Run, Asked);
      if (A == Answer::Unknown)
        Result.Why = "the solver's limit";
      else if (A == Answer::Yes && !isModelOf(Asked))
        Result.Why = "floating-point values decide";
      else if (A == Answer::Yes)
        Result.All.push_back(
            {T.Step, T.Next, witness(T.NumInputs, T.NumUnset)});
    }
    return Result;
  }

  uint64_t units() const { return Solver ? Solver->units() : 0; }
  /// Terms that were made and brought to the solver, in units.
  uint64_t termUnits() const {
    return UnitsPerTerm * Terms.size() + UnitsPerPreparation * NumPrepared;
  }

  /// The last function of the program that is not here and was called.
  const ir::Function *lastForeign() const { return Run.lastForeign(); }

  /// Another way to execute the path that may answer what this one did not.
  std::optional<Plan> another(const Feasibility &F) {
    Plan Next = How;
    if (F.Possible == Answer::No && How.Shares == path::Sharing::Objects &&
        Run.couldShareParts()) {
      Next.Shares = path::Sharing::Parts;
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

private:
  /// Why not all executions along the path are known, or empty.
  std::string obstacle() const {
    if (!Run.gaveUp().empty())
      return Run.gaveUp();
    if (Run.leavesOut())
      return Run.leavesOut();
    if (!Run.doubts().empty())
      return "it depends on " + Run.doubts().front().Because.text();
    return hasGuessed() ? Guess : "";
  }

  bool isModelOf(const std::vector<BitTerm> &Asked) {
    std::vector<std::optional<ir::UInt128>> Truth =
        Terms.evaluate(Asked, Model);
    return std::all_of(Truth.begin(), Truth.end(),
                       [](const auto &T) { return T && *T; });
  }

  Feasibility unknown(std::string Why) {
    Feasibility F;
    F.Why = std::move(Why);
    return F;
  }

  Feasibility impossible(std::vector<uint32_t> Core) {
    Feasibility F;
    F.Possible = Answer::No;
    F.Core = std::move(Core);
    return F;
  }

  /// Values for what was chosen that what came later would have liked.
  std::vector<ir::UInt128> betterChoices() {
    std::vector<BitTerm> Asked, Chosen;
    for (const Requirement &R : Run.required()) {
      if (R.Why == Role::Choice)
        Chosen.push_back(R.Chosen);
      else if (!Terms.isFalse(R.Term))
        Asked.push_back(R.Term);
    }
    std::vector<ir::UInt128> Result;
    if (ask(Run, Asked) == Answer::Yes)
      for (const auto &V : Terms.evaluate(Chosen, Model))
        Result.push_back(V.value_or(0));
    return Result;
  }

  /// Whether a value was chosen that others could take the place of.
  bool hasGuessed() const {
    return std::any_of(
        Run.required().begin(), Run.required().end(),
        [](const Requirement &R) { return R.Why == Role::Choice; });
  }

  static std::vector<BitTerm> termsOf(const Execution &E) {
    std::vector<BitTerm> Result;
    for (const Requirement &R : E.required())
      Result.push_back(R.Term);
    return Result;
  }

  bool isSpent() const {
    return Limits.Units &&
           units() + UnitsPerPreparation * NumPrepared > Limits.Units;
  }

  /// Whether \p Asked can be true, together with what holds always. After Yes
  /// Model makes them true, after No Core are positions in \p Asked.
  Answer ask(const Execution &E, const std::vector<BitTerm> &Asked) {
    std::vector<BitTerm> All = E.environment();
    size_t NumAlways = All.size();
    All.insert(All.end(), Asked.begin(), Asked.end());
    path::Facts F = path::simplify(Terms, All);
    Answer A = ask(F);
    std::vector<uint32_t> Used;
    for (uint32_t I : Core)
      if (I >= NumAlways)
        Used.push_back(uint32_t(I - NumAlways));
    Core = std::move(Used);
    return A;
  }

  Answer ask(const path::Facts &F) {
    Core.clear();
    std::vector<BitTerm> Left;
    for (const path::Fact &X : F.Left)
      Left.push_back(X.Term);
    std::vector<uint32_t> Found(Left.size() == 1 ? 1 : 0);
    if (!Left.empty() && !Terms.isFalse(Left.front()) && isModelStill(F, Left))
      return Answer::Yes;
    Answer A = Left.empty()                  ? Answer::Yes
               : Terms.isFalse(Left.front()) ? Answer::No
                                             : solve(Left, Found);
    for (uint32_t I : Found)
      Core.insert(Core.end(), F.Left[I].From.begin(), F.Left[I].From.end());
    std::sort(Core.begin(), Core.end());
    Core.erase(std::unique(Core.begin(), Core.end()), Core.end());
    if (A != Answer::Yes)
      return A;
    Model = F.Known;
    if (!Left.empty())
      for (auto [Symbol, Value] : Solver->values(Terms.symbolsIn(Left)))
        Model[Symbol] = Value;
    return A;
  }

  /// Whether the last model, changed where \p F knows better, makes \p Left
  /// true. Most steps of a path say little that is new.
  bool isModelStill(const path::Facts &F, const std::vector<BitTerm> &Left) {
    // The solver knows better than to decide everything by what is in doubt.
    if (!Run.doubts().empty())
      return false;
    BitTerms::Values Changed = Model;
    for (auto [Symbol, Value] : F.Known)
      Changed[Symbol] = Value;
    std::swap(Model, Changed);
    bool Holds = isModelOf(Left);
    if (!Holds)
      std::swap(Model, Changed);
    return Holds;
  }

  Answer solve(const std::vector<BitTerm> &Asked, std::vector<uint32_t> &Used) {
    NumPrepared = std::max(NumPrepared, Terms.cone(Asked).size());
    if (isSpent())
      return Answer::Unknown;
    if (!Solver)
      Solver = std::make_unique<BitSolver>(Library, Terms);
    Answer A = Solver->check(Asked, Allowance);
    if (A == Answer::No)
      Used = Solver->core();
    return A;
  }

  std::optional<ir::UInt128> choose(Execution &E, BitTerm T) {
    if (NumChosen < How.Choices.size())
      return How.Choices[NumChosen++];
    std::vector<BitTerm> Asked = termsOf(E);
    // A size had better be small, and an address not null.
    unsigned W = Terms.width(T);
    auto Below = [&](ir::UInt128 Bound) {
      return Terms.make(prover::BitOp::UnsignedLess, T, Terms.number(W, Bound));
    };
    Asked.push_back(Terms.negation(Terms.equal(T, Terms.number(W, 0))));
    if (!E.isAddress(T) && W > 16)
      Asked.back() = Terms.both(Asked.back(), Below(4096));
    if (ask(E, Asked) != Answer::Yes) {
      Asked.pop_back();
      if (ask(E, Asked) != Answer::Yes)
        return std::nullopt;
    }
    BitTerm Root[] = {T};
    return Terms.evaluate(Root, Model)[0];
  }

  // No.

  Feasibility contradiction() {
    minimise(termsOf(Run));
    std::vector<uint32_t> Steps;
    for (uint32_t I : Core) {
      const Requirement &R = Run.required()[I];
      if (R.Why == Role::Choice)
        return unknown(Guess);
      Steps.push_back(R.Step);
    }
    std::sort(Steps.begin(), Steps.end());
    Steps.erase(std::unique(Steps.begin(), Steps.end()), Steps.end());
    return impossible(std::move(Steps));
  }

  /// Makes Core, positions in \p All, smaller.
  void minimise(const std::vector<BitTerm> &All) {
    std::vector<uint32_t> Best = Core;
    Allowance = units() + UnitsForCore;
    // What comes before I was needed, and still is.
    for (size_t I = 0; Best.size() <= MaxMinimised && I < Best.size();) {
      std::vector<uint32_t> Rest = Best;
      Rest.erase(Rest.begin() + ptrdiff_t(I));
      std::vector<BitTerm> Asked;
      for (uint32_t Position : Rest)
        Asked.push_back(All[Position]);
      if (ask(Run, Asked) != Answer::No) {
        ++I;
        continue;
      }
      Best.clear();
      for (uint32_t Position : Core)
        Best.push_back(Rest[Position]);
    }
    Core = std::move(Best);
  }

  // Yes.

  Feasibility possible() {
    if (Kind != FailureKind::Assertion)
      preferFirstState();
    if (auto Why = doubt())
      return unknown("it depends on " + Why->text());
    if (!isModelOf(termsOf(Run)))
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
      F.Condition = condition();
    return F;
  }

  // Steps of a protocol. What was assumed last is that the object is in a state
  // in which the step is wrong.

  /// Goes on with the object being free at entry, if that is possible: where
  /// the path acquires it, or the function does.
  /// SOUND: not where the path releases it first. That would make two pointers
  /// from outside the same: `lock(&d->l); unlock(&s->l); unlock(&d->l);`.
  void preferFirstState() {
    BitTerm Root[] = {Run.lastAssumed()};
    std::vector<BitTerm> Asked = termsOf(Run);
    auto Kept = Model;
    for (BitTerm S : Terms.symbolsIn(Root))
      if (Run.stateSymbols().contains(S.Id) && isEntrySymbol(S))
        preferFree(S);
    Asked.insert(Asked.end(), Preferred.begin(), Preferred.end());
    if (Preferred.empty() || ask(Run, Asked) == Answer::Yes)
      return;
    NeedsAnotherState = Kind == FailureKind::OwnStep;
    Preferred.clear();
    Model = std::move(Kept);
  }

  void preferFree(BitTerm S) {
    Execution::FirstUse First = Run.firstUse(S);
    BitTerm When = Kind == FailureKind::OwnStep ? Terms.negation(First.Releases)
                                                : First.Acquires;
    BitTerm IsFree = Terms.equal(
        S, Terms.number(Terms.width(S), Run.entryState(S, AtEntry)));
    if (!Terms.isFalse(When))
      Preferred.push_back(Terms.implies(When, IsFree));
  }

  bool isEntrySymbol(BitTerm S) const {
    const auto &All = Run.entrySymbols();
    return std::any_of(All.begin(), All.end(),
                       [&](auto &E) { return E.Symbol.Id == S.Id; });
  }

  Feasibility brokenStep(Feasibility F) {
    if (const ir::Function *By = Run.changerOfLast())
      return unknown(By->DisplayName + "() may have changed it");
    std::unordered_set<uint32_t> Open, OfInputs;
    Open = Run.pointerSymbols();
    for (auto [Symbol, Addr] : Run.stateSymbols())
      Open.insert(Symbol);
    OfInputs = Open;
    for (const path::EntrySymbol &S : Run.entrySymbols()) {
      OfInputs.erase(S.Symbol.Id);
      IsEntry.insert(S.Symbol.Id);
    }
    F.Condition = condition();
    // The path itself may ask for a state at entry: that the lock was entered
    // before.
    if (NeedsAnotherState)
      return F;
    if (isWrongFor(Open)) {
      F.Entry = EntryValues::DoNotMatter;
      return F;
    }
    // SOUND: nobody knows the state of what code elsewhere gives back, nor of
    // memory that nobody has written.
    if (!isWrongFor(OfInputs))
      return unknown("the state of an object is not known");
    return F;
  }

  /// Whether the step is wrong, wherever the path is taken, however the symbols
  /// \p Open are.
  bool isWrongFor(const std::unordered_set<uint32_t> &Open) {
    BitTerm Last = Run.lastAssumed();
    if (Terms.isTrue(Last))
      return true;
    std::vector<BitTerm> Asked = withOthersFixed(Open);
    // It is the last one that is required, as it is not always true.
    BitTerm Wrong = Asked.back();
    forgetCallersChoices(Asked);
    Asked.back() = Terms.negation(Wrong);
    Asked.insert(Asked.end(), Preferred.begin(), Preferred.end());
    auto Kept = Model;
    Answer A = Terms.isTrue(Wrong) ? Answer::No : ask(Run, Asked);
    Model = std::move(Kept);
    return A == Answer::No;
  }

  /// Drops from \p Asked, which is what the path requires, what it asks of the
  /// states of objects that it releases first: in which of several states
  /// callers hold them (how often, or for reading) is for these to say. So is
  /// how their objects lie in memory: `!(a < b)` does not make them one.
  void forgetCallersChoices(std::vector<BitTerm> &Asked) {
    auto IsGiven = [&](BitTerm S) {
      if (Run.ordersAddresses() && Run.pointerSymbols().contains(S.Id))
        return true;
      if (!Run.stateSymbols().contains(S.Id))
        return false;
      BitTerm Root[] = {Run.firstUse(S).Releases};
      std::optional<ir::UInt128> When = Terms.evaluate(Root, Model)[0];
      return When && *When;
    };
    for (size_t I = 0; I + 1 < Asked.size(); ++I) {
      BitTerm Root[] = {Run.required()[I].Term};
      std::vector<BitTerm> Symbols = Terms.symbolsIn(Root);
      if (!Symbols.empty() && std::ranges::all_of(Symbols, IsGiven))
        Asked[I] = BitTerms::yes();
    }
  }

  /// What the path requires, with the symbols not in \p Open as in the model.
  std::vector<BitTerm>
  withOthersFixed(const std::unordered_set<uint32_t> &Open) {
    std::vector<BitTerm> Asked = termsOf(Run);
    BitTerms::Values Others;
    for (BitTerm S : Terms.symbolsIn(Asked))
      if (!Open.contains(S.Id)) {
        auto It = Model.find(S.Id);
        Others[S.Id] = It == Model.end() ? ir::UInt128(0) : It->second;
      }
    return Terms.substitute(Asked, Others);
  }

  // Doubt. A value that the program or the system determines and that is not
  // followed is no input. The path happens if there are inputs for which it is
  // taken whatever those values are: inputs are proposed, and values for which
  // it is left with them make the next proposal better.

  /// Why such a value matters: then the path may be an artefact.
  std::optional<path::Cause> doubt() {
    std::unordered_set<uint32_t> Open;
    for (const path::Doubt &D : Run.doubts())
      Open.insert(D.Symbol.Id);
    if (Open.empty())
      return std::nullopt;
    std::vector<BitTerm> Asked = termsOf(Run);
    Asked.insert(Asked.end(), Preferred.begin(), Preferred.end());
    for (unsigned Try = 0; Try < MaxProposals; ++Try) {
      auto Proposed = Model;
      std::vector<BitTerm> Leaves = leaving(withOthersFixed(Open));
      bool IsCertain =
          Terms.isFalse(Leaves[0]) || ask(Run, Leaves) == Answer::No;
      auto Objection = std::exchange(Model, std::move(Proposed));
      if (IsCertain)
        return std::nullopt;
      Asked.push_back(stays(Objection, Open));
      if (ask(Run, Asked) != Answer::Yes)
        break;
    }
    return causeAmong(withOthersFixed(Open));
  }

  /// That one of \p Terms, which are as the path requires them, does not hold;
  /// what a model says of a value holds, whatever it is.
  std::vector<BitTerm> leaving(const std::vector<BitTerm> &Required) {
    std::vector<BitTerm> Asked = {BitTerms::no()};
    for (size_t I = 0; I < Required.size(); ++I)
      if (Run.required()[I].Why == Role::Given)
        Asked.push_back(Required[I]);
      else
        Asked[0] = Terms.either(Asked[0], Terms.negation(Required[I]));
    return Asked;
  }

  /// That the path is taken, or cannot be, if the symbols \p Open are as in
  /// \p Values.
  BitTerm stays(const BitTerms::Values &Values,
                const std::unordered_set<uint32_t> &Open) {
    std::vector<BitTerm> Asked = termsOf(Run);
    BitTerms::Values Fixed;
    for (BitTerm S : Terms.symbolsIn(Asked))
      if (Open.contains(S.Id)) {
        auto It = Values.find(S.Id);
        Fixed[S.Id] = It == Values.end() ? ir::UInt128(0) : It->second;
      }
    BitTerm Left = BitTerms::yes();
    for (BitTerm T : leaving(Terms.substitute(Asked, Fixed)))
      Left = Terms.both(Left, T);
    return Terms.negation(Left);
  }

  path::Cause causeAmong(const std::vector<BitTerm> &Required) {
    std::unordered_set<uint32_t> Used;
    for (BitTerm S : Terms.symbolsIn(Required))
      Used.insert(S.Id);
    for (const path::Doubt &D : Run.doubts())
      if (Used.contains(D.Symbol.Id))
        return D.Because;
    return Run.doubts().front().Because;
  }

  /// The first inputs and uninitialised bytes, as in the model.
  Witness witness(size_t NumInputs, size_t NumUnset) {
    Witness W;
    std::span Inputs(Run.inputs().data(), NumInputs);
    std::span Unset(Run.unset().data(), NumUnset);
    std::vector<BitTerm> Values;
    for (const path::Input &I : Inputs)
      Values.push_back(I.Value);
    for (const path::UnsetByte &B : Unset)
      Values.push_back(B.Value);
    auto Found = Terms.evaluate(Values, Model);
    size_t Next = 0;
    for (const path::Input &I : Inputs) {
      W.Inputs.push_back(I.What);
      W.Inputs.back().Bits = Found[Next++].value_or(0);
    }
    for (const path::UnsetByte &B : Unset)
      W.Memory[{B.Address, B.FromStep}] = uint8_t(Found[Next++].value_or(0));
    for (const path::LentObject &L : Run.lent())
      W.Lent.push_back(L.Where);
    return W;
  }

  /// Whether \p V, when the program begins, is for another file to say.
  bool isDecidedElsewhere(const ir::Variable &V) const {
    return Begins == Beginning::OfProgram && !V.IsDefined &&
           (V.IsConst || Limits.Elsewhere == VariablesElsewhere::Undecided);
  }

  bool readsForeignMemory(const Witness &W) const {
    auto Reads = [&](uint64_t Address, uint64_t Size) {
      auto First = W.Memory.lower_bound({Address, 0});
      return First != W.Memory.end() && First->first.Address < Address + Size;
    };
    for (const ir::Variable *V : Run.globals())
      if (isDecidedElsewhere(*V) &&
          Reads(Run.addressOfGlobal(*V), V->Ty->size()))
        return true;
    return std::any_of(
        Run.lent().begin(), Run.lent().end(), [&](const path::LentObject &L) {
          return L.From == path::Origin::Input &&
                 (Reads(L.Where.Address, L.Where.Size) ||
                  Reads(L.Where.Address + ir::interp::GhostBase, L.Where.Size));
        });
  }

  /// What is required of the entry state because of \p Why or, if that is a
  /// decision, because of a choice.
  std::vector<BitTerm> fixed(Role Why) {
    std::vector<BitTerm> All, Result;
    for (size_t I = 0; I < Fixed.size(); ++I)
      if ((Run.required()[I].Why == Role::Defined) == (Why == Role::Defined))
        All.push_back(Fixed[I]);
    for (uint32_t I : path::withoutWeaker(Terms, All))
      Result.push_back(All[I]);
    return Result;
  }

  EntryValues doEntryValuesMatter() {
    // A lock that the path takes is free at entry, as it should be.
    for (const path::EntrySymbol &S : Run.entrySymbols())
      if (!Run.stateSymbols().contains(S.Symbol.Id))
        IsEntry.insert(S.Symbol.Id);
    for (const path::GivenSymbol &S : Run.given())
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
    return ask(Run, Defined) == Answer::No ? EntryValues::DoNotMatter
                                           : EntryValues::Matter;
  }

  /// The function of the program that is not here, and but for which the
  /// condition would not fail; or null.
  const ir::Function *giver() {
    std::unordered_set<uint32_t> Open;
    for (const path::GivenSymbol &S : Run.given())
      Open.insert(S.Symbol.Id);
    if (Open.empty())
      return nullptr;
    std::vector<bool> IsOwn = path::conditionSteps(Way);
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
    auto Kept = Model;
    bool Fails = Terms.isFalse(Holds) || ask(Run, Asked) == Answer::No;
    Model = std::move(Kept);
    return Fails ? nullptr : giverOf(Own);
  }

  /// Who gave the first symbol in \p Own.
  const ir::Function *giverOf(const std::vector<BitTerm> &Own) {
    std::unordered_set<uint32_t> Used;
    for (BitTerm S : Terms.symbolsIn(Own))
      Used.insert(S.Id);
    for (const path::GivenSymbol &S : Run.given())
      if (Used.contains(S.Symbol.Id))
        return S.By;
    return Run.given().front().By;
  }

  bool isAboutStates(const std::vector<BitTerm> &Symbols) const {
    return std::any_of(Symbols.begin(), Symbols.end(), [&](BitTerm S) {
      return Run.stateSymbols().contains(S.Id);
    });
  }

  /// What decisions say about the entry state; nothing if they relate it to
  /// what comes later.
  std::vector<const ir::Expr *> condition() {
    std::vector<BitTerm> Decisions, Result;
    for (const Requirement &R : Run.required())
      if (R.Why != Role::Defined)
        Decisions.push_back(R.Term);
    for (uint32_t I : path::withoutWeaker(Terms, Decisions)) {
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
    return path::sayConditions(Ctx, Terms, Result, Run.entrySymbols());
  }

  const Beginning Begins;
  const FailureKind Kind;
  const EntryStates &AtEntry;
  bool NeedsAnotherState = false; ///< of an object that should be in its first
  const Plan How;
  const Path &Way;
  size_t NumChosen = 0;
  ir::Context &Ctx;
  const PathLimits Limits;
  prover::BitLibrary &Library;
  uint64_t Allowance; ///< units for one question
  BitTerms Terms;
  std::unique_ptr<BitSolver> Solver;
  size_t NumPrepared = 0; ///< terms
  Execution Run;
  BitTerms::Values Model;
  std::vector<uint32_t> Core;
  std::vector<BitTerm> Fixed;
  std::vector<BitTerm> Preferred;       ///< states at entry
  std::unordered_set<uint32_t> IsEntry; ///< symbols, by Id
};

} // namespace

class PathChecker::Impl {
public:
  Impl(ir::Module &M, const Aliases &A, const PathLimits &L)
      : M(M), A(A), Limits(L), Most(L.Units) {}

  void allow(uint64_t Units) {
    Limits.Units = std::max<uint64_t>(1, Most ? std::min(Most, Units) : Units);
  }

  Feasibility check(const Path &P, Beginning B, FailureKind K) {
    Plan How;
    Feasibility First;
    for (unsigned Attempt = 0; Attempt < MaxAttempts; ++Attempt) {
      Question Q(M, A, P, B, Limits, How, Library, Starts, AtEntry, MayChange,
                 K);
      Feasibility F = Q.answer();
      bool IsAnswer =
          How.IsLoose ? F.Possible == Answer::No : F.Possible == Answer::Yes;
      if (Attempt == 0 || IsAnswer)
        First = F;
      const ir::Function *Foreign = Q.lastForeign();
      auto Next = Q.another(F);
      Units += Q.units() + Q.termUnits();
      if (IsAnswer && !How.IsLoose && !F.Giver && Foreign) {
        First.Giver = writer(P, B, K, How, Foreign);
        First.Given = Feasibility::Gift::Memory;
      }
      if (!Next || IsAnswer || How.IsLoose)
        break;
      How = *Next;
    }
    if (First.Possible == Answer::Yes && !First.Giver &&
        K == FailureKind::Assertion)
      if (const ir::Function *F = replaceableOn(P)) {
        First.Giver = F;
        First.Given = Feasibility::Gift::Body;
      }
    return First;
  }

  /// The function of the program that is not here, and that may have written
  /// what the condition depends on, which fails otherwise: \p Last was the last
  /// one.
  const ir::Function *writer(const Path &P, Beginning B, FailureKind K,
                             Plan How, const ir::Function *Last) {
    How.Writes = path::ForeignWrites::Any;
    Question Q(M, A, P, B, Limits, How, Library, Starts, AtEntry, MayChange, K);
    Feasibility F = Q.answer();
    Units += Q.units() + Q.termUnits();
    // SOUND: what cannot be followed may have been changed.
    return F.Possible == Answer::Yes ? F.Giver : Last;
  }

  ir::Module &M;
  const Aliases &A;
  PathLimits Limits;
  const uint64_t Most; ///< units of one path, as given
  uint64_t Units = 0;
  prover::BitLibrary Library;
  ir::RunStarts Starts;
  EntryStates AtEntry;
  std::unique_ptr<AsynchronousWrites> Others; ///< once somebody asked
  const Execution::VariableTest MayChange = [this](const ir::Variable &V) {
    if (!Others)
      Others = std::make_unique<AsynchronousWrites>(M, A);
    return Others->mayChange(M.Ctx.var(&V));
  };
};

PathChecker::PathChecker(ir::Module &M, const Aliases &A, const PathLimits &L)
    : I(std::make_unique<Impl>(M, A, L)) {}
PathChecker::~PathChecker() = default;

uint64_t PathChecker::units() const { return I->Units; }
void PathChecker::allow(uint64_t Units) { I->allow(Units); }
ir::RunStarts &PathChecker::starts() { return I->Starts; }
void PathChecker::assume(EntryStates AtEntry) {
  I->AtEntry = std::move(AtEntry);
}

Departures PathChecker::departures(const Path &P, Beginning B, uint32_t From,
                                   PathEnd E) {
  Question Q(I->M, I->A, P, B, I->Limits, {}, I->Library, I->Starts, I->AtEntry,
             I->MayChange);
  Departures Result = Q.departures(From, E);
  I->Units += Q.units() + Q.termUnits();
  return Result;
}

Feasibility PathChecker::check(const Path &P, Beginning B, FailureKind K) {
  if (P.Steps.size() > I->Limits.MaxSteps) {
    Feasibility F;
    F.Why = "it has too many steps";
    return F;
  }
  return I->check(P, B, K);
}

} // namespace predabs
