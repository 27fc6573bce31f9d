#include "predicates/discovery/PathValues.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Values of more terms are forgotten.
constexpr size_t MaxValueSize = 60;
/// When so much work is done the rest of the path gives unknown values.
constexpr uint64_t MaxUnits = 4'000'000;
/// Pointers behind pointers that are named.
constexpr unsigned MaxDepth = 6;

bool isPartOf(const Expr *Part, const Expr *Whole) {
  while (Part != Whole) {
    if (Part->kind() != ExprKind::Field && Part->kind() != ExprKind::Index)
      return false;
    Part = Part->operand(0);
  }
  return true;
}

/// Whether two places of one variable are surely different parts of it.
bool areDifferentParts(const Expr *A, const Expr *B) {
  std::vector<const Expr *> PathA, PathB;
  for (const Expr *E = A; E->numOperands(); E = E->operand(0))
    PathA.push_back(E);
  for (const Expr *E = B; E->numOperands(); E = E->operand(0))
    PathB.push_back(E);
  for (auto I = PathA.rbegin(), J = PathB.rbegin();
       I != PathA.rend() && J != PathB.rend(); ++I, ++J) {
    const Expr *X = *I, *Y = *J;
    if (X->kind() != Y->kind() ||
        X->operand(0)->type() != Y->operand(0)->type())
      return false;
    if (X->kind() == ExprKind::Field && X->fieldIndex() != Y->fieldIndex())
      return !X->operand(0)->type()->isUnion();
    if (X->kind() == ExprKind::Index && X->operand(1) != Y->operand(1))
      return X->operand(1)->isConstant() && Y->operand(1)->isConstant();
  }
  return false;
}

bool isOwn(const Function &F, const Variable *V) {
  return V->Id < F.Vars.size() && F.Vars[V->Id].get() == V;
}

} // namespace

PathValues::PathValues(PredicateSet &P, const Aliases &A, const Path &Way,
                       size_t First, size_t Last, PathValues *Around,
                       OnOverlap How)
    : P(P), Ctx(P.module().Ctx), A(A), Way(Way), First(First), Around(Around),
      How(How) {
  std::vector<size_t> Open;
  uint32_t Base = Way.Steps[First].Depth;
  for (size_t N = First; N <= Last && Way.Steps[N].Depth >= Base; ++N) {
    size_t Depth = Way.Steps[N].Depth - Base + 1;
    if (Depth < Open.size()) {
      Open.resize(Depth);
      Calls.resize(Depth - 1);
    }
    while (Open.size() < Depth)
      Open.push_back(NumFrames++);
    FrameOf.push_back(Open.back());
    if (N > First && Way.enters(N - 1)) {
      Calls.push_back(N - 1);
      enter(N - 1);
    }
    if (Units >= MaxUnits)
      continue;
    Executed = N;
    step(N);
  }
}

const Expr *PathValues::fresh(const Type *T) {
  return Ctx.var(P.addLogical("value", T, nullptr));
}

const Expr *PathValues::nameIn(size_t Frame, const Variable *V) {
  const Variable *&Name = Names[{Frame, V->Id}];
  if (!Name) {
    Name = P.addLogical(V->Name, V->Ty, nullptr);
    Behind[Name] = {Frame, V};
  }
  return Ctx.var(Name);
}

const Expr *PathValues::placeAround(size_t N, const Expr *Original) {
  return Around ? Around->evaluate(N, Original, Want::Place) : nullptr;
}

PathValues::Cell &PathValues::cell(size_t N, const Expr *Place,
                                   const Expr *Original) {
  auto [It, IsNew] = Memory.try_emplace(Place);
  if (IsNew) {
    Order.push_back(Place);
    It->second.Original = Original;
    It->second.InAround = placeAround(N, Original);
  }
  return It->second;
}

void PathValues::set(size_t N, const Expr *Place, const Expr *Original,
                     const Expr *Value) {
  cell(N, Place, Original).History.push_back({int64_t(N), Value});
}

