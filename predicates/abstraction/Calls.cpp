// Calls (c2bp.txt 4.5, polymorphic paper 4.4.3 and 5.4), in three steps: the
// formal predicates of the callee are computed from what the caller knows
// ("prm"), the procedure is called and gives back its returned predicates
// ("ret"), and the caller's predicates that may have changed (E_u) are found
// anew. For the last step all variables get a meaning in the state right after
// the return, before the result is assigned: those of the caller are about
// values before the call where the callee may have changed them ("orig"),
// those given back are translated ("gamma").

#include "predicates/ir/Calls.h"
#include "predicates/abstraction/Procedure.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

/// What may run: functions that have a procedure, and null for anything else.
std::vector<const Function *>
ProcedureAbstraction::alternatives(const Stmt &S) const {
  CallTargets T = W.A.targets(S);
  std::vector<const Function *> Found;
  bool AndOthers = T.AndOthers;
  for (const Function *Target : T.Known)
    if (W.interfaceOf(*Target) && isCallOf(S, *Target))
      Found.push_back(Target);
    else
      AndOthers = true;
  if (AndOthers || Found.empty())
    Found.push_back(nullptr);
  return Found;
}

void ProcedureAbstraction::call(const Stmt &S) {
  if (S.Value->kind() == ExprKind::FuncAddr &&
      W.isFailure(*S.Value->function())) {
    emit(bp::StmtKind::Assert).Cond = Exprs.constant(false);
    return;
  }
  callOneOf(S, alternatives(S));
}

void ProcedureAbstraction::callOneOf(const Stmt &S,
                                     std::span<const Function *const> Targets) {
  if (Targets.size() == 1) {
    if (Targets[0])
      assumeTarget(S, Targets[0]);
    return callOf(S, Targets[0]);
  }
  bp::Stmt &If = emit(bp::StmtKind::If);
  If.Cond = Exprs.star();
  std::vector<bp::Stmt> Then, Else, *Around = Out;
  size_t Where = Around->size() - 1;
  Out = &Then;
  assumeTarget(S, Targets[0]);
  callOf(S, Targets[0]);
  Out = &Else;
  callOneOf(S, Targets.subspan(1));
  Out = Around;
  (*Out)[Where].Body = std::move(Then);
  (*Out)[Where].Else = std::move(Else);
}

void ProcedureAbstraction::assumeTarget(const Stmt &S, const Function *Target) {
  if (S.Value->kind() == ExprKind::FuncAddr)
    return;
  Context &Ctx = W.ctx();
  const Expr *Address = Ctx.cast(S.Value->type(), Ctx.funcAddr(Target));
  assume(Ctx.binary(Op::Eq, S.Value, Address));
}

void ProcedureAbstraction::callOf(const Stmt &S, const Function *Target) {
  if (!Target)
    return afterCall(S, nullptr, {});
  const Interface &R = *W.interfaceOf(*Target);
  std::vector<const bp::Expr *> Args = arguments(S, R);
  if (Calling) {
    bp::Stmt &Begin = emit(bp::StmtKind::Assign);
    Begin.Targets = {Calling};
    Begin.Values = {Exprs.constant(true)};
  }
  bp::Stmt &Call = emit(bp::StmtKind::Call);
  Call.Callee = W.Procs[Target->Id];
  Call.Values = std::move(Args);
  Call.Targets = resultsOf(R);
  std::vector<const bp::Variable *> Rets = Call.Targets;
  afterCall(S, &R, Rets);
}

std::vector<const bp::Expr *>
ProcedureAbstraction::arguments(const Stmt &S, const Interface &R) {
  std::vector<const Variable *> Formals;
  for (uint32_t I = 0; I < R.Func->NumParams; ++I)
    Formals.push_back(R.Func->Vars[I].get());
  std::vector<const Expr *> Goals;
  for (uint32_t I : R.Formal)
    Goals.push_back(substitute(W.ctx(), R.Predicates[I].Term, Formals, S.Args));
  Situation Where;
  Where.Evaluated = S.Args;
  std::vector<const bp::Expr *> Values;
  if (!Goals.empty())
    for (const Strengthened &X : W.Strength.strengthen(known(Where), Goals))
      Values.push_back(choose(Vars, X));
  return Values;
}

/// One variable for each returned predicate, the same at all calls of \p R.
std::vector<const bp::Variable *>
ProcedureAbstraction::resultsOf(const Interface &R) {
  auto [It, IsNew] = Results.try_emplace(R.Func->Id);
  if (IsNew)
    for (uint32_t I : R.Returned) {
      std::string Name =
          "{" + W.Procs[R.Func->Id]->Name + ": " + R.Predicates[I].Text + "}";
      while (Proc.findVariable(Name) || !bp::isVariableName(Name))
        Name = "{" + W.Procs[R.Func->Id]->Name + ": " + std::to_string(I) +
               "}" + (Proc.findVariable(Name) ? "_" : "");
      It->second.push_back(addVariable(Proc, Name, bp::Scope::Local));
    }
  return It->second;
}

