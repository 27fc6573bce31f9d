#include "checkers/bebop/Transfer.h"

#include <algorithm>
#include <cassert>
#include <set>

using namespace predabs;
using namespace predabs::bebop;
using bp::ExprKind;
using bp::NodeKind;

namespace {

using Targets = std::vector<const bp::Variable *>;

bool contains(const Targets &Among, const bp::Variable *V) {
  return std::find(Among.begin(), Among.end(), V) != Among.end();
}

/// Exact, as each occurrence of a choice is independent of all others: the
/// possible values of the operands combine freely.
Possible combine(BddSpace &Space, const bp::Expr *E, const Possible &A,
                 const Possible &B, const Possible &C) {
  switch (E->Kind) {
  case ExprKind::False:
    return {Space.constant(false), Space.constant(true)};
  case ExprKind::True:
    return {Space.constant(true), Space.constant(false)};
  case ExprKind::Star:
    return {Space.constant(true), Space.constant(true)};
  case ExprKind::Not:
    return {A.False, A.True};
  case ExprKind::And:
    return {A.True & B.True, A.False | B.False};
  case ExprKind::Or:
    return {A.True | B.True, A.False & B.False};
  case ExprKind::Implies:
    return {A.False | B.True, A.True & B.False};
  case ExprKind::Xor:
    return {(A.True & B.False) | (A.False & B.True),
            (A.True & B.True) | (A.False & B.False)};
  case ExprKind::Equiv:
    return {(A.True & B.True) | (A.False & B.False),
            (A.True & B.False) | (A.False & B.True)};
  case ExprKind::Cond:
    return {(A.True & B.True) | (A.False & C.True),
            (A.True & B.False) | (A.False & C.False)};
  case ExprKind::Choose:
    return {A.True | (A.False & B.False), A.False};
  case ExprKind::Var:
  case ExprKind::Next:
    break;
  }
  assert(false && "variables have no operands");
  return {};
}

Possible ofVariable(const Variables &Vars, const bp::Expr *E,
                    const Targets &Changed) {
  bool IsNew = E->Kind == ExprKind::Next && contains(Changed, E->V);
  Bdd V = Vars.space().var(IsNew ? Vars.next(E->V) : Vars.now(E->V));
  return {V, !V};
}

} // namespace

Possible bebop::possibleValues(const Variables &Vars, const bp::Expr *E,
                               const Targets &Changed) {
  if (E->Kind == ExprKind::Var)
    return ofVariable(Vars, E, Changed);
  std::unordered_map<const bp::Expr *, Possible> Known;
  const Possible None;
  for (const bp::Expr *T : bp::termsOf(E)) {
    if (T->Kind == ExprKind::Var || T->Kind == ExprKind::Next) {
      Known[T] = ofVariable(Vars, T, Changed);
      continue;
    }
    auto Operand = [&](unsigned I) -> const Possible & {
      return T->Op[I] ? Known[T->Op[I]] : None;
    };
    Possible Fresh =
        combine(Vars.space(), T, Operand(0), Operand(1), Operand(2));
    Known[T] = std::move(Fresh);
  }
  return Known[E];
}

/// The new value \p Variable is a possible value of \p E.
static Bdd isPossible(const Variables &Vars, BddVar Variable,
                      const bp::Expr *E) {
  Possible P = possibleValues(Vars, E);
  return Vars.space().var(Variable).ite(P.True, P.False);
}

Bdd Step::apply(const Bdd &States) const {
  if (Changed.empty())
    return States & Relation;
  return States.andExists(Relation, Forget).rename(Settle);
}

Bdd CallStep::entryStates(const Bdd &PathEdges) const {
  return PathEdges.andExists(Args, ForgetCaller);
}

Bdd CallStep::seenFromSite(const Bdd &Summary) const {
  return Summary.exists(ForgetDropped)
      .rename(ResultsToTargets)
      .andExists(Args, ForgetArgs);
}

Bdd CallStep::apply(const Bdd &PathEdges, const Bdd &Seen) const {
  return PathEdges.andExists(Seen, ForgetChanged).rename(Settle) & Enforce;
}

Bdd ReturnStep::summary(const Bdd &PathEdges) const {
  return PathEdges.andExists(Results, Forget).rename(ToSummary);
}

Bdd EntryStep::begin(const Bdd &EntryStates) const {
  return EntryStates.rename(ArgsToNow) & Unchanged;
}

Bdd EntryStep::asPathEdges(const Bdd &EntryStates) const {
  return EntryStates.rename(ToPathEdges);
}

Transfer::Transfer(const Variables &Vars)
    : Vars(Vars), Space(Vars.space()), Entries(Vars.program().Procs.size()),
      Enforced(Vars.program().Procs.size()) {
  for (const bp::ProcFlow &P : Vars.program().Procs)
    Nodes.emplace_back(P.Nodes.size());
}

