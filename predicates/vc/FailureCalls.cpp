// Calls on the walk of FailureCondition.h: those of small functions are entered
// if what they do matters, others forget what they may change.

#include "predicates/alias/CallGraph.h"
#include "predicates/ir/Calls.h"
#include "predicates/ir/Terms.h"
#include "predicates/vc/FailureCondition.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Whether \p Place is a part of a local variable of \p F, or of a parameter.
bool isOwn(const Function &F, const Expr *Place) {
  const Variable *V = rootOf(Place);
  return V && V->Id < F.Vars.size() && F.Vars[V->Id].get() == V;
}

} // namespace

/// The function with a body that \p Call runs, if that can be no other.
const Function *FailureCondition::onlyTarget(const Stmt &Call) const {
  CallTargets T = A.targets(Call);
  bool IsOne = T.Known.size() == 1 && !T.AndOthers;
  return IsOne && T.Known[0]->isDefined() ? T.Known[0] : nullptr;
}

const Expr *FailureCondition::call(size_t Of, Point At, const Expr *Post) {
  const Stmt &S = Activations[Of].Func->Blocks[At.first].Stmts[At.second];
  // SOUND: what does not return may still run cleanups on its way out, which
  // the graph shows; only a failure ends an execution there.
  if (const Function *F = directCallee(S); F && IsFailure(*F))
    return no();
  const Function *Callee = onlyTarget(S);
  bool Leads = mayLead(S);
  bool Matters = Leads || isTouched(S, Post) || (Callee && isRelevant(*Callee));
  if (!Matters)
    return defined(S, Post);
  if (Callee && isEnterable(S, *Callee))
    return defined(S, enter(Of, At, Post));
  if (Leads) {
    IsTooMuch = true; // the ways through it are not known
    return no();
  }
  return defined(S, forget(S, Post));
}

const Expr *FailureCondition::forget(const Stmt &Call, const Expr *Post) {
  Work += infoOf(Post).Size;
  if (Call.Dest)
    Post = Wp.ofAssign(Call.Dest, nullptr, Post);
  return Wp.forgetting(
      [&](const Expr *Place) { return A.mayModify(Call, Place); }, Post);
}

bool FailureCondition::isEnterable(const Stmt &Call, const Function &F) const {
  size_t Most = Limits.CalleeStmts;
  if (auto It = Leads.find(&F); It != Leads.end() && It->second)
    Most = SIZE_MAX;
  return Call.Value->kind() == ExprKind::FuncAddr && isCallOf(Call, F) &&
         Open.size() <= Limits.Depth && !std::ranges::count(Open, &F) &&
         numStatements(F) <= Most;
}

/// Through the body: back from its returns to its entry, then from parameters
/// to arguments.
const Expr *FailureCondition::enter(size_t Of, Point At, const Expr *Post) {
  const Stmt &S = Activations[Of].Func->Blocks[At.first].Stmts[At.second];
  const Function &F = *S.Value->function();
  const FlowOrder &Order = orderOf(F);
  if (!Order.isFine()) {
    IsTooMuch |= leadsToTarget(F);
    return forget(S, Post);
  }
  size_t Inside = Activations.size();
  Activations.push_back({&F, &Order, {}, {}, {}, {}});
  Activations[Of].Entered[At] = Inside;
  Open.push_back(&F);
  const Expr *Before = walk(Inside, {Post, S.Dest});
  Open.pop_back();
  if (isSpent())
    return no();
  for (uint32_t I = 0; I < F.NumParams; ++I) {
    Wp.nextStep();
    Work += infoOf(Before).Size;
    Before = Wp.ofAssign(Ctx.var(F.Vars[I].get()), S.Args[I], Before);
  }
  // SOUND: what its variables held in an earlier call says nothing about this
  // one.
  Wp.nextStep();
  return checked(Wp.forgetting(
      [&](const Expr *Place) { return isOwn(F, Place); }, Before));
}

/// Whether the call changes what \p Post looks at.
bool FailureCondition::isTouched(const Stmt &Call, const Expr *Post) {
  const std::vector<const Expr *> &Reads = infoOf(Post).Reads;
  Work += Reads.size();
  return std::ranges::any_of(Reads, [&](const Expr *R) {
    return (Call.Dest && (R == Call.Dest || A.mayOverlap(R, Call.Dest))) ||
           A.mayModify(Call, R);
  });
}

/// SOUND: a pointer may be called that leads there too.
bool FailureCondition::mayLead(const Stmt &Call) {
  return std::ranges::any_of(A.targets(Call).Known, [&](const Function *F) {
    return leadsToTarget(*F);
  });
}

/// Whether \p F is the target's function, or calls what is.
bool FailureCondition::leadsToTarget(const Function &F) {
  if (IsInEntry)
    return &F == Target.Func && Open.empty();
  auto [It, IsNew] = Leads.try_emplace(&F);
  if (IsNew) {
    auto Callees = [&](const Function &G) { return calleesIn(G, A); };
    bool Is = anyReached({&F}, Callees, [&](const Function &G) {
      Work += G.Blocks.size();
      return &G == Target.Func;
    });
    Leads[&F] = Is;
    return Is;
  }
  return It->second;
}

/// Whether a condition that matters is in \p F or in what it calls.
bool FailureCondition::isRelevant(const Function &F) {
  auto [It, IsNew] = Matter.try_emplace(&F);
  if (IsNew) {
    bool Is = anyReached({&F}, directCallees, [&](const Function &G) {
      Work += G.Blocks.size();
      auto First = Relevant->lower_bound({&G, 0, 0});
      return First != Relevant->end() && std::get<0>(*First) == &G;
    });
    Matter[&F] = Is;
    return Is;
  }
  return It->second;
}

} // namespace predabs