bool ProcedureAbstraction::touches(const Expr *Term, const Expr *Place) const {
  std::vector<const Expr *> Read = placesRead(Term);
  return std::any_of(Read.begin(), Read.end(), [&](const Expr *P) {
    return P == Place || W.A.mayOverlap(P, Place);
  });
}

/// E_u. Globals are the callee's to keep up to date, if there is one.
bool ProcedureAbstraction::isAffected(const Stmt &S, const Interface *R,
                                      uint32_t Term) const {
  if (S.Dest && touches(Terms[Term], S.Dest))
    return true;
  if (R && Term >= Own.Predicates.size())
    return false;
  std::vector<const Expr *> Read = placesRead(Terms[Term]);
  return std::any_of(Read.begin(), Read.end(),
                     [&](const Expr *P) { return W.A.mayModify(S, P); });
}

std::vector<uint32_t>
ProcedureAbstraction::affectedBy(const Stmt &S, const Interface *R) const {
  std::vector<uint32_t> Which;
  for (uint32_t I = 0; I < Terms.size(); ++I)
    if (isAffected(S, R, I))
      Which.push_back(I);
  return Which;
}

/// Gamma: a returned predicate of \p R, in the caller's words.
const Expr *ProcedureAbstraction::inCaller(const Stmt &S, const Interface &R,
                                           const Expr *Term) {
  Context &Ctx = W.ctx();
  std::vector<const Variable *> Formals, From;
  std::vector<const Expr *> To;
  for (uint32_t I = 0; I < R.Func->NumParams; ++I)
    Formals.push_back(R.Func->Vars[I].get());
  if (R.Result) {
    From.push_back(R.Result);
    To.push_back(W.Wp.returned(R.Result->Ty, S.Dest));
  }
  for (const Variable *C : R.Constants) {
    From.push_back(C);
    To.push_back(
        W.Wp.asBefore(S, substitute(Ctx, C->ValueOf, Formals, S.Args)));
  }
  for (uint32_t I = 0; I < R.Func->NumParams; ++I)
    if (Formals[I] != R.Result) {
      From.push_back(Formals[I]);
      To.push_back(W.Wp.asBefore(S, S.Args[I]));
    }
  return substitute(Ctx, Term, From, To);
}

void ProcedureAbstraction::afterCall(
    const Stmt &S, const Interface *R,
    const std::vector<const bp::Variable *> &Rets) {
  Knowledge K;
  std::vector<const bp::Variable *> KnownVars = Vars;
  for (uint32_t I = 0; I < Terms.size(); ++I) {
    bool IsUpToDate = R && I >= Own.Predicates.size();
    K.V.push_back(IsUpToDate ? Terms[I] : W.Wp.asBefore(S, Terms[I]));
  }
  for (size_t I = 0; I < Rets.size(); ++I) {
    K.V.push_back(inCaller(S, *R, R->Predicates[R->Returned[I]].Term));
    KnownVars.push_back(Rets[I]);
  }
  Update U;
  U.Which = affectedBy(S, R);
  std::vector<const Expr *> Goals;
  for (uint32_t I : U.Which) {
    const Expr *Term = Terms[I];
    if (S.Dest)
      Term = W.Wp.ofAssign(S.Dest, W.Wp.returned(S.Dest->type(), S.Dest), Term);
    Goals.push_back(Term);
  }
  if (!Goals.empty())
    for (const Strengthened &X : W.Strength.strengthen(K, Goals))
      U.Values.push_back(choose(KnownVars, X));
  emitUpdate(std::move(U));
  if (Step == Origin::Step::Begins)
    skip();
}

void ProcedureAbstraction::findStale() {
  std::vector<bool> IsStale(Terms.size());
  for (const struct Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts) {
      if (S.Kind != StmtKind::Call)
        continue;
      for (const Function *Target : alternatives(S))
        if (Target)
          for (uint32_t I : affectedBy(S, W.interfaceOf(*Target)))
            IsStale[I] = true;
    }
  for (uint32_t I = 0; I < Own.Predicates.size(); ++I)
    if (IsStale[I])
      Stale.push_back(I);
}

bool ProcedureAbstraction::isUnsettled(const Cube &Clause) const {
  // SOUND: between the return and the update a stale predicate is about the
  // past and a global one about the present. Holding them against each other
  // would cut off runs that exist.
  bool HasStale = false, HasGlobal = false;
  for (Literal L : Clause) {
    HasStale |= std::binary_search(Stale.begin(), Stale.end(), L.Term);
    HasGlobal |= L.Term >= Own.Predicates.size();
  }
  return HasStale && HasGlobal;
}

} // namespace predabs
