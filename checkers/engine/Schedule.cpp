#include "checkers/engine/Schedule.h"

#include <algorithm>

namespace predabs {

using ir::Function;

namespace {

/// What a program may cost from its entry, in budgets of a function; a file may
/// cost one.
constexpr uint64_t BudgetsPerProgram = 15;
/// The part of that for functions that lead out of the file: what nobody knows
/// more work seldom tells.
constexpr uint64_t PartLeadingOut = 20;
/// What all looks at a file may cost, in budgets of a function, and more for
/// each statement of it: no file is without an end.
constexpr uint64_t BudgetsPerFile = 5, UnitsPerStmt = 300;
/// Most functions need little, so one may take more than its part.
constexpr uint64_t GenerousShare = 4;
/// What a quick look may cost.
constexpr uint64_t FirstUnits = 10'000, FirstUnitsPerObligation = 2'500;
/// What a thorough look may cost at least, in quick ones, and what part of one
/// where it leads out.
constexpr uint64_t LeastLooks = 2, LeastPartLeadingOut = 2;
/// Objects may have many states, which take predicates each.
constexpr uint64_t PartsForSteps = 2;
/// Each function that costs much in vain halves what the next ones may cost, so
/// often at most.
constexpr unsigned MostHalved = 6;

uint64_t without(uint64_t All, uint64_t Part) {
  return All - std::min(All, Part);
}

} // namespace

Schedule::Schedule(const PreparedModule &P, const AnalysisScope &Seen,
                   uint64_t Budget)
    : P(P), Seen(Seen), OfFunction(Budget * 1000), FileLimit(unitsOfFile()) {}

std::vector<Group> Schedule::groups() const {
  // Assertions and steps apart.
  std::map<std::pair<uint32_t, bool>, Group> ByFunction;
  for (size_t I = 0; I < P.Found.size(); ++I) {
    const Goal &G = P.Found[I].At;
    ByFunction[{G.Func->Id, isStep(G)}].push_back(I);
  }
  std::vector<Group> Result;
  for (const Function *F : Seen.calls().bottomUp())
    for (bool AreSteps : {false, true})
      if (auto It = ByFunction.find({F->Id, AreSteps}); It != ByFunction.end())
        Result.push_back(It->second);
  return Result;
}

void Schedule::beginThoroughLook(size_t NumGroups) {
  IsQuick = false;
  GroupsLeft = NumGroups;
}

void Schedule::begin(const Group &G) {
  UnitLimit = unitsSpent() + allowance(G);
}

void Schedule::beginForCaller(const Group &G) {
  UnitLimit = unitsSpent() + unitsAtFirst(G);
}

void Schedule::end(bool IsVain) {
  --GroupsLeft;
  NumVain += IsVain;
}

uint64_t Schedule::unitsLeft() const {
  return without(UnitLimit, unitsSpent());
}

bool Schedule::isFileSpent() const { return unitsSpent() >= FileLimit; }

/// However many functions there are: what all of them may cost together.
uint64_t Schedule::unitsOfFile() const {
  if (Seen.isOneProgram())
    return 2 * BudgetsPerProgram * OfFunction;
  uint64_t NumStmts = 0;
  for (const auto &F : P.M.Functions)
    NumStmts += numStatements(*F);
  return BudgetsPerFile * OfFunction + UnitsPerStmt * NumStmts;
}

uint64_t Schedule::unitsAtFirst(const Group &G) const {
  uint64_t Units = FirstUnits + FirstUnitsPerObligation * G.size();
  bool AreSteps =
      std::ranges::any_of(G, [&](size_t I) { return isStep(P.Found[I].At); });
  return AreSteps ? PartsForSteps * Units : Units;
}

/// Units for the next function. All share what the file may cost, so that many
/// hard ones do not add up, and the first ones do not take all: something is
/// left for each that the file alone can decide.
uint64_t Schedule::allowance(const Group &G) const {
  if (IsQuick)
    return std::min(OfFunction, unitsAtFirst(G));
  if (Seen.isOneProgram())
    return without(BudgetsPerProgram * OfFunction, unitsSpent());
  bool LeadsOut = Seen.calls().leadsOut(*P.Found[G[0]].At.Func);
  uint64_t Least = LeadsOut ? unitsAtFirst(G) / LeastPartLeadingOut
                            : LeastLooks * unitsAtFirst(G);
  uint64_t Left = without(LeadsOut ? OfFunction / PartLeadingOut : OfFunction,
                          unitsSpent());
  uint64_t Share = GenerousShare * Left / std::max<size_t>(GroupsLeft, 1);
  return std::max(std::min(Left, Share) >> std::min(NumVain, MostHalved),
                  std::min(Least, OfFunction));
}

} // namespace predabs
