#include "checkers/engine/Ledger.h"

#include "checkers/engine/Dependence.h"

#include <algorithm>

namespace predabs {

using ir::Function;

Ledger::Ledger(const PreparedModule &P, const AnalysisScope &Seen,
               const StoreInput *Store)
    : P(P), Seen(Seen), Store(Store), Decisions(P.Found.size()),
      Files(P.M.Files) {}

/// Where it is in the code of its function, which has no models.
Position Ledger::positionOf(const Goal &G) const {
  auto [Block, Stmt] = P.InPlace.before(*G.Func, {G.Block, G.Stmt});
  return {G.Func->Name, Block, Stmt};
}

void Ledger::noteDependences(const std::vector<Group> &All) {
  Dependence On(P.M, *P.Calls, Store->Keys, P.Foreign, P.InPlace,
                P.OthersFirst);
  for (const Group &G : All) {
    const Function &F = *P.Found[G[0]].At.Func;
    Key Depends = On.of(F, Seen.isVisible(F), Seen.entriesTo(F));
    Judged[&F] = {F.Name, Depends, 0, false};
  }
}

std::vector<Group> Ledger::reuse(const std::vector<Group> &All,
                                 const Taker &Take) {
  if (!Store)
    return All;
  noteDependences(All);
  if (!Store->Before)
    return All;
  const Contracts *Made = Store->Made;
  VerdictReuse Known(*Store->Before, P.M, Store->Keys, Store->Around,
                     [&](const Function &F) -> const auto & {
                       return Made && Made->isExact(F) ? Made->original(F)
                                                       : P.InPlace.code(F);
                     });
  std::vector<Group> Left = All;
  std::erase_if(Left, [&](const Group &G) { return reuse(G, Known, Take); });
  P.W->Numbers.Reused = All.size() - Left.size();
  Files = Known.files();
  return Left;
}

/// Takes what was found about \p G the last time, if that is all there.
bool Ledger::reuse(const Group &G, VerdictReuse &Known, const Taker &Take) {
  const Function &F = *P.Found[G[0]].At.Func;
  std::optional<ReusedVerdicts> R = Known.find(F.Name, Judged[&F].Depends);
  if (!R)
    return false;
  std::vector<const KeptDecision *> Of;
  if (!Seen.isForeign(F))
    for (size_t I : G) {
      auto It = std::ranges::find(R->Decisions, positionOf(P.Found[I].At),
                                  &KeptDecision::At);
      if (It == R->Decisions.end())
        return false;
      Of.push_back(&*It);
    }
  for (size_t I = 0; I < Of.size(); ++I)
    Decisions[G[I]] = Of[I]->Found;
  // Both groups of a function are judged, or none.
  if (!Reused.insert(&F).second)
    return true;
  Take(*R);
  Judged[&F] = R->Of;
  for (KeptDecision &D : R->AtCalls)
    AtCalls.push_back(std::move(D));
  return true;
}

void Ledger::note(const Group &G, uint64_t Units, bool IsVain) {
  if (auto It = Judged.find(P.Found[G[0]].At.Func); It != Judged.end()) {
    It->second.Units += Units;
    It->second.IsVain |= IsVain;
  }
}

std::vector<KeptDecision> Ledger::own() const {
  std::vector<KeptDecision> Result;
  for (size_t I = 0; I < P.Found.size(); ++I)
    if (const Goal &G = P.Found[I].At; !Seen.isForeign(*G.Func))
      Result.push_back({Decisions[I], positionOf(G), ""});
  return Result;
}

std::vector<Judgement> Ledger::judgements() const {
  std::vector<Judgement> Result;
  for (const auto &[F, J] : Judged)
    if (isPlain(J.Function))
      Result.push_back(J);
  std::ranges::sort(Result, {}, &Judgement::Function);
  return Result;
}

} // namespace predabs