const bp::FlowNode &Transfer::flowNode(bp::ProcId P, bp::NodeId N) const {
  return Vars.program().Procs[P].Nodes[N];
}

const std::vector<Transfer::Clause> &Transfer::clauses(bp::ProcId P) {
  if (Enforced[P])
    return *Enforced[P];
  Enforced[P].emplace();
  for (const bp::Expr *E : Vars.program().Procs[P].Proc->Enforce) {
    Clause C;
    for (const bp::Expr *T : bp::termsOf(E))
      if (T->V)
        C.Variables.push_back(T->V);
    C.Allowed = possibleValues(Vars, E).True;
    Enforced[P]->push_back(std::move(C));
  }
  // From the bottom of the order, so that each adds to the top of the others.
  auto Lowest = [&](const Clause &C) {
    BddVar Result = 0;
    for (const bp::Variable *V : C.Variables)
      Result = std::max(Result, Vars.now(V));
    return Result;
  };
  std::sort(
      Enforced[P]->begin(), Enforced[P]->end(),
      [&](const Clause &A, const Clause &B) { return Lowest(A) > Lowest(B); });
  return *Enforced[P];
}

Bdd Transfer::enforced(bp::ProcId P) {
  Bdd Result = Space.constant(true);
  for (const Clause &C : clauses(P))
    Result &= C.Allowed;
  return Result;
}

Bdd Transfer::enforcedAbout(bp::ProcId P, const Targets &Changed) {
  std::set<const bp::Variable *> Touched(Changed.begin(), Changed.end());
  Bdd Result = Space.constant(true);
  for (const Clause &C : clauses(P))
    if (std::any_of(C.Variables.begin(), C.Variables.end(),
                    [&](auto *V) { return Touched.contains(V); }))
      Result &= C.Allowed;
  return Result;
}

const Step &Transfer::step(bp::ProcId P, bp::NodeId N, unsigned Succ) {
  auto &Steps = Nodes[P][N].Steps;
  if (Steps.empty())
    Steps.resize(flowNode(P, N).Succs.size());
  if (!Steps[Succ])
    Steps[Succ] = std::make_unique<Step>(makeStep(P, flowNode(P, N), Succ));
  return *Steps[Succ];
}

const CallStep &Transfer::call(bp::ProcId P, bp::NodeId N) {
  auto &Known = Nodes[P][N].Call;
  if (!Known)
    Known = std::make_unique<CallStep>(makeCall(P, flowNode(P, N)));
  return *Known;
}

const ReturnStep &Transfer::leave(bp::ProcId P, bp::NodeId N) {
  auto &Known = Nodes[P][N].Return;
  if (!Known)
    Known = std::make_unique<ReturnStep>(makeReturn(P, flowNode(P, N)));
  return *Known;
}

const EntryStep &Transfer::enter(bp::ProcId P) {
  auto &Known = Entries[P];
  if (!Known)
    Known = std::make_unique<EntryStep>(makeEntry(P));
  return *Known;
}

Bdd Transfer::failure(bp::ProcId P, bp::NodeId N) {
  return possibleValues(Vars, flowNode(P, N).Cond).False;
}

Step Transfer::makeStep(bp::ProcId P, const bp::FlowNode &N, unsigned Succ) {
  Step S;
  switch (N.Kind) {
  case NodeKind::Skip:
    S.Relation = Space.constant(true);
    return S;
  case NodeKind::Branch: {
    Possible Cond = possibleValues(Vars, N.Cond);
    S.Relation = Succ == 0 ? Cond.True : Cond.False;
    return S;
  }
  case NodeKind::Assume:
  case NodeKind::Assert:
    S.Relation = possibleValues(Vars, N.Cond).True;
    return S;
  case NodeKind::Assign:
    return makeAssign(P, N);
  case NodeKind::Call:
  case NodeKind::Return:
    break;
  }
  assert(false && "calls and returns are no steps");
  return S;
}

