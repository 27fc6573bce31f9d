// What all rounds of one translation unit share: the module, what is known
// about its pointers, the predicates found so far, the prover with its answers,
// and the counters. Internal to the engine.

#ifndef PREDABS_CHECKERS_PROGRAM_WORKSPACE_H
#define PREDABS_CHECKERS_PROGRAM_WORKSPACE_H

#include "checkers/obligations/Obligations.h"
#include "checkers/program/NamedConstants.h"
#include "checkers/report/Report.h"
#include "predicates/alias/Aliases.h"
#include "predicates/language/Predicate.h"
#include "predicates/path/Feasibility.h"
#include "predicates/prover/Prover.h"

#include <set>

namespace predabs {

struct Workspace {
  Workspace(ir::Module &M, World W, const ir::Function *Start,
            std::vector<const ir::Function *> Failures, const Options &Opts)
      : M(M), Opts(Opts), IsInput(inputTest(Opts)), A(M, W), Names(M, A, Start),
        Failures(std::move(Failures)), Z(createZ3Prover(M.Ctx)),
        Paths(M, A,
              {.IsInput = IsInput,
               .Elsewhere = Opts.Entry.empty() ? VariablesElsewhere::Undecided
                                               : VariablesElsewhere::Inputs}) {}

  ir::Module &M;
  const Options &Opts;
  const InputTest IsInput;
  Aliases A;
  NamedConstants Names;
  /// Functions whose call is the failure of an obligation.
  std::vector<const ir::Function *> Failures;
  std::unique_ptr<Prover> Z;
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

/// A statement that must not be reached.
struct Goal {
  const ir::Function *Func = nullptr;
  ir::BlockId Block = 0;
  uint32_t Stmt = 0;

  auto operator<=>(const Goal &) const = default;
};

/// What it means to reach \p G.
FailureKind kindOf(const Goal &G);

/// A function that others call, and how.
struct Entry {
  const ir::Function *Func = nullptr;
  Beginning How = Beginning::OfCall;
};

/// How far to go: a glance runs the code a few times, a quick look tries only
/// what is cheap.
enum class Look : uint8_t { Glance, Quick, Thorough };

/// What was found about a goal, for one way to start.
struct Finding {
  Verdict Answer = Verdict::Unknown;
  std::string Why;
  /// Of Unknown: with more units of work it might have been decided.
  bool IsSpent = false;
  Evidence Basis;
  /// Of Violated and Latent: how it is reached, and what a run saw on the way.
  Path Way;
  Witness Inputs;
  Replay Run;
  /// Of Latent: the function that is not here whose matter it is, in words.
  std::string When;
  /// Of Latent: what holds at entry on that path, if it can be said.
  std::vector<const ir::Expr *> Condition;
  /// Of a lock that is held at a return: where others release it.
  ir::Loc Elsewhere;
};

} // namespace predabs

#endif
