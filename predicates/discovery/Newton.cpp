// Newton: from a path that cannot happen to predicates, by weakest
// preconditions of the conditions that contradict each other. Of
//
//   x = a;  y = x + 1;  assume y > 5;  assume a < 3
//
// the conditions y > 5 and a < 3 are carried backwards: before `y = x + 1` the
// first is x > 4, before `x = a` it is a > 4. All of them are candidates, and
// with them each step of the Boolean program is exact.
//
// A callee that the path runs through is walked through too, from its return
// to its entry. There the caller's variables have no meaning. What is passed
// becomes an entry value, so after `y = inc(a)` the condition y > a is the
// candidate `return > 'x` of inc; any other variable becomes a constant that
// only the walk knows, and back at the call it is the variable again. A
// condition with such a constant is no candidate. In its place the callee
// learns what its results are on this path: `return == 'x + 1`.

#include "predicates/abstraction/Interface.h"
#include "predicates/abstraction/Simplify.h"
#include "predicates/abstraction/WeakestPrecondition.h"
#include "predicates/discovery/Atoms.h"
#include "predicates/discovery/Discovery.h"
#include "predicates/discovery/Linear.h"
#include "predicates/discovery/PathValues.h"
#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>

namespace predabs {

using namespace ir;

namespace {

/// Larger terms are neither candidates nor carried on.
constexpr size_t MaxTermSize = 40;
/// With more products of variables in it no prover comes far.
constexpr size_t MaxProducts = 1;
/// Results of a callee that are said as equations.
constexpr size_t MaxResultSize = 12;

bool isOwnVariable(const Function &F, const Variable *V) {
  return V->Id < F.Vars.size() && F.Vars[V->Id].get() == V;
}

/// A name of the walk for a value of the caller, inside of a callee.
struct CallerValue {
  const Variable *Name = nullptr;
  const Expr *InCaller = nullptr;
  /// The callee's place that has this value at its entry, or null.
  const Expr *AtEntry = nullptr;
};

/// Conditions that are carried on at once.
constexpr size_t MaxConditions = 200;
/// Bounds of an unknown value that are combined.
constexpr size_t MaxPairs = 16;

enum class Effort : uint8_t {
  Less, ///< weakest preconditions of the conditions
  More, ///< and of what the places in them hold on the path
};

struct ById {
  bool operator()(const Variable *A, const Variable *B) const {
    return A->Id < B->Id;
  }
};

struct Condition {
  const Expr *Term = nullptr;
  /// 0, or the depth of the function that the condition is for alone.
  uint32_t OnlyAt = 0;
  /// The others rest on it: a choice among aliases was made by it.
  bool IsBasis = false;
};

/// A callee that the walk came into from behind.
struct Visit {
  size_t Call = 0;                ///< the step that calls it
  std::vector<Condition> Waiting; ///< conditions that it does not touch
  std::vector<CallerValue> FromCaller;
};

class BackwardWalk {
public:
  BackwardWalk(const DiscoveryInput &In, const SpuriousPath &S, Effort How)
      : In(In), How(How), P(In.Known), Ctx(P.module().Ctx), Way(S.Way),
        Core(S.Core), Wp(P, In.A),
        Values(P, In.A, Way, 0, Core.empty() ? 0 : Core.back()) {}

  void run();
  std::vector<Candidate> Found;
  uint64_t Units = 0;

private:
  // Steps.
  void step(size_t N);
  void decide(size_t N);
  void change(size_t N);
  void unknownCall(size_t N);
  void comeIn(size_t N);
  void comeOut(size_t N);
  bool isInCore(size_t N) const {
    return std::binary_search(Core.begin(), Core.end(), N);
  }

  bool isDone() const {
    return IsRefuted && Conditions.empty() && Visits.empty();
  }
  bool mayGoOn() const { return !In.Limits.Units || Units < In.Limits.Units; }
  /// Replaces all conditions by what they were before a step.
  template <typename Fn> void transform(size_t N, Fn Before);
  void add(size_t N, Condition C);
  void refuted();
  const Expr *decided(size_t N, const Expr *Term);
  const Expr *divided(size_t N, const Expr *Quotient);
  void relyOn(size_t N, const Expr *Choice, bool Holds);
  const Expr *targetIn(size_t N, const Expr *Comparison);
  void emit(size_t N, const Expr *Condition);
  void candidate(const Function &F, const Expr *Atom);
  bool isInScope(const Function &F, const Expr *Atom);

