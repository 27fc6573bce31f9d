#include "predicates/discovery/BackwardWalk.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/discovery/Atoms.h"
#include "predicates/discovery/Linear.h"
#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

namespace predabs::newton {

namespace {

/// Larger terms are neither candidates nor carried on.
constexpr size_t MaxTermSize = 40;
/// With more products of variables in it no prover comes far.
constexpr size_t MaxProducts = 1;
/// Conditions that are carried on at once.
constexpr size_t MaxConditions = 200;

} // namespace

void BackwardWalk::run() {
  if (Core.empty())
    return;
  findCalls();
  for (size_t N = Core.back() + 1; N-- > 0 && !isDone() && mayGoOn();) {
    if (N < Before && !IsRefuted)
      return;
    step(N);
  }
}

void BackwardWalk::findCalls() {
  std::vector<size_t> Open;
  CallOf.resize(Way.Steps.size());
  for (size_t N = 0; N < Way.Steps.size(); ++N) {
    Open.resize(Way.Steps[N].Depth);
    if (!Open.empty())
      CallOf[N] = Open.back();
    if (Way.enters(N))
      Open.push_back(N);
  }
}

void BackwardWalk::step(size_t N) {
  const PathStep &At = Way.Steps[N];
  ++Units;
  if (At.isBlockEnd())
    return;
  Wp.nextStep();
  switch (At.statement().Kind) {
  case StmtKind::Assume:
    if (isInCore(N))
      decide(N);
    return;
  case StmtKind::Assign:
  case StmtKind::Havoc:
    return change(N);
  case StmtKind::Call:
    return Way.enters(N) ? comeOut(N) : unknownCall(N);
  case StmtKind::Return:
    return comeIn(N);
  }
}

void BackwardWalk::add(size_t N, Condition C) {
  for (const Expr *Part : conjunctsOf(Ctx, linearisedAll(Ctx, C.Term))) {
    Units += sizeOf(Part);
    if (Part->isConstant()) {
      if (Part->isInt(0) && !C.OnlyAt)
        refuted();
      continue;
    }
    if (excludes(Part, C)) {
      refuted();
      continue;
    }
    auto IsSame = [&](const Condition &O) { return O.Term == Part; };
    if (sizeOf(Part) > MaxTermSize ||
        std::any_of(Conditions.begin(), Conditions.end(), IsSame))
      continue;
    if ((IsRefuted && !C.IsBasis) || Conditions.size() == MaxConditions)
      continue;
    Conditions.push_back({Part, C.OnlyAt, C.IsBasis});
    emit(N, Part);
  }
}

/// Whether the opposite of \p Part of \p C is a condition already.
bool BackwardWalk::excludes(const Expr *Part, const Condition &C) {
  Normal Wanted = normalForm(Ctx, Part);
  return !C.OnlyAt &&
         std::any_of(Conditions.begin(), Conditions.end(),
                     [&](const Condition &O) {
                       Normal Known = normalForm(Ctx, O.Term);
                       return !O.OnlyAt && Known.Term == Wanted.Term &&
                              Known.IsPositive != Wanted.IsPositive;
                     });
}

/// The conditions exclude each other here already: what matters before is only
/// what that rests on.
void BackwardWalk::refuted() {
  IsRefuted = true;
  auto IsDone = [](const Condition &C) { return !C.IsBasis && !C.OnlyAt; };
  std::erase_if(Conditions, IsDone);
  for (Visit &V : Visits)
    std::erase_if(V.Waiting, IsDone);
}

void BackwardWalk::decide(size_t N) {
  const Expr *Condition = Way.Steps[N].statement().Value;
  add(N, {Condition});
  relateSubscripts(N, Condition);
  if (How == Effort::More)
    addValues(N, Condition);
}

/// \p Term with those choices made that the path makes, as between places that
/// a pointer may point to. What they rest on becomes a condition.
const Expr *BackwardWalk::decided(size_t N, const Expr *Term) {
  return rewrite(Ctx, Term, [&](const Expr *, const Expr *New) {
    if (New->op() == Op::Div || New->op() == Op::Rem)
      return divided(N, New);
    if (New->kind() != ExprKind::Cond)
      return New;
    const Expr *Is = Values.valueAt(N, New->operand(0));
    if (!Is->isConstant())
      return New;
    if (Is->isInt(1))
      add(N, {New->operand(0), 0, true});
    else
      relyOnOpposite(N, New->operand(0));
    return New->operand(Is->isInt(1) ? 1 : 2);
  });
}

/// A quotient by something that is constant on the path. Of x / y nothing is
/// known where y is 0: a predicate about it would tell nothing.
const Expr *BackwardWalk::divided(size_t N, const Expr *E) {
  const Expr *By = E->operand(1);
  if (!By->isConstant()) {
    const Expr *Value = Values.valueAt(N, By);
    if (!Value->isConstant() || Value->isInt(0))
      return E;
    add(N, {Ctx.binary(Op::Eq, By, Value), 0, true});
    By = Value;
  }
  if (!E->type()->isInt() || !E->type()->isSigned() || By->number() != -1)
    return Ctx.binary(E->op(), E->operand(0), By);
  return E->op() == Op::Div ? Ctx.unary(Op::Neg, E->operand(0))
                            : Ctx.zero(E->type());
}

void BackwardWalk::relyOnOpposite(size_t N, const Expr *Choice) {
  // One of several equations that does not hold is enough.
  for (const Expr *Part : conjunctsOf(Ctx, Choice))
    if (Values.valueAt(N, Part)->isInt(0)) {
      Choice = Part;
      break;
    }
  if (const Expr *Target = targetIn(N, Choice))
    return add(N, {Target, 0, true});
  add(N, {negation(Ctx, Choice), 0, true});
}

/// `p == &x` for a comparison of p, if p points to x on this path: that
/// excludes all other targets at once. Null if it cannot be said.
const Expr *BackwardWalk::targetIn(size_t N, const Expr *Comparison) {
  if (!isComparison(Comparison) || !Comparison->operand(0)->type()->isPointer())
    return nullptr;
  for (unsigned I : {0, 1}) {
    const Expr *Pointer = Comparison->operand(I);
    if (Pointer->kind() == ExprKind::AddrOf || Pointer->isConstant())
      continue;
    const Expr *Value = Values.valueAt(N, Pointer);
    const Expr *Target = Values.inScopeOf(N, Value);
    if (Target)
      return Ctx.binary(Op::Eq, Pointer, Target);
  }
  return nullptr;
}

/// Whether an assignment to \p Dest may change what \p Term is.
bool BackwardWalk::reads(const Expr *Term, const Expr *Dest) const {
  for (const Expr *Place : placesOf(Term))
    if (Place == Dest || In.A.mayOverlap(Place, Dest))
      return true;
  return false;
}

const std::vector<const Expr *> &
BackwardWalk::placesOf(const Expr *Term) const {
  auto [It, IsNew] = Places.try_emplace(Term);
  if (IsNew)
    It->second = placesRead(Term);
  return It->second;
}

void BackwardWalk::change(size_t N) {
  const Stmt &S = Way.Steps[N].statement();
  transform(N, [&](const Expr *Term) {
    Units += placesOf(Term).size();
    return S.Dest && !reads(Term, S.Dest) ? Term : Wp.of(S, Term);
  });
  if (S.Kind == StmtKind::Havoc)
    eliminateUnknown(N);
}

// Candidates.

const Expr *BackwardWalk::withEntryValues(const Visit &V, const Function &F,
                                          const Expr *Term) {
  std::vector<const Variable *> Used = variablesIn(Term), From;
  std::vector<const Expr *> To;
  for (const CallerValue &C : V.FromCaller)
    if (C.AtEntry &&
        std::find(Used.begin(), Used.end(), C.Name) != Used.end()) {
      From.push_back(C.Name);
      To.push_back(Ctx.var(P.entryValue(F, C.AtEntry)));
    }
  return substitute(Ctx, Term, From, To);
}

/// Whether \p Term is about something that the callee \p V cannot name.
bool BackwardWalk::isOfCallerAlone(const Visit &V, const Expr *Term) {
  const Function &F = function(V.Call + 1);
  auto IsNamed = [&](const Variable *X) {
    if (!X->isLogical() || (hasResult(F) && X == P.result(F)))
      return true;
    for (const CallerValue &C : V.FromCaller)
      if (C.Name == X)
        return C.AtEntry != nullptr;
    return false;
  };
  std::vector<const Variable *> Used = variablesIn(Term);
  return !std::all_of(Used.begin(), Used.end(), IsNamed);
}

bool BackwardWalk::isInScope(const Function &F, const Expr *Atom) {
  if (sizeOf(Atom) > MaxTermSize)
    return false;
  size_t Products = 0;
  for (const Expr *E : termsOf(Atom)) {
    bool IsProduct = E->op() == Op::Mul && !E->operand(0)->isConstant() &&
                     !E->operand(1)->isConstant();
    Products += IsProduct;
    if (E->type()->isFloat() || Products > MaxProducts)
      return false;
  }
  std::vector<const Variable *> Constants = P.constants(F);
  for (const Variable *V : variablesIn(Atom)) {
    bool IsConstant =
        std::find(Constants.begin(), Constants.end(), V) != Constants.end();
    if (!V->isGlobal() && !isOwnVariable(F, V) && !IsConstant &&
        !(hasResult(F) && V == P.result(F)))
      return false;
  }
  return true;
}

void BackwardWalk::emit(size_t N, const Expr *Condition) {
  const Function &F = function(N);
  const Visit *V = visitAt(N);
  for (const Expr *Atom : atomsOf(Ctx, Condition))
    if (!V)
      candidate(F, Atom);
    else if (!isOfCallerAlone(*V, Atom))
      candidate(F, withEntryValues(*V, F, Atom));
}

void BackwardWalk::candidate(const Function &F, const Expr *Atom) {
  uint32_t Question = normalForm(Ctx, Atom).Term->id();
  if (isInScope(F, Atom) && Emitted.insert({F.Id, Question}).second &&
      Found.size() < In.Limits.MaxCandidates)
    Found.push_back({&F, Atom});
}

} // namespace predabs::newton
