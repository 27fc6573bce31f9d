// One way to execute a path, and what its requirements say: whether they can
// hold together, with which inputs, and whose matter the failure is then.
//
//   PathQuery.cpp       the answer, from the conditions that the path requires
//   Doubt.cpp           values that nobody follows: do they matter?
//   Responsibility.cpp  does it depend on what callers pass, or on what another
//                       file gives back?
//   ProtocolSteps.cpp   the same of a step of a protocol
//
// Internal to PathChecker (Feasibility.h).

#ifndef PREDABS_PREDICATES_PATH_PATHQUERY_H
#define PREDABS_PREDICATES_PATH_PATHQUERY_H

#include "predicates/interpreter/Starts.h"
#include "predicates/path/Execution.h"
#include "predicates/path/PathSolver.h"

#include <optional>
#include <unordered_set>

namespace predabs::path {

/// What all paths of a module share.
struct PathContext {
  ir::Module &M;
  const Aliases &A;
  PathLimits Limits;
  Execution::VariableTest MayChange = {};
  prover::BitLibrary Library = {};
  ir::RunStarts Starts = {};
};

/// How a path is executed.
struct ExecutionPlan {
  /// The solver's resource units; 0: no limit.
  uint64_t Units = 0;
  Sharing Shares = Sharing::Objects;
  /// What to choose where a value has to be chosen, as far as it goes.
  std::vector<ir::UInt128> Choices = {};
  /// Library functions may do more than they do: only "no" counts.
  bool IsLoose = false;
  /// With Any only Feasibility::Giver counts.
  ForeignWrites Writes = ForeignWrites::Nothing;
  CoreEffort Core = CoreEffort::Minimal;
};

class PathQuery {
public:
  PathQuery(PathContext &Of, const Path &P, Beginning B,
            const ExecutionPlan &How, FailureKind Kind);

  Feasibility answer();
  Departures departures(uint32_t From, PathEnd E);

  /// But for what finding words took.
  uint64_t units() const {
    return Solver.units() + Solver.termUnits() - UnitsForWords;
  }
  /// The last function of the program that is not here and was called.
  const ir::Function *lastForeign() const { return Run.lastForeign(); }
  /// Whether that may be so because pointers from outside have no room.
  bool couldHaveRoom() const { return Run.couldHaveRoom(FailsDefined); }
  /// Another way to execute the path that may answer what this one did not.
  std::optional<ExecutionPlan> another(const Feasibility &F);

private:
  // The answer.
  Feasibility possible();
  Feasibility contradiction();
  /// Why not all executions along the path are known, or empty.
  std::string obstacle() const;
  static Feasibility unknown(std::string Why);
  static Feasibility impossible(std::vector<uint32_t> Steps);
  /// Values for what was chosen that what came later would have liked.
  std::vector<ir::UInt128> betterChoices();
  /// Whether a value was chosen that others could take the place of.
  bool hasGuessed() const;
  std::optional<ir::UInt128> choose(Execution &E, BitTerm T);
  /// The terms that the path requires.
  std::vector<BitTerm> required() const;
  Answer ask(const std::vector<BitTerm> &Asked) {
    return Solver.ask(Run.environment(), Asked, toTry());
  }
  PathSolver::Try toTry() const {
    return Run.doubts().empty() ? PathSolver::Try::LastModel
                                : PathSolver::Try::Nothing;
  }
  /// What the path requires, with the symbols not in \p Open as in the model.
  std::vector<BitTerm>
  withOthersFixed(const std::unordered_set<uint32_t> &Open);
  /// The first inputs and uninitialised bytes, as in the model.
  Witness witness(size_t NumInputs, size_t NumUnset);

  // Doubt.
  /// Why such a value matters: then the path may be an artefact.
  std::optional<Cause> doubt();
  /// That one of \p Terms, which are as the path requires them, does not hold;
  /// what a model says of a value holds, whatever it is.
  std::vector<BitTerm> leaving(const std::vector<BitTerm> &Required);
  /// That the path is taken, or cannot be, if the symbols \p Open are as in
  /// \p Values.
  BitTerm stays(const BitTerms::Values &Values,
                const std::unordered_set<uint32_t> &Open);
  Cause causeAmong(const std::vector<BitTerm> &Required);

  // Whose matter it is.
  /// Whether \p V, when the program begins, is for another file to say.
  bool isDecidedElsewhere(const ir::Variable &V) const;
  bool readsForeignMemory(const Witness &W) const;
  /// What is required of the entry state because of \p Why or, if that is a
  /// decision, because of a choice.
  std::vector<BitTerm> fixed(Role Why);
  EntryValues doEntryValuesMatter();
  bool choosesForEntry() const;
  /// The function of the program that is not here, and but for which the
  /// condition would not fail; or null.
  const ir::Function *giver();
  /// Who gave the first symbol in \p Own.
  const ir::Function *giverOf(const std::vector<BitTerm> &Own);
  bool isAboutStates(const std::vector<BitTerm> &Symbols) const;
  /// What decisions say about the entry state, in words. \p Giver: whose
  /// matter the failure is besides, or null.
  std::vector<const ir::Expr *> condition(const ir::Function *Giver);
  std::vector<const ir::Expr *> sayCondition(const ir::Function *Giver);
  std::vector<const ir::Expr *> sayStepCondition();
  bool isAboutEntry(BitTerm Term) const;
  bool isEntryAlone(BitTerm Term) const;
  std::vector<size_t> decisions() const;

  // Steps.
  /// Goes on with the object being free at entry, if that is possible: where
  /// the path acquires it, or the function does.
  /// SOUND: not where the path releases it first. That would make two pointers
  /// from outside the same: `lock(&d->l); unlock(&s->l); unlock(&d->l);`.
  void preferFirstState();
  void preferFree(BitTerm S);
  bool isEntrySymbol(BitTerm S) const;
  Feasibility brokenStep(Feasibility F);
  /// Whether the step is wrong, wherever the path is taken, however the symbols
  /// \p Open are.
  bool isWrongFor(const std::unordered_set<uint32_t> &Open);
  /// Drops from \p Asked, which is what the path requires, what it asks of the
  /// states of objects that it releases first: in which of several states
  /// callers hold them (how often, or for reading) is for these to say. So is
  /// how their objects lie in memory: `!(a < b)` does not make them one.
  void forgetCallersChoices(std::vector<BitTerm> &Asked);

  PathContext &Of;
  const Path &Way;
  const Beginning Begins;
  const FailureKind Kind;
  const ExecutionPlan How;
  PathSolver Solver;
  BitTerms &Terms = Solver.Terms;
  Execution Run;
  /// Whether executions were left out, or are none, since they have no meaning.
  bool FailsDefined = false;
  size_t NumChosen = 0;
  uint64_t UnitsForWords = 0;
  std::vector<BitTerm> Fixed;     ///< what is required of the entry state
  bool NeedsAnotherState = false; ///< of an object that should be in its first
  std::vector<BitTerm> Preferred; ///< states at entry
  std::unordered_set<uint32_t> IsEntry; ///< symbols, by Id
};

} // namespace predabs::path

#endif