  // Values that nobody knows.
  void eliminateUnknown(size_t N);
  bool solveFor(size_t N, const Variable *Unknown);
  void combineBounds(size_t N, const Variable *Unknown);
  std::vector<const Variable *> unknownsIn(const Expr *Term) const;

  // What places hold on the path.
  const Expr *fixedValue(size_t N, const Expr *Place);
  void addValues(size_t N, const Expr *Term);
  void relateSubscripts(size_t N, const Expr *Condition);
  bool isSame(const Expr *A, const Expr *B);
  bool isTrueAt(size_t N, const Expr *Condition);

  // Calls.
  void findCalls();
  const Visit *visitAt(size_t N) const;
  bool isTouched(const Stmt &Call, const Expr *Term) const;
  bool reads(const Expr *Term, const Expr *Dest) const;
  const std::vector<const Expr *> &placesOf(const Expr *Term) const;
  const Expr *intoCallee(size_t Call, Visit &V, const Expr *Term);
  const Expr *nameOf(Visit &V, const Function &F, const Expr *InCaller,
                     const Expr *AtEntry);
  const Expr *argumentFor(size_t Call, Visit &V, const Expr *E);
  const Expr *toCaller(size_t Call, const Expr *Term);
  const Expr *atEntry(const Visit &V, const Expr *Term);
  const Expr *withEntryValues(const Visit &V, const Function &F,
                              const Expr *Term);
  void addResults(size_t N, const std::vector<Condition> &Touched);
  bool isResult(const Function &F, const Expr *Place);
  const Expr *overEntry(Visit &V, const PathValues &Inside, const Expr *Value);
  bool isOfCallerAlone(const Visit &V, const Expr *Term);
  const Expr *afterUnknownCall(const Stmt &S, const Expr *Term);
  const Expr *withoutAddressesOf(const Function &F, const Expr *Term);

  const Function &function(size_t N) const { return *Way.Steps[N].Func; }