void PathValues::step(size_t N) {
  const PathStep &At = Way.Steps[N];
  ++Units;
  if (At.isBlockEnd())
    return;
  const Stmt &S = At.statement();
  if (S.Kind == StmtKind::Assign)
    store(N, S.Dest, S.Why == Reason::Volatile ? nullptr : S.Value);
  else if (S.Kind == StmtKind::Havoc && S.Dest)
    store(N, S.Dest, nullptr);
  else if (S.Kind == StmtKind::Havoc)
    unknownCall(N);
  else if (S.Kind == StmtKind::Call && !Way.enters(N))
    unknownCall(N);
  else if (S.Kind == StmtKind::Return && N > First && frameAt(N) != 0 &&
           N + 1 < Way.Steps.size() && Way.Steps[N + 1].Depth < At.Depth) {
    size_t Call = Calls.back();
    const Stmt &C = Way.Steps[Call].statement();
    if (C.Dest) {
      const Expr *Place = evaluate(Call, C.Dest, Want::Place);
      const Expr *Value = S.Value && S.Value->type() == C.Dest->type()
                              ? evaluate(N, S.Value, Want::Value)
                              : fresh(C.Dest->type());
      forgetOverlapping(N, Place, C.Dest);
      set(N, Place, C.Dest, Value);
    }
  }
}

void PathValues::enter(size_t Call) {
  const Stmt &S = Way.Steps[Call].statement();
  const Function &F = *Way.Steps[Call + 1].Func;
  for (uint32_t I = 0; I < F.NumParams && I < S.Args.size(); ++I)
    if (S.Args[I]->type() == F.Vars[I]->Ty)
      set(Call, nameIn(frameAt(Call + 1), F.Vars[I].get()),
          Ctx.var(F.Vars[I].get()), evaluate(Call, S.Args[I], Want::Value));
}

void PathValues::unknownCall(size_t N) {
  const Stmt &S = Way.Steps[N].statement();
  for (const Expr *Place : std::vector(Order)) {
    const Expr *Original = Memory[Place].Original;
    ++Units;
    if (A.mayModify(S, Original))
      set(N, Place, Original, fresh(Place->type()));
  }
  if (S.Dest)
    store(N, S.Dest, nullptr);
}

void PathValues::store(size_t N, const Expr *Dest, const Expr *Value) {
  const Expr *Place = evaluate(N, Dest, Want::Place);
  const Expr *New = Value ? simplify(Ctx, evaluate(N, Value, Want::Value))
                          : fresh(Dest->type());
  if (termsOf(New).size() > MaxValueSize)
    New = fresh(Dest->type());
  if (!Place->isPlace())
    return;
  forgetOverlapping(N, Place, Dest);
  set(N, Place, Dest, New);
}

namespace {

/// What two places are to each other, if variables are their roots.
enum class Overlap : uint8_t { None, Some, Unknown };

Overlap overlapOf(const Expr *A, const Expr *B) {
  const Variable *RootA = A ? rootOf(A) : nullptr;
  const Variable *RootB = B ? rootOf(B) : nullptr;
  if (!RootA || !RootB)
    return Overlap::Unknown;
  return RootA == RootB && !areDifferentParts(A, B) ? Overlap::Some
                                                    : Overlap::None;
}

} // namespace

void PathValues::forgetOverlapping(size_t N, const Expr *Place,
                                   const Expr *Original) {
  const Expr *InAround = placeAround(N, Original);
  for (const Expr *Other : std::vector(Order)) {
    ++Units;
    if (Other == Place || isPartOf(Place, Other))
      continue;
    const Cell &C = Memory[Other];
    if (isPartOf(Other, Place)) {
      set(N, Other, C.Original, nullptr);
      continue;
    }
    Overlap Is = overlapOf(Place, Other);
    if (Is == Overlap::Unknown)
      Is = overlapOf(InAround, C.InAround);
    if (Is == Overlap::Unknown && How == OnOverlap::Forget)
      Is = A.mayOverlap(C.Original, Original) ? Overlap::Some : Overlap::None;
    if (Is == Overlap::Some)
      set(N, Other, C.Original, fresh(Other->type()));
  }
}

const Expr *PathValues::lastSet(size_t N, const Expr *Place) {
  auto It = Memory.find(Place);
  if (It == Memory.end())
    return nullptr;
  const std::vector<Version> &All = It->second.History;
  for (size_t I = All.size(); I-- > 0;)
    if (All[I].Since < int64_t(N))
      return All[I].Value;
  return nullptr;
}

