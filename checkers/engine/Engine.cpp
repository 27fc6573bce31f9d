#include "checkers/engine/Engine.h"

#include "checkers/engine/Pipeline.h"
#include "checkers/program/Start.h"
#include "checkers/program/Volatile.h"
#include "checkers/protocols/instrument/Unfold.h"
#include "checkers/protocols/language/ChosenProtocols.h"
#include "checkers/store/reuse/VerdictReuse.h"
#include "predicates/ir/Forward.h"

using namespace predabs;

namespace {

/// SOUND: nothing is known of calls through pointers to a failure function.
void addIndirect(Report &R, const std::vector<Obligation> &Indirect) {
  for (const Obligation &O : Indirect)
    R.Decisions.push_back({O,
                           Verdict::Unknown,
                           "its address is taken: it may be called through a "
                           "pointer",
                           {}});
}

/// What the engine expects of a module. Gives the states of objects at entry.
EntryStates simplify(ir::Module &M, const std::vector<Protocol> &Protocols,
                     const SymbolFinder &IsElsewhere = {}) {
  unfold(M, Protocols);
  ir::forwardTemporaries(M);
  settleOwnVolatile(M);
  clearExceptions(M);
  return instrument(M, Protocols, IsElsewhere);
}

/// Whether something is asked for that is not kept.
bool wantsWork(const Options &Opts) {
  return !Opts.EmitBp.empty() || Opts.TraceRefinement ||
         Opts.DebugFault != Fault::None;
}

std::set<const ir::Function *> failureSet(const ir::Module &M,
                                          const Options &Opts) {
  std::vector<const ir::Function *> All = failureFunctions(M, Opts);
  return {All.begin(), All.end()};
}

/// The same as it was, with the lines that things have now.
std::optional<SummaryFile> asBefore(const SummaryFile &Before, ir::Module &M,
                                    const FileKeys &Keys, const Options &Opts,
                                    Surroundings &Around) {
  if (wantsWork(Opts) || Before.Code != Keys.Code ||
      !isUpToDate(Before, Around))
    return std::nullopt;
  std::optional<SummaryFile> Now = relocated(Before, M, Keys, Around);
  if (Now && !Opts.hasEntry())
    relocateContracts(*Now, M, failureSet(M, Opts));
  return Now;
}

/// Judges what is in \p M, and says what is to be kept about it.
Checked judge(ir::Module &M, const EngineInput &In) {
  Checked Result;
  PreparedModule P(M, In);
  std::vector<KeptDecision> Kept;
  if (P.Found.empty()) {
    Result.Found.Files = M.Files;
  } else {
    Pipeline Stages(P, In);
    Result.Found = Stages.run();
    Kept = Stages.ledger().own();
    Result.ToKeep.AtCalls = Stages.ledger().atCalls();
    Result.ToKeep.Judged = Stages.ledger().judgements();
  }
  if (P.Books)
    Result.Answers = P.Books->changed();
  if (In.Store)
    writeFunctions(Result.ToKeep, M, In.Store->Keys, P.Foreign, Kept);
  Result.ToKeep.Files = Result.Found.Files;
  Result.ToKeep.Messages = Result.Found.Messages;
  return Result;
}

/// Finds symbols of other files, and notes them.
SymbolFinder noting(std::vector<Use> &Symbols, Surroundings &Around) {
  return [&](const std::string &Name) {
    Surroundings::Place Found = Around.find(Name);
    Symbols.push_back({Name, Found ? Found.Of->Answers : Key()});
    return bool(Found);
  };
}

} // namespace

Report predabs::check(ir::Module &M, const Options &Opts, Models *Library,
                      const Listener &Tell) {
  return check(M, Opts, chooseProtocols(Opts).All, Library, Tell);
}

Report predabs::check(ir::Module &M, const Options &Opts,
                      const std::vector<Protocol> &Protocols, Models *Library,
                      const Listener &Tell) {
  commit(Opts.DebugFault);
  EntryStates AtEntry = simplify(M, Protocols);
  Progress Told(Tell);
  Report R = judge(M, {.Opts = Opts,
                       .Protocols = Protocols,
                       .AtEntry = AtEntry,
                       .Library = Library,
                       .Told = Tell ? &Told : nullptr})
                 .Found;
  addIndirect(R, indirectFailures(M, Opts));
  return R;
}

std::optional<Report> predabs::recall(const SummaryFile &Before,
                                      const Options &Opts,
                                      Surroundings &Around) {
  if (wantsWork(Opts) || !isUpToDate(Before, Around))
    return std::nullopt;
  Report R = storedReport(Before);
  putInOrder(R);
  return R;
}

Checked predabs::check(ir::Module &M, const Options &Opts, Surroundings &Around,
                       const SummaryFile *Before, Models *Library,
                       const Listener &Tell) {
  commit(Opts.DebugFault);
  std::vector<Protocol> Protocols = chooseProtocols(Opts).All;
  std::vector<Use> Symbols;
  // A program that is judged from its entry is one thing.
  EntryStates AtEntry = simplify(
      M, Protocols, Opts.hasEntry() ? SymbolFinder() : noting(Symbols, Around));
  FileKeys Keys = keysOf(M, Opts);
  std::vector<Obligation> Indirect = indirectFailures(M, Opts);
  Checked Result;
  if (std::optional<SummaryFile> Now =
          Before ? asBefore(*Before, M, Keys, Opts, Around) : std::nullopt) {
    Result.Found = storedReport(*Now);
    putInOrder(Result.Found);
    Result.ToKeep = std::move(*Now);
  } else {
    addTexts(Keys, M);
    std::optional<Contracts> Made;
    if (!Opts.hasEntry())
      addContracts(Keys, M, Made.emplace(M, failureSet(M, Opts)));
    Progress Told(Tell);
    StoreInput Store = {.Around = Around,
                        .Keys = Keys,
                        .Made = Made ? &*Made : nullptr,
                        .Before = wantsWork(Opts) ? nullptr : Before,
                        .Symbols = std::move(Symbols)};
    Result = judge(M, {.Opts = Opts,
                       .Protocols = Protocols,
                       .AtEntry = AtEntry,
                       .Library = Library,
                       .Store = &Store,
                       .Told = Tell ? &Told : nullptr});
    writeLooks(Result.ToKeep, Around);
    for (const auto &[Id, K] : Keys.Contracts)
      Result.Found.Numbers.Engine.Exact += K.Of != Key();
  }
  Result.IsAllKept = Indirect.empty();
  addIndirect(Result.Found, Indirect);
  return Result;
}