  const DiscoveryInput &In;
  Effort How;
  PredicateSet &P;
  Context &Ctx;
  const Path &Way;
  const std::vector<uint32_t> &Core;
  WeakestPrecondition Wp;
  PathValues Values;
  std::vector<Condition> Conditions;
  std::vector<Visit> Visits;
  /// By the step of a return: the step of the call.
  std::vector<size_t> CallOf;
  mutable std::unordered_map<const Expr *, std::vector<const Expr *>> Places;
  bool IsRefuted = false;
  std::set<const Variable *> Eliminated; ///< unknown values that are done
  std::set<std::pair<uint32_t, uint32_t>> Emitted; ///< Function::Id, Expr::id
};

void BackwardWalk::run() {
  if (Core.empty())
    return;
  findCalls();
  for (size_t N = Core.back() + 1; N-- > 0 && !isDone() && mayGoOn();)
    step(N);
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

/// The conditions exclude each other here already: what matters before is only
/// what that rests on.
void BackwardWalk::refuted() {
  IsRefuted = true;
  auto IsDone = [](const Condition &C) { return !C.IsBasis && !C.OnlyAt; };
  std::erase_if(Conditions, IsDone);
  for (Visit &V : Visits)
    std::erase_if(V.Waiting, IsDone);
}

template <typename Fn> void BackwardWalk::transform(size_t N, Fn Before) {
  std::vector<Condition> Old = std::move(Conditions);
  Conditions.clear();
  for (Condition C : Old) {
    const Expr *New = Before(C.Term);
    if (New != C.Term)
      add(N, {decided(N, New), C.OnlyAt, C.IsBasis});
    else if (!IsRefuted || C.IsBasis || C.OnlyAt)
      Conditions.push_back(C);
  }
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
    relyOn(N, New->operand(0), Is->isInt(1));
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

void BackwardWalk::relyOn(size_t N, const Expr *Choice, bool Holds) {
  if (Holds)
    return add(N, {Choice, 0, true});
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

// Values that nobody knows.

std::vector<const Variable *> BackwardWalk::unknownsIn(const Expr *Term) const {
  std::vector<const Variable *> Found = variablesIn(Term);
  std::erase_if(Found, [](const Variable *V) {
    return !V->isLogical() || V->Name != "unknown";
  });
  return Found;
}

/// Conditions about a value that came out of nowhere at step \p N say nothing
/// before it, but two of them together may: of u > a and u < b it is a < b.
void BackwardWalk::eliminateUnknown(size_t N) {
  std::set<const Variable *, ById> Unknowns;
  for (const Condition &C : Conditions)
    for (const Variable *V : unknownsIn(C.Term))
      if (Eliminated.insert(V).second)
        Unknowns.insert(V);
  for (const Variable *V : Unknowns)
    if (!solveFor(N, V))
      combineBounds(N, V);
  // What remains may be decided by what else is in it.
  for (const Condition &C : std::vector(Conditions))
    for (const Variable *V : unknownsIn(C.Term))
      if (Unknowns.contains(V)) {
        addValues(N, C.Term);
        break;
      }
}

/// `u == t`, if \p Equation can be solved for \p Unknown: t, or null.
static const Expr *solution(Context &Ctx, const Expr *Equation,
                            const Expr *Unknown) {
  if (!isComparison(Equation) || Equation->op() != Op::Eq)
    return nullptr;
  auto Mentions = [&](const Expr *E) {
    std::vector<const Expr *> Terms = termsOf(E);
    return std::find(Terms.begin(), Terms.end(), Unknown) != Terms.end();
  };
  const Expr *A = Equation->operand(0), *B = Equation->operand(1);
  if (A == Unknown && !Mentions(B))
    return B;
  if (B == Unknown && !Mentions(A))
    return A;
  std::optional<Linear> L = linear(A), R = linear(B);
  std::optional<Linear> D = L && R ? add(*L, -1, *R) : std::nullopt;
  SInt128 Factor = D ? D->factorOf(Unknown) : 0;
  if (Factor != 1 && Factor != -1)
    return nullptr;
  Linear Rest{D->Ty, {}, -Factor * D->Constant};
  for (const Linear::Part &P : D->Parts)
    if (P.Of != Unknown) {
      if (Mentions(P.Of))
        return nullptr;
      Rest.Parts.push_back({P.Of, -Factor * P.Factor});
    }
  return toExpr(Ctx, Rest);
}

bool BackwardWalk::solveFor(size_t N, const Variable *Unknown) {
  const Expr *U = Ctx.var(Unknown), *Solution = nullptr;
  size_t Which = 0;
  for (; Which < Conditions.size() && !Solution; ++Which)
    Solution = solution(Ctx, Conditions[Which].Term, U);
  if (!Solution)
    return false;
  const Variable *From[] = {Unknown};
  const Expr *To[] = {Solution};
  std::vector<Condition> Old = Conditions;
  for (size_t I = 0; I < Old.size(); ++I)
    if (I + 1 != Which)
      if (const Expr *New = substitute(Ctx, Old[I].Term, From, To);
          New != Old[I].Term)
        add(N, {New, Old[I].OnlyAt});
  return true;
}

void BackwardWalk::combineBounds(size_t N, const Variable *Unknown) {
  const Expr *U = Ctx.var(Unknown);
  if (!Unknown->Ty->isInt() || !Unknown->Ty->isSigned() ||
      Ctx.target().WrapSigned)
    return;
  // Sums S with S <= 0, the unknown added or subtracted.
  std::vector<Linear> Upper, Lower;
  for (const Condition &C : Conditions) {
    if (!isComparison(C.Term) || C.Term->operand(0)->type() != Unknown->Ty)
      continue;
    Op O = C.Term->op();
    bool IsLess = O == Op::Lt || O == Op::Le;
    if (O == Op::Eq || O == Op::Ne)
      continue;
    std::optional<Linear> A = linear(C.Term->operand(IsLess ? 0 : 1));
    std::optional<Linear> B = linear(C.Term->operand(IsLess ? 1 : 0));
    std::optional<Linear> D = A && B ? predabs::add(*A, -1, *B) : std::nullopt;
    SInt128 Factor = D ? D->factorOf(U) : 0;
    if (Factor != 1 && Factor != -1)
      continue;
    D->Constant += O == Op::Lt || O == Op::Gt;
    (Factor == 1 ? Upper : Lower).push_back(*D);
  }
  if (Upper.size() * Lower.size() > MaxPairs)
    return;
  for (const Linear &A : Upper)
    for (const Linear &B : Lower)
      if (std::optional<Linear> Sum = predabs::add(A, 1, B))
        add(N, {compareToZero(Ctx, Op::Le, *Sum)});
}

// What places hold on the path.

/// The constant, or the address, that \p Place holds at step \p N, or null.
const Expr *BackwardWalk::fixedValue(size_t N, const Expr *Place) {
  const Type *T = Place->type();
  bool IsName =
      Place->kind() == ExprKind::Var && Place->variable()->isLogical();
  if (IsName || !T->isScalar() || T->isFloat() || T->isBool())
    return nullptr;
  const Expr *Value = Values.valueAt(N, Place);
  if (T->isPointer() && !Value->isConstant())
    Value = Values.inScopeOf(N, Value);
  return Value && Value->type() == T && (Value->isConstant() || T->isPointer())
             ? Value
             : nullptr;
}

/// That places in \p Term hold the constants that they hold on the path. And
/// the term with these in their places, one after the other: a contradiction of
/// many predicates becomes a chain of contradictions of few.
void BackwardWalk::addValues(size_t N, const Expr *Term) {
  for (const Expr *Place : placesRead(Term)) {
    const Expr *Value = fixedValue(N, Place);
    if (!Value)
      continue;
    add(N, {Ctx.binary(Op::Eq, Place, Value)});
    if (Place->kind() != ExprKind::Var || !addressedIn(Term).empty())
      continue;
    const Variable *From[] = {Place->variable()};
    Term = substitute(Ctx, Term, From, {&Value, 1});
    if (!simplify(Ctx, linearisedAll(Ctx, Term))->isConstant())
      add(N, {Term});
  }
}

/// A[i] and A[j], read at two decisions, are the same if i and j are: this is
/// so on the path where both have the same value.
void BackwardWalk::relateSubscripts(size_t N, const Expr *Condition) {
  auto Subscripts = [](const Expr *E) {
    std::vector<const Expr *> Found = placesRead(E);
    std::erase_if(Found, [](const Expr *P) {
      return P->kind() != ExprKind::Index || P->operand(1)->isConstant();
    });
    return Found;
  };
  std::vector<const Expr *> Here = Subscripts(Condition);
  if (Here.empty())
    return;
  for (uint32_t Other : Core) {
    const PathStep &At = Way.Steps[Other];
    if (Other >= N)
      break;
    if (At.isBlockEnd() || At.statement().Kind != StmtKind::Assume ||
        At.Func != &function(N) || At.Depth != Way.Steps[N].Depth)
      continue;
    for (const Expr *There : Subscripts(At.statement().Value))
      for (const Expr *Mine : Here) {
        const Expr *I = There->operand(1), *J = Mine->operand(1);
        if (I == J || There->operand(0) != Mine->operand(0) ||
            I->type() != J->type())
          continue;
        const Expr *Same = Ctx.binary(Op::Eq, I, J);
        if (isTrueAt(N, Same) &&
            isSame(Values.valueAt(N, I), Values.valueAt(Other, I)))
          add(N, {Same});
      }
  }
}

bool BackwardWalk::isSame(const Expr *A, const Expr *B) {
  return simplify(Ctx, linearised(Ctx, Ctx.binary(Op::Eq, A, B)))->isInt(1);
}

bool BackwardWalk::isTrueAt(size_t N, const Expr *Condition) {
  return simplify(Ctx, linearisedAll(Ctx, Values.valueAt(N, Condition)))
      ->isInt(1);
}

// Calls.

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
  const Expr *Result =
      F.Ty->inner()->isScalar() ? Ctx.var(P.result(F)) : nullptr;
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
  Visit &V = Visits.back();
  const Function &F = function(N);
  std::vector<const Expr *> Places;
  for (const Condition &C : Touched)
    if (isOfCallerAlone(V, C.Term))
      for (const Expr *Place : placesRead(C.Term))
        if (!isOfCallerAlone(V, Place) && isResult(F, Place) &&
            std::find(Places.begin(), Places.end(), Place) == Places.end())
          Places.push_back(Place);
  if (Places.empty())
    return;
  PathValues Inside(P, In.A, Way, V.Call + 1, N, &Values);
  for (const CallerValue &C : V.FromCaller)
    if (C.AtEntry)
      Inside.define(C.Name, V.Call + 1, C.AtEntry);
  for (const Expr *Place : Places) {
    bool IsReturned = Place->kind() == ExprKind::Var &&
                      F.Ty->inner()->isScalar() &&
                      Place->variable() == P.result(F);
    const Expr *Named = IsReturned ? Way.Steps[N].statement().Value : Place;
    if (!Named)
      continue;
    const Expr *Value = overEntry(V, Inside, Inside.valueAt(N, Named));
    if (Value && Value->type() == Place->type())
      add(N, {Ctx.binary(Op::Eq, Place, Value), Way.Steps[N].Depth});
  }
  Units += Inside.units();
}

/// Whether \p Place is something that \p F may give to its caller.
bool BackwardWalk::isResult(const Function &F, const Expr *Place) {
  if (!Place->type()->isScalar() || Place->type()->isFloat())
    return false;
  if (Place->kind() == ExprKind::Var && F.Ty->inner()->isScalar() &&
      Place->variable() == P.result(F))
    return true;
  return In.A.mayModify(F, Place);
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
  bool IsResult = AtEntry && AtEntry->kind() == ExprKind::Var &&
                  F.Ty->inner()->isScalar() &&
                  AtEntry->variable() == P.result(F);
  if (AtEntry && AtEntry->kind() == ExprKind::Var && !IsResult &&
      !AtEntry->variable()->isGlobal() &&
      keepsItsValue(In.A, F, AtEntry->variable()))
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
    if (Arg == E && !isTouched(S, Arg))
      return nameOf(V, F, Arg, Formal);
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
    if (!X->isLogical() || (F.Ty->inner()->isScalar() && X == P.result(F)))
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
  bool HasResult = F.Ty->inner()->isScalar();
  for (const Variable *V : variablesIn(Atom)) {
    bool IsConstant =
        std::find(Constants.begin(), Constants.end(), V) != Constants.end();
    if (!V->isGlobal() && !isOwnVariable(F, V) && !IsConstant &&
        !(HasResult && V == P.result(F)))
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

class Newton : public Discovery {
public:
  explicit Newton(const DiscoveryInput &In) : In(In) {}

  std::string_view name() const override { return "newton"; }
  std::vector<Candidate> find(const SpuriousPath &S) override {
    std::vector<Candidate> Found = walk(S, Effort::Less);
    if (std::all_of(Found.begin(), Found.end(),
                    [&](const Candidate &C) { return isKnown(C); }))
      Found = walk(S, Effort::More);
    return Found;
  }
  uint64_t units() const override { return Spent; }

private:
  std::vector<Candidate> walk(const SpuriousPath &S, Effort How) {
    BackwardWalk Walk(In, S, How);
    Walk.run();
    Spent += Walk.Units;
    return std::move(Walk.Found);
  }

  bool isKnown(const Candidate &C) const {
    Context &Ctx = In.Known.module().Ctx;
    const Expr *Asked = normalForm(Ctx, C.Term).Term;
    const std::vector<Predicate> &All = In.Known.of(*C.Scope);
    return std::any_of(All.begin(), All.end(), [&](const Predicate &P) {
      return normalForm(Ctx, P.Term).Term == Asked;
    });
  }

  DiscoveryInput In;
  uint64_t Spent = 0;
};

} // namespace

std::unique_ptr<Discovery> createNewton(const DiscoveryInput &In) {
  return std::make_unique<Newton>(In);
}

} // namespace predabs
