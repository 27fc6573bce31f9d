#include "checkers/engine/Prepare.h"

#include "checkers/program/Start.h"
#include "checkers/program/Volatile.h"
#include "checkers/protocols/instrument/FreeLockEntries.h"

#include <algorithm>

using namespace predabs;

using ir::Function;

namespace {

/// Brings in the functions of other files.
Imports importsOf(ir::Module &M, const EngineInput &In) {
  Imports Result;
  if (!In.Store)
    return Result;
  // With an entry, what is here is all that there is.
  if (!In.Opts.hasEntry())
    Result = importCallees(M, In.Store->Around, failureTest(In.Opts));
  const std::vector<Use> &Symbols = In.Store->Symbols;
  Result.Uses.insert(Result.Uses.end(), Symbols.begin(), Symbols.end());
  std::ranges::sort(Result.Uses, {}, &Use::Function);
  return Result;
}

/// What is decided in its own file stays so.
bool isDecidedElsewhere(const FoundObligation &O, const Imports &Foreign) {
  return Foreign.contains(*O.At.Func) &&
         (!Foreign.Latent.contains({O.At.Func, O.At.Block, O.At.Stmt}) ||
          stepOf(O.At).Returning);
}

/// From here on obligations are where they are among the models.
void expandModels(ir::Module &M, const EngineInput &In, PreparedModule &P) {
  if (!In.Library)
    return;
  std::set<std::string> Elsewhere;
  for (const Use &U : P.Foreign.Uses)
    if (U.Of != Key())
      Elsewhere.insert(U.Function);
  // A call that is a failure stays a call.
  for (const Function *F : failureFunctions(M, In.Opts))
    Elsewhere.insert(F->Name);
  P.InPlace = Expansion::of(M, *In.Library, [&](const Function &F) {
    return Elsewhere.contains(F.Name);
  });
  for (FoundObligation &O : P.Found) {
    auto [Block, Stmt] = P.InPlace.now(*O.At.Func, {O.At.Block, O.At.Stmt});
    O.At.Block = Block;
    O.At.Stmt = Stmt;
  }
}

void findStart(ir::Module &M, const Options &Opts, PreparedModule &P) {
  P.Program = findEntry(M, Opts.hasEntry() ? Opts.Entry : Opts.Start);
  P.Others.emplace(M, Opts);
  if (Opts.Closed)
    keepDefinitions(M);
  if (!P.Program)
    return;
  P.OthersFirst = P.Others->runsBefore(M, *P.Program);
  P.Start = &addStart(
      M, *P.Program, P.OthersFirst ? BeforeStart::Others : BeforeStart::Nobody);
}

void openBooks(const EngineInput &In, PreparedModule &P) {
  P.Books = std::make_unique<AnswerBooks>(In.Store->Around,
                                          In.Store->Keys.Settings, P.Foreign);
  P.Books->openFor(*P.W);
}

} // namespace

PreparedModule::PreparedModule(ir::Module &M, const EngineInput &In)
    : M(M), Foreign(importsOf(M, In)), Found(findObligations(M, In.Opts)) {
  std::erase_if(Found, [&](const FoundObligation &O) {
    return isDecidedElsewhere(O, Foreign);
  });
  if (Found.empty())
    return;
  expandModels(M, In, *this);
  findStart(M, In.Opts, *this);
  NormalCallers = addFreeLockEntries(M, In.AtEntry);
  if (Others->world() == World::Open)
    addForeignFunctions(M);
  W = std::make_unique<Workspace>(M, Others->world(), Start,
                                  failureFunctions(M, In.Opts), In.Opts,
                                  In.AtEntry);
  settleUnknownVolatile(M, W->A);
  Calls = std::make_unique<CallGraph>(M, W->A, isFreeLockEntry);
  W->Contracted = Foreign.Contracted;
  if (!Foreign.Functions.empty())
    openBooks(In, *this);
}
