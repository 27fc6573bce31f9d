#include "checkers/cegar/Proofs.h"

#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>

namespace predabs {

using namespace ir;

void Proofs::prove(Round &R, size_t G) {
  Finding F = Finding::proved(S.Refine.exactness());
  F.Basis.Invariant = R.invariantBefore(S.Goals[G]);
  S.decide(G, std::move(F));
  Proved.push_back(G);
}

/// The states that predicates of \p F, and of globals, are about.
std::vector<const Expr *> Proofs::statesIn(const Function &F) const {
  std::vector<const Expr *> Terms, States;
  for (const auto *List : {&S.Predicates.globals(), &S.Predicates.of(F)})
    for (const Predicate &P : *List)
      Terms.push_back(P.Term);
  for (const Expr *Place : placesRead(Terms))
    if (isState(Place->type()))
      States.push_back(Place);
  return States;
}

/// Whether \p At may change one of \p States by code that is not here, however
/// deep in calls that is.
bool Proofs::mayMeet(const Stmt &At, const std::vector<const Expr *> &States) {
  bool IsCall = At.Kind == StmtKind::Call;
  // Nothing comes after what does not return.
  if (IsCall && At.Value->kind() == ExprKind::FuncAddr &&
      At.Value->function()->IsNoReturn && !At.Value->function()->isDefined())
    return false;
  if (!IsCall && (At.Kind != StmtKind::Havoc || At.Dest))
    return false;
  return std::ranges::any_of(States, [&](const Expr *P) {
    return S.W.A.mayModify(At, P) && !S.A.mayModify(At, P);
  });
}

bool Proofs::needConfirmation() {
  if (Proved.empty())
    return false;
  std::vector<const Function *> Run = {S.From.Func};
  std::set<const Function *> Seen = {S.From.Func};
  for (size_t I = 0; I < Run.size(); ++I) {
    std::vector<const Expr *> States = statesIn(*Run[I]);
    for (const Block &B : Run[I]->Blocks)
      for (const Stmt &At : B.Stmts) {
        // SOUND: a proof may rest on the abstraction of what is left out here
        // only if that makes no difference.
        if (mayMeet(At, States))
          return true;
        if (At.Kind != StmtKind::Call)
          continue;
        for (const Function *F : S.W.A.targets(At).Known)
          if (F->isDefined() && Seen.insert(F).second)
            Run.push_back(F);
      }
  }
  return false;
}

void Proofs::confirm(const Rounds &Last) {
  Rounds Next = Last.under(S.W.A);
  std::unique_ptr<Round> R = Next.next();
  for (size_t G : Proved)
    // SOUND: code elsewhere may change the state of what it knows.
    if (R->answer(G) != bebop::Reachability::Unreachable)
      Next.isSpent(*R)
          ? S.runOut(G)
          : S.giveUp(G, "code that is not here may change its state");
  Next.count(*R);
}

} // namespace predabs
