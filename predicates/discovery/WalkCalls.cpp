// Through a callee from its return to its entry: what the caller needs in
// words of the callee, and back.

#include "predicates/discovery/BackwardWalk.h"

#include "predicates/abstraction/Interface.h"
#include "predicates/discovery/Atoms.h"
#include "predicates/ir/Terms.h"

namespace predabs::newton {

namespace {

/// Results of a callee that are said as equations.
constexpr size_t MaxResultSize = 12;

/// The variable that \p Place is, or is a field of; else null.
const Variable *variableOf(const Expr *Place) {
  while (Place->kind() == ExprKind::Field)
    Place = Place->operand(0);
  return Place->kind() == ExprKind::Var ? Place->variable() : nullptr;
}

/// The fields of \p To that \p Part, a scalar, is of \p From; or null.
const Expr *sameFields(Context &Ctx, const Expr *Part, const Expr *From,
                       const Expr *To) {
  if (!Part->type()->isScalar())
    return nullptr;
  std::vector<uint32_t> Fields;
  for (; Part != From; Part = Part->operand(0)) {
    if (Part->kind() != ExprKind::Field)
      return nullptr;
    Fields.push_back(Part->fieldIndex());
  }
  for (auto I = Fields.rbegin(); I != Fields.rend(); ++I)
    To = Ctx.field(To, *I);
  return To;
}

} // namespace

const Expr *BackwardWalk::afterUnknownCall(const Stmt &S, const Expr *Term) {
  if (S.Dest)
    Term = Wp.ofAssign(S.Dest, nullptr, Term);
  const Expr *Before = Wp.asBefore(S, Term);
  if (Before == Term)
    return Term;
  // asBefore takes a place for the same at all calls. Here these are others.
  std::vector<const Variable *> Old = variablesIn(Term), From;
  std::vector<const Expr *> To;
  for (const Variable *V : variablesIn(Before))
    if (V->isLogical() && std::find(Old.begin(), Old.end(), V) == Old.end()) {
      From.push_back(V);
      To.push_back(Wp.unknownValue(V->ValueOf, S.Value));
    }
  return substitute(Ctx, Before, From, To);
}

void BackwardWalk::unknownCall(size_t N) {
  const Stmt &S = Way.Steps[N].statement();
  transform(N, [&](const Expr *Term) { return afterUnknownCall(S, Term); });
  eliminateUnknown(N);
}

const Visit *BackwardWalk::visitAt(size_t N) const {
  if (Visits.empty() ||
      Way.Steps[Visits.back().Call].Depth + 1 != Way.Steps[N].Depth)
    return nullptr;
  return &Visits.back();
}

/// Whether \p Term may be something else after \p Call.
bool BackwardWalk::isTouched(const Stmt &Call, const Expr *Term) const {
  for (const Expr *Place : placesOf(Term))
    if (Place == Call.Dest || In.A.mayModify(Call, Place) ||
        (Call.Dest && In.A.mayOverlap(Place, Call.Dest)))
      return true;
  return false;
}

/// From behind a call to the end of the callee, before it returns.
void BackwardWalk::comeIn(size_t N) {
  bool IsLeft =
      N + 1 < Way.Steps.size() && Way.Steps[N + 1].Depth < Way.Steps[N].Depth;
  if (!IsLeft || N == Core.back())
    return;
  const Function &F = function(N);
  const Stmt &Call = Way.Steps[CallOf[N]].statement();
  const Expr *Result = hasResult(F) ? Ctx.var(P.result(F)) : nullptr;
  Visit V;
  V.Call = CallOf[N];
  std::vector<Condition> Touched;
  for (const Condition &C : Conditions)
    (isTouched(Call, C.Term) ? Touched : V.Waiting).push_back(C);
  Conditions.clear();
  Visits.push_back(std::move(V));
  for (Condition &C : Touched) {
    if (Call.Dest)
      C.Term = Wp.ofAssign(Call.Dest, Result, C.Term);
    C.Term = intoCallee(CallOf[N], Visits.back(), C.Term);
    add(N, C);
  }
  addResults(N, Touched);
  const Expr *Value = Way.Steps[N].statement().Value;
  if (Result && Value != Result)
    transform(
        N, [&](const Expr *Term) { return Wp.ofAssign(Result, Value, Term); });
}

/// For conditions that the callee cannot say: what the places in them that it
/// may have changed hold when it returns, as equations.
void BackwardWalk::addResults(size_t N, const std::vector<Condition> &Touched) {
  std::vector<const Expr *> Places;
  for (const Condition &C : Touched)
    if (isOfCallerAlone(Visits.back(), C.Term))
      for (const Expr *Place : placesRead(C.Term))
        for (const Expr *Named : namesInCallee(N, Place))
          if (isResult(function(N), Named) &&
              std::find(Places.begin(), Places.end(), Named) == Places.end())
            Places.push_back(Named);
  for (OnOverlap How : {OnOverlap::Forget, OnOverlap::Keep})
    if (!Places.empty())
      Places = addValuesOf(N, Places, How);
}

/// \p Place in the words of the callee that returns at step \p N. What only the
/// caller can name may be behind a parameter.
std::vector<const Expr *> BackwardWalk::namesInCallee(size_t N,
                                                      const Expr *Place) {
  Visit &V = Visits.back();
  if (!isOfCallerAlone(V, Place))
    return {Place};
  const Expr *Root = Place;
  while (Root->kind() == ExprKind::Field)
    Root = Root->operand(0);
  if (Root->kind() != ExprKind::Deref)
    return {};
  const Function &F = function(N);
  const Stmt &Call = Way.Steps[V.Call].statement();
  std::vector<const Expr *> Result;
  for (uint32_t I = 0; I < F.NumParams && I < Call.Args.size(); ++I) {
    const Expr *Formal = Ctx.var(F.Vars[I].get());
    if (Formal->type() == Call.Args[I]->type() &&
        Formal->type() == Root->operand(0)->type())
      Result.push_back(sameFields(
          Ctx, Place, Root, Ctx.deref(nameOf(V, F, Call.Args[I], Formal))));
  }
  return Result;
}

/// Says what \p Places hold at the return, over entry values. Gives those of
/// which it cannot be said.
std::vector<const Expr *>
BackwardWalk::addValuesOf(size_t N, const std::vector<const Expr *> &Places,
                          OnOverlap How) {
  Visit &V = Visits.back();
  std::vector<const Expr *> Left;
  PathValues Inside(P, In.A, Way, V.Call + 1, N, &Values, How);
  for (const CallerValue &C : V.FromCaller)
    if (C.AtEntry)
      Inside.define(C.Name, V.Call + 1, C.AtEntry);
  for (const Expr *Place : Places) {
    const Expr *Named = asReturned(N, Place);
    if (!Named)
      continue;
    const Expr *Value = overEntry(V, Inside, Inside.valueAt(N, Named));
    if (Value && Value->type() == Place->type())
      add(N, {Ctx.binary(Op::Eq, Place, Value), Way.Steps[N].Depth});
    else
      Left.push_back(Place);
  }
  Units += Inside.units();
  return Left;
}

/// Whether \p Place is something that \p F may give to its caller.
bool BackwardWalk::isResult(const Function &F, const Expr *Place) {
  if (!Place->type()->isScalar() || Place->type()->isFloat())
    return false;
  return isOfResult(F, Place) || In.A.mayModify(F, Place);
}

/// Whether \p Place is what \p F returns, or a part of it.
bool BackwardWalk::isOfResult(const Function &F, const Expr *Place) {
  return hasResult(F) && rootOf(Place) == P.result(F);
}

/// \p Place, if a part of the result, as the same part of what the return
/// statement at step \p N returns; null if that is arbitrary.
const Expr *BackwardWalk::asReturned(size_t N, const Expr *Place) {
  if (!isOfResult(function(N), Place))
    return Place;
  const Expr *Value = Way.Steps[N].statement().Value;
  const Variable *Result = P.result(function(N));
  return Value ? substitute(Ctx, Place, {&Result, 1}, {&Value, 1}) : nullptr;
}

/// \p Value over entry values of the callee, or null.
const Expr *BackwardWalk::overEntry(Visit &V, const PathValues &Inside,
                                    const Expr *Value) {
  const Stmt &S = Way.Steps[V.Call].statement();
  const Function &F = function(V.Call + 1);
  std::vector<const Variable *> Formals, Symbols;
  for (uint32_t I = 0; I < F.NumParams; ++I)
    Formals.push_back(F.Vars[I].get());
  if (S.Args.size() < F.NumParams || sizeOf(Value) > MaxResultSize)
    return nullptr;
  // A call through a pointer of another type passes what it likes.
  for (uint32_t I = 0; I < F.NumParams; ++I)
    if (S.Args[I]->type() != Formals[I]->Ty)
      return nullptr;
  std::vector<const Expr *> Names;
  for (const Variable *Symbol : variablesIn(Value)) {
    if (Symbol->isGlobal())
      continue;
    const Expr *Place = Inside.beginningOf(Symbol);
    if (!Place || !Place->type()->isScalar())
      return nullptr;
    Symbols.push_back(Symbol);
    Names.push_back(
        nameOf(V, F, substitute(Ctx, Place, Formals, S.Args), Place));
  }
  return substitute(Ctx, Value, Symbols, Names);
}

const Expr *BackwardWalk::nameOf(Visit &V, const Function &F,
                                 const Expr *InCaller, const Expr *AtEntry) {
  // A parameter that keeps its value is its own entry value, unless it stands
  // for the result.
  const Variable *Formal = AtEntry ? variableOf(AtEntry) : nullptr;
  if (Formal && !isOfResult(F, AtEntry) && !Formal->isGlobal() &&
      keepsItsValue(In.A, F, Formal))
    return AtEntry;
  for (const CallerValue &C : V.FromCaller)
    if (C.InCaller == InCaller && C.AtEntry == AtEntry)
      return Ctx.var(C.Name);
  const Expr *Of = AtEntry ? AtEntry : InCaller->isPlace() ? InCaller : nullptr;
  const Variable *Name = P.addLogical("caller", InCaller->type(), Of);
  V.FromCaller.push_back({Name, InCaller, AtEntry});
  Values.define(Name, V.Call, InCaller);
  return Ctx.var(Name);
}

/// The entry value that \p E, a term of the caller, was passed as; or null.
const Expr *BackwardWalk::argumentFor(size_t Call, Visit &V, const Expr *E) {
  const Stmt &S = Way.Steps[Call].statement();
  const Function &F = function(Call + 1);
  for (uint32_t I = 0; I < F.NumParams && I < S.Args.size(); ++I) {
    const Expr *Arg = S.Args[I];
    if (Arg->isConstant() || Arg->type() != F.Vars[I]->Ty)
      continue;
    const Expr *Formal = Ctx.var(F.Vars[I].get());
    if (const Expr *Part = sameFields(Ctx, E, Arg, Formal);
        Part && !isTouched(S, E))
      return nameOf(V, F, E, Part);
    if (E->isPlace() && Arg->kind() == ExprKind::AddrOf && Arg->operand(0) == E)
      return Ctx.deref(nameOf(V, F, Arg, Formal));
  }
  return nullptr;
}

const Expr *BackwardWalk::intoCallee(size_t Call, Visit &V, const Expr *Term) {
  const Function &Caller = function(Call), &F = function(Call + 1);
  return rewrite(Ctx, Term, [&](const Expr *E, const Expr *New) {
    if (const Expr *Passed = argumentFor(Call, V, E))
      return Passed;
    if (E->kind() != ExprKind::Var || !isOwnVariable(Caller, E->variable()))
      return New;
    // F's result may be a variable of the caller too, if it calls itself.
    if (In.A.isAddressTaken(E->variable()))
      return Ctx.deref(nameOf(V, F, Ctx.addrOf(E), nullptr));
    return nameOf(V, F, E, nullptr);
  });
}

/// \p Term with names for the addresses of \p F's own variables: nobody else
/// knows these.
const Expr *BackwardWalk::withoutAddressesOf(const Function &F,
                                             const Expr *Term) {
  return rewrite(Ctx, Term, [&](const Expr *E, const Expr *New) {
    if (E->kind() != ExprKind::AddrOf)
      return New;
    const Variable *Root = rootOf(E->operand(0));
    return Root && isOwnVariable(F, Root) ? Wp.unknownValue(E, nullptr) : New;
  });
}

const Expr *BackwardWalk::toCaller(size_t Call, const Expr *Term) {
  const Stmt &S = Way.Steps[Call].statement();
  const Function &F = function(Call + 1);
  Term = withoutAddressesOf(F, Term);
  std::vector<const Variable *> From;
  std::vector<const Expr *> To;
  if (const Visit *V = visitAt(Call + 1))
    for (const CallerValue &C : V->FromCaller) {
      From.push_back(C.Name);
      To.push_back(C.InCaller);
    }
  for (const Variable *V : variablesIn(Term))
    if (isOwnVariable(F, V)) {
      bool IsPassed = V->Id < F.NumParams && V->Id < S.Args.size() &&
                      S.Args[V->Id]->type() == V->Ty;
      From.push_back(V);
      To.push_back(IsPassed ? S.Args[V->Id]
                            : Wp.unknownValue(Ctx.var(V), nullptr));
    }
  return substitute(Ctx, Term, From, To);
}

/// \p Term of a callee as it is at its entry, where a value passed is still in
/// its place.
const Expr *BackwardWalk::atEntry(const Visit &V, const Expr *Term) {
  std::vector<const Variable *> From;
  std::vector<const Expr *> To;
  for (const CallerValue &C : V.FromCaller)
    if (C.AtEntry) {
      From.push_back(C.Name);
      To.push_back(C.AtEntry);
    }
  return substitute(Ctx, Term, From, To);
}

/// From the entry of a callee to its call.
void BackwardWalk::comeOut(size_t N) {
  const Visit *V = visitAt(N + 1);
  uint32_t Depth = Way.Steps[N + 1].Depth;
  std::vector<Condition> Inner = std::move(Conditions), Outer;
  for (const Condition &C : Inner) {
    if (V)
      emit(N + 1, atEntry(*V, C.Term));
    if (C.OnlyAt != Depth)
      Outer.push_back({toCaller(N, C.Term), C.OnlyAt, C.IsBasis});
  }
  Conditions.clear();
  if (V) {
    Conditions = V->Waiting;
    Visits.pop_back();
  }
  for (const Condition &C : Outer)
    add(N, C);
  const Stmt &S = Way.Steps[N].statement();
  if (isInCore(N) && S.Value->kind() != ExprKind::FuncAddr) {
    const Expr *Called = Ctx.funcAddr(&function(N + 1));
    add(N, {Ctx.binary(Op::Eq, S.Value, Ctx.cast(S.Value->type(), Called))});
  }
}

} // namespace predabs::newton
