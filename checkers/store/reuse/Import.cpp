#include "checkers/store/reuse/Import.h"

#include "predicates/ir/Calls.h"
#include "predicates/ir/Exceptions.h"
#include "predicates/ir/Link.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <deque>
#include <map>

namespace predabs {

using namespace ir;

namespace {

size_t numParts(const Module &M, const Function &F) {
  return F.Blocks.size() + F.Vars.size() + M.Globals.size() +
         M.Functions.size();
}

/// SOUND: functions of its file that are not here write a variable.
void leaveToOthers(Variable &G) { G.IsInternal &= G.IsConst; }

/// Whose internal functions and variables they are. A source may be compiled in
/// several ways.
std::string originOf(const SummaryFile &F) {
  return keyOf(F.Source + " " + F.Code.str()).str();
}

class Importer {
public:
  Importer(Module &M, Surroundings &Around,
           std::function<bool(const Function &)> IsFailure,
           const ImportLimits &Limits)
      : M(M), Around(Around), IsFailure(std::move(IsFailure)), Limits(Limits) {}

  Imports run();

private:
  using Place = Surroundings::Place;

  void noteCallees(const Function &F, Place Of);
  Place lookUp(const Function &F, Place Caller);
  static bool hasContract(Place Of) { return Of.Of->Contract != Key(); }
  std::unique_ptr<Module> read(Place From, const std::string &Text);
  void reject(Place From, const std::string &Why);
  void take(Place From);
  bool isFull() const { return Statements >= Limits.MaxStatements; }

  Module &M;
  Surroundings &Around;
  std::function<bool(const Function &)> IsFailure;
  const ImportLimits &Limits;
  Imports Result;
  size_t Statements = 0;
  std::set<const Function *> Seen;
  /// What to take, functions that may fail before the others; each queue in
  /// the order of distance.
  std::deque<Place> Failing, Others;
  std::map<std::string, Key> Uses;
};

/// Internal functions of the file of \p Caller are known there by the part of
/// their name before the origin.
Importer::Place Importer::lookUp(const Function &F, Place Caller) {
  if (!F.IsInternal) {
    if (!isPlain(F.Name))
      return {};
    Place Found = Around.find(F.Name);
    Uses[F.Name] = Found ? Found.Of->Answers : Key();
    return Found;
  }
  size_t At = F.Name.rfind('@');
  if (!Caller || At == F.Name.npos)
    return {};
  return {Caller.File, Caller.File->find(F.Name.substr(0, At))};
}

void Importer::noteCallees(const Function &F, Place Of) {
  for (const Function *Named : directCallees(F)) {
    Function &Callee = *M.Functions[Named->Id];
    if (Callee.isDefined() || IsFailure(Callee) || !Seen.insert(&Callee).second)
      continue;
    Place Found = lookUp(Callee, Of);
    if (!Found)
      continue;
    if (Found.Of->MayFail)
      Result.Failing.insert(&Callee);
    (Found.Of->MayFail ? Failing : Others).push_back(Found);
  }
}

/// As if it were not there, so that it is looked for again.
void Importer::reject(Place From, const std::string &Why) {
  if (!From.Of->IsInternal)
    Uses[From.Of->Name] = {};
  Around.reject(From, Why);
}

/// The module \p Text; null if it is none with the function.
std::unique_ptr<Module> Importer::read(Place From, const std::string &Text) {
  ParsedModule P = parseModule(Text);
  std::optional<std::string> Wrong =
      P ? verify(*P.Parsed) : std::optional(P.Error.str());
  if (!Wrong && !P.Parsed->findFunction(From.Of->Name))
    Wrong = "the function is missing";
  if (!Wrong)
    return std::move(P.Parsed);
  reject(From, "'" + From.Of->Name + "': " + *Wrong);
  return nullptr;
}

void Importer::take(Place From) {
  std::string Contract = hasContract(From) ? Around.contract(From) : "";
  bool IsContract = !Contract.empty();
  std::unique_ptr<Module> Read =
      read(From, IsContract ? Contract : Around.code(From));
  if (!Read)
    return;
  const Function *Body = Read->findFunction(From.Of->Name);
  if (numStatements(*Body) > Limits.MaxStatementsEach ||
      numParts(*Read, *Body) > Limits.MaxPartsEach)
    return;
  Linked L = link(M, *Read, originOf(*From.File));
  for (auto &[Name, Added] : L.Added) {
    Result.Functions.insert(Added);
    if (IsContract)
      Result.Contracted.insert(Added);
    if (hasContract(From))
      Result.KnownByContract.insert(Added);
    Result.Codes[Added] = hasContract(From) ? From.Of->Contract : From.Of->Code;
    Statements += numStatements(*Added);
    for (const KeptDecision &D : From.Of->Decisions)
      if (D.Found.Answer == Verdict::Latent && D.At.Function == Name)
        Result.Latent.insert({Added, D.At.Block, D.At.Stmt});
    noteCallees(*Added, From);
  }
}

Imports Importer::run() {
  size_t NumOwnGlobals = M.Globals.size();
  for (size_t I = 0, E = M.Functions.size(); I < E; ++I)
    if (M.Functions[I]->isDefined())
      noteCallees(*M.Functions[I], {});
  while (!isFull() && (!Failing.empty() || !Others.empty())) {
    auto &Queue = Failing.empty() ? Others : Failing;
    Place From = Queue.front();
    Queue.pop_front();
    take(From);
  }
  // Not before: functions of one file that share an internal variable find it
  // by its being internal.
  for (size_t I = NumOwnGlobals; I < M.Globals.size(); ++I)
    leaveToOthers(*M.Globals[I]);
  if (!Result.Functions.empty())
    settleExceptions(M);
  for (auto &[Name, Of] : Uses)
    Result.Uses.push_back({Name, Of});
  return std::move(Result);
}

} // namespace

Imports importCallees(Module &M, Surroundings &Around,
                      std::function<bool(const Function &)> IsFailure,
                      const ImportLimits &Limits) {
  return Importer(M, Around, std::move(IsFailure), Limits).run();
}

} // namespace predabs