const Expr *PathValues::contents(size_t N, const Expr *Place,
                                 const Expr *Original) {
  if (!Place->isPlace())
    return Place; // a part of a value
  std::vector<const Expr *> Parts;
  const Expr *Around = Place, *Value = lastSet(N, Place);
  while (!Value && (Around->kind() == ExprKind::Field ||
                    Around->kind() == ExprKind::Index)) {
    Parts.push_back(Around);
    Around = Around->operand(0);
    Value = lastSet(N, Around);
  }
  if (Value) {
    for (auto I = Parts.rbegin(); I != Parts.rend(); ++I) {
      const Expr *Operands[] = {
          Value, (*I)->numOperands() > 1 ? (*I)->operand(1) : nullptr};
      Value = withOperands(Ctx, *I, Operands);
    }
    return Value;
  }
  Value = fresh(Place->type());
  std::vector<Version> &All = cell(N, Place, Original).History;
  All.insert(All.begin(), {-1, Value});
  Symbols[Value->variable()] = Place;
  return Value;
}

const Expr *PathValues::evaluate(size_t N, const Expr *Root, Want What) {
  const Function &F = *Way.Steps[N].Func;
  std::unordered_map<const Expr *, const Expr *> Named, Held;
  auto ValueOf = [&](const Expr *E) {
    if (!E->isPlace())
      return Named.at(E);
    if (E->kind() == ExprKind::Var && E->variable()->isLogical())
      return Named.at(E);
    const Expr *&Value = Held[E];
    if (!Value)
      Value = contents(N, Named.at(E), E);
    return Value;
  };
  std::vector<const Expr *> Operands;
  for (const Expr *E : termsOf(Root)) {
    ++Units;
    if (E->kind() == ExprKind::Var) {
      const Variable *V = E->variable();
      auto Known = Defined.find(V);
      if (Known != Defined.end())
        Named[E] =
            evaluate(Known->second.first, Known->second.second, Want::Value);
      else
        Named[E] = isOwn(F, V) ? nameIn(frameAt(N), V) : E;
      continue;
    }
    Operands.clear();
    for (unsigned I = 0; I < E->numOperands(); ++I)
      Operands.push_back(namesOnly(E, I) ? Named.at(E->operand(I))
                                         : ValueOf(E->operand(I)));
    Named[E] = withOperands(Ctx, E, Operands);
  }
  return What == Want::Place ? Named.at(Root) : ValueOf(Root);
}

const Expr *PathValues::valueAt(size_t N, const Expr *E) {
  if (isBeyond(N))
    return fresh(E->type());
  return simplify(Ctx, evaluate(N, E, Want::Value));
}

const Expr *PathValues::inScopeOf(size_t N, const Expr *Value) const {
  size_t Frame = frameAt(N);
  bool IsNameable = true;
  const Expr *Result = rewrite(Ctx, Value, [&](const Expr *E, const Expr *New) {
    if (E->kind() != ExprKind::Var || E->variable()->isGlobal())
      return New;
    auto It = Behind.find(E->variable());
    if (It == Behind.end() || It->second.first != Frame) {
      IsNameable = false;
      return New;
    }
    return Ctx.var(It->second.second);
  });
  return IsNameable ? Result : nullptr;
}

const Expr *PathValues::beginningOf(const Variable *Symbol) const {
  // A place behind a pointer is named by the symbol of that pointer.
  auto It = Symbols.find(Symbol);
  if (It == Symbols.end())
    return nullptr;
  const Expr *Place = It->second;
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth) {
    bool IsDone = true, IsNameable = true;
    Place = rewrite(Ctx, Place, [&](const Expr *E, const Expr *New) {
      if (E->kind() != ExprKind::Var || !E->variable()->isLogical())
        return New;
      auto Name = Behind.find(E->variable());
      if (Name != Behind.end()) {
        const Variable *V = Name->second.second;
        IsNameable &= Name->second.first == 0 && V->Kind == Storage::Parameter;
        return Ctx.var(V);
      }
      auto Inner = Symbols.find(E->variable());
      IsNameable &= Inner != Symbols.end();
      IsDone = false;
      return Inner != Symbols.end() ? Inner->second : New;
    });
    if (!IsNameable)
      return nullptr;
    if (IsDone)
      return Place;
  }
  return nullptr;
}

} // namespace predabs
