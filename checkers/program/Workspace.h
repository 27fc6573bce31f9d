// What all rounds of one translation unit share: the module, what is known
// about its pointers, the predicates found so far, the prover with its answers,
// and the counters. Internal to the engine.

#ifndef PREDABS_CHECKERS_PROGRAM_WORKSPACE_H
#define PREDABS_CHECKERS_PROGRAM_WORKSPACE_H

#include "checkers/obligations/GivenPredicates.h"
#include "checkers/obligations/Obligations.h"
#include "checkers/program/Finding.h"
#include "checkers/program/NamedConstants.h"
#include "predicates/alias/Aliases.h"
#include "predicates/language/Predicate.h"
#include "predicates/path/Feasibility.h"
#include "predicates/prover/Prover.h"

#include <set>

namespace predabs {

struct Workspace {
  Workspace(ir::Module &M, World W, const ir::Function *Start,
            std::vector<const ir::Function *> Failures, const Options &Opts,
            EntryStates AtEntry = {})
      : M(M), Opts(Opts), IsInput(inputTest(Opts)), A(M, W), Names(M, A, Start),
        Failures(std::move(Failures)), Z(createZ3Prover(M.Ctx)),
        Direct(createZ3Prover(
            M.Ctx, {.UnitsPerQuestion = 30'000, .Remembers = Memory::None})),
        Paths(M, A,
              {.IsInput = IsInput,
               .Elsewhere = Opts.hasEntry() ? VariablesElsewhere::Inputs
                                            : VariablesElsewhere::Undecided,
               .AtEntry = std::move(AtEntry)}) {}

  ir::Module &M;
  const Options &Opts;
  const InputTest IsInput;
  Aliases A;
  NamedConstants Names;
  /// Functions whose call is the failure of an obligation.
  std::vector<const ir::Function *> Failures;
  std::unique_ptr<Prover> Z;
  /// For questions that are asked once, cheaply or not at all.
  std::unique_ptr<Prover> Direct;
  /// Functions of other files whose bodies are their contracts.
  std::set<const ir::Function *> Contracted;
  /// See AbstractionOptions.
  std::function<void(const ir::Function *)> Next;
  PathChecker Paths;
  EngineStats Numbers;
  std::vector<std::string> Log;
  /// The last Boolean program, as text, if somebody wants it.
  std::string Program;

  bool wantsLog() const { return Opts.TraceRefinement; }
  void log(std::string Line) {
    if (wantsLog())
      Log.push_back(std::move(Line));
  }
};

} // namespace predabs

#endif