Step Transfer::makeAssign(bp::ProcId P, const bp::FlowNode &N) {
  Step S;
  S.Changed = N.Targets;
  std::vector<BddVar> Old;
  BddRenaming ToNext;
  Targets Read;
  for (size_t I = 0; I < N.Targets.size(); ++I) {
    BddVar Now = Vars.now(N.Targets[I]), Next = Vars.next(N.Targets[I]);
    S.Settle.add(Next, Now);
    ToNext.add(Now, Next);
    Old.push_back(Now);
    for (const bp::Expr *T : bp::termsOf(N.Values[I]))
      if (T->V)
        Read.push_back(T->V);
  }
  // What is enforced goes first. That many values are copied at once, as from
  // {x==1}, {x==2}, ... to {y==1}, {y==2}, ..., has a small relation only
  // because but one of each may be true.
  S.Relation =
      enforcedAbout(P, Read) & enforcedAbout(P, N.Targets).rename(ToNext);
  for (size_t I = 0; I < N.Targets.size(); ++I)
    S.Relation &= isPossible(Vars, Vars.next(N.Targets[I]), N.Values[I]);
  if (N.Cond)
    S.Relation &= possibleValues(Vars, N.Cond, N.Targets).True;
  S.Forget = Space.cube(Old);
  return S;
}

CallStep Transfer::makeCall(bp::ProcId P, const bp::FlowNode &N) {
  CallStep S;
  S.Callee = N.Callee;
  S.Args = Space.constant(true);
  std::vector<BddVar> Args, Dropped, Old, Caller = Vars.entriesOf(P);
  for (unsigned I = 0; I < N.Values.size(); ++I) {
    S.Args &= isPossible(Vars, Vars.arg(I), N.Values[I]);
    Args.push_back(Vars.arg(I));
  }
  S.Changed = Vars.changedGlobals(N.Callee);
  for (unsigned I = 0; I < N.Targets.size(); ++I) {
    const bp::Variable *T = N.Targets[I];
    if (!T) {
      Dropped.push_back(Vars.result(I));
      continue;
    }
    S.ResultsToTargets.add(Vars.result(I), Vars.next(T));
    if (!contains(S.Changed, T)) {
      S.Changed.push_back(T);
      continue;
    }
    S.Overwritten.push_back(T);
    Dropped.push_back(Vars.next(T));
  }
  for (const bp::Variable *V : S.Changed) {
    S.Settle.add(Vars.next(V), Vars.now(V));
    Old.push_back(Vars.now(V));
  }
  S.Enforce = enforcedAbout(P, S.Changed);
  for (BddVar V : Vars.localsOf(P))
    Caller.push_back(V);
  S.ForgetCaller = Space.cube(Caller);
  S.ForgetDropped = Space.cube(Dropped);
  S.ForgetArgs = Space.cube(Args);
  S.ForgetChanged = Space.cube(Old);
  return S;
}

ReturnStep Transfer::makeReturn(bp::ProcId P, const bp::FlowNode &N) {
  ReturnStep S;
  S.Results = Space.constant(true);
  for (unsigned I = 0; I < N.Values.size(); ++I)
    S.Results &= isPossible(Vars, Vars.result(I), N.Values[I]);
  for (const bp::Variable *G : Vars.changedGlobals(P)) {
    S.ToSummary.add(Vars.entry(G), Vars.now(G));
    S.ToSummary.add(Vars.now(G), Vars.next(G));
  }
  const bp::Procedure &Proc = *Vars.program().Procs[P].Proc;
  std::vector<BddVar> Forgotten;
  for (unsigned I = 0; I < Proc.Vars.size(); ++I) {
    const bp::Variable *V = Proc.Vars[I].get();
    bool IsParam = I < Proc.NumParams;
    if (IsParam)
      S.ToSummary.add(Vars.entryOrNow(P, V), Vars.arg(I));
    if (!IsParam || Vars.mayChange(P, V))
      Forgotten.push_back(Vars.now(V));
  }
  S.Forget = Space.cube(Forgotten);
  return S;
}

EntryStep Transfer::makeEntry(bp::ProcId P) {
  EntryStep S;
  S.Unchanged = enforced(P);
  const bp::Procedure &Proc = *Vars.program().Procs[P].Proc;
  std::vector<const bp::Variable *> Changed = Vars.changedGlobals(P);
  for (const bp::Variable *G : Changed)
    S.ToPathEdges.add(Vars.now(G), Vars.entry(G));
  for (unsigned I = 0; I < Proc.NumParams; ++I) {
    const bp::Variable *V = Proc.Vars[I].get();
    S.ArgsToNow.add(Vars.arg(I), Vars.now(V));
    S.ToPathEdges.add(Vars.arg(I), Vars.entryOrNow(P, V));
    if (Vars.mayChange(P, V))
      Changed.push_back(V);
  }
  if (!Vars.keepsEntry(P))
    return S;
  // From the bottom of the order, so that each step adds to the top.
  std::sort(Changed.begin(), Changed.end(),
            [&](const bp::Variable *A, const bp::Variable *B) {
              return Vars.now(A) < Vars.now(B);
            });
  for (auto V = Changed.rbegin(); V != Changed.rend(); ++V)
    S.Unchanged &= Space.var(Vars.now(*V)).iff(Space.var(Vars.entry(*V)));
  return S;
}
