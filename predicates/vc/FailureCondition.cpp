// The walk backwards over the statements of a function, see FailureCondition.h.

#include "predicates/vc/FailureCondition.h"

#include "predicates/ir/Calls.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Adds the pointers that evaluating \p E follows in any case. \p IsNamed: only
/// where the place is matters, not what it holds.
void addFollowed(const Expr *E, bool IsNamed, std::vector<const Expr *> &Into) {
  // What may not be evaluated tells nothing.
  bool IsChoice =
      E->op() == Op::LAnd || E->op() == Op::LOr || E->kind() == ExprKind::Cond;
  unsigned NumSure = IsChoice ? 1 : E->numOperands();
  if (E->kind() == ExprKind::Deref && !IsNamed &&
      E->operand(0)->kind() != ExprKind::AddrOf)
    Into.push_back(E->operand(0));
  for (unsigned I = 0; I < NumSure; ++I) {
    bool IsPlace = E->kind() == ExprKind::Field || E->kind() == ExprKind::Index;
    // `p->f` looks at memory behind p if it is looked at itself.
    bool NamesPart = I == 0 && IsPlace;
    bool IsAddress = E->kind() == ExprKind::AddrOf;
    addFollowed(E->operand(I), IsAddress || (NamesPart && IsNamed), Into);
  }
}

/// Places that are compared with another one, in the work that one term is.
constexpr size_t PlacesPerUnit = 4;
/// Deeper terms are not searched for pointers.
constexpr size_t MaxSearched = 64;

bool isLogicalPlace(const Expr *Place) {
  const Variable *V = rootOf(Place);
  return V && V->isLogical();
}

} // namespace

FailureCondition::FailureCondition(PredicateSet &P, const Aliases &A,
                                   FunctionTest IsFailure,
                                   const FailureLimits &L)
    : P(P), Ctx(P.module().Ctx), A(A), IsFailure(std::move(IsFailure)),
      Limits(L), Wp(P, A) {}

const Expr *FailureCondition::of(const Function &Entry, const PathStep &To,
                                 const Points &ThatMatter) {
  Target = To;
  // The first activation that comes there was entered in some state, as all
  // are.
  IsInEntry = &Entry == To.Func;
  Relevant = &ThatMatter;
  Open.clear();
  Activations.clear();
  Choices.clear();
  Again.clear();
  Leads.clear();
  Matter.clear();
  IsTooMuch = false;
  Start = Work;
  if (!orderOf(Entry).isFine() || !leadsToTarget(Entry))
    return nullptr;
  Activations.push_back({&Entry, &orderOf(Entry), {}, {}, {}, {}});
  Open = {&Entry};
  const Expr *Result = walk(0, {});
  return isSpent() ? nullptr : Result;
}

/// What holds before the first block.
const Expr *FailureCondition::walk(size_t Of, Exit Out) {
  const Function &F = *Activations[Of].Func;
  const FlowOrder &Order = *Activations[Of].Order;
  Activations[Of].Before.assign(F.Blocks.size(), no());
  Activations[Of].Far.assign(F.Blocks.size(), 0);
  std::map<const FlowLoop *, size_t> Entered;
  for (BlockId B : Order.blocks()) {
    const Expr *Before = block(Of, B, Out);
    if (isSpent())
      return no();
    Activations[Of].Before[B] = Before;
    const FlowLoop *L = Order.loopAt(B);
    if (L && ++Entered[L] == L->Of.Entries.size())
      repeat(Activations[Of], *L);
  }
  return Activations[Of].Before[0];
}

const Expr *FailureCondition::block(size_t Of, BlockId B, Exit Out) {
  const Function &F = *Activations[Of].Func;
  const Expr *Post = behind(Activations[Of], B);
  for (size_t I = F.Blocks[B].Stmts.size(); I-- > 0 && !isSpent();) {
    ++Work;
    Wp.nextStep();
    Post = checked(statement(Of, {B, uint32_t(I)}, Post, Out));
  }
  return Post;
}

/// Those that lead on from \p B, of several that need the same the shortest.
std::vector<FailureCondition::Turn> FailureCondition::waysBehind(Activation &Of,
                                                                 BlockId B) {
  std::vector<Turn> Ways;
  for (BlockId S : Of.Func->Blocks[B].Succs) {
    if (Of.Order->isCut(B, S) || isNo(Of.Before[S]))
      continue;
    auto Same = std::ranges::find_if(
        Ways, [&](const Turn &T) { return Of.Before[T.Succ] == Of.Before[S]; });
    if (Same == Ways.end())
      Ways.push_back({S});
    else if (Of.Far[S] < Of.Far[Same->Succ])
      Same->Succ = S;
  }
  return Ways;
}

/// One of what follows \p B holds.
const Expr *FailureCondition::behind(Activation &Of, BlockId B) {
  std::vector<Turn> Ways = waysBehind(Of, B);
  const Expr *Any = no();
  for (size_t I = Ways.size(); I-- > 0;) {
    uint32_t Far = Of.Far[Ways[I].Succ] + 1;
    Of.Far[B] = Of.Far[B] ? std::min(Of.Far[B], Far) : Far;
    const Expr *Before = Of.Before[Ways[I].Succ];
    if (I + 1 < Ways.size()) {
      Ways[I].Var = choice("way", Choices);
      Any = Ctx.cond(Ways[I].Var, Before, Any);
    } else {
      Any = Before;
    }
  }
  if (!Ways.empty())
    Of.Turns[B] = std::move(Ways);
  return Any;
}

const Expr *FailureCondition::statement(size_t Of, Point At, const Expr *Post,
                                        Exit Out) {
  const Function &F = *Activations[Of].Func;
  if (&F == Target.Func && At.first == Target.Block && At.second == Target.Stmt)
    return Activations[Of].Far[At.first] = 0, Ctx.boolConst(true);
  const Stmt &S = F.Blocks[At.first].Stmts[At.second];
  if (S.Kind == StmtKind::Return)
    return leave(S, Out);
  if (isNo(Post) && !(S.Kind == StmtKind::Call && mayLead(S)))
    return Post;
  if (S.Kind == StmtKind::Call)
    return call(Of, At, Post);
  if (S.Kind != StmtKind::Assume)
    return change(S, Post);
  if (S.Value->isConstant())
    return S.Value->isInt(0) ? no() : Post;
  if (!Relevant->contains({&F, At.first, At.second}))
    return Post;
  return defined(S, Ctx.binary(Op::LAnd, S.Value, Post));
}

/// Before an assignment or a havoc.
const Expr *FailureCondition::change(const Stmt &S, const Expr *Post) {
  const std::vector<const Expr *> &Reads = infoOf(Post).Reads;
  Work += Reads.size();
  bool IsTouched = !S.Dest || std::ranges::any_of(Reads, [&](const Expr *R) {
    return R == S.Dest || A.mayOverlap(R, S.Dest);
  });
  if (!IsTouched)
    return defined(S, Post);
  Work += infoOf(Post).Size;
  return defined(S, Wp.of(S, Post));
}

const Expr *FailureCondition::leave(const Stmt &Return, Exit Out) {
  if (!Out.Post || !Out.Dest)
    return Out.Post ? Out.Post : no();
  Work += infoOf(Out.Post).Size;
  return defined(Return, Wp.ofAssign(Out.Dest, Return.Value, Out.Post));
}

/// At the entries of \p L: there may be turns before the last one, which begins
/// at one of them.
void FailureCondition::repeat(Activation &Of, const FlowLoop &L) {
  const Expr *Any = no();
  for (BlockId B : L.Of.Entries)
    if (const Expr *Body = Of.Before[B]; !isNo(Body) && Body != Any)
      Any = isNo(Any) ? Body : Ctx.cond(choice("last", Again), Body, Any);
  if (isNo(Any))
    return;
  Wp.nextStep();
  Work += infoOf(Any).Size;
  std::unordered_map<const Expr *, bool> Known;
  const Expr *Later = Wp.forgetting(
      [&](const Expr *Place) {
        auto [It, IsNew] = Known.try_emplace(Place);
        if (IsNew)
          It->second = mayChange(L, Place);
        return It->second;
      },
      Any);
  for (BlockId B : L.Of.Entries)
    if (Later != Of.Before[B])
      Of.Before[B] =
          checked(Ctx.cond(choice("again", Again), Later, Of.Before[B]));
}

/// Whether a turn of \p L may write to \p Place.
bool FailureCondition::mayChange(const FlowLoop &L, const Expr *Place) {
  if (isLogicalPlace(Place))
    return false;
  Work += (L.Written.size() + L.Far.size()) / PlacesPerUnit;
  return std::ranges::any_of(L.Written,
                             [&](const Expr *W) {
                               return W == Place || A.mayOverlap(Place, W);
                             }) ||
         std::ranges::any_of(
             L.Far, [&](const Stmt *S) { return A.mayModify(*S, Place); });
}

/// \p Post, and that no pointer is null which \p S follows: there is no
/// execution otherwise.
const Expr *FailureCondition::defined(const Stmt &S, const Expr *Post) {
  if (isNo(Post) || !infoOf(Post).HasPointer)
    return Post;
  std::vector<const Expr *> Followed;
  for (const Expr *E : {S.Dest, S.Why == Reason::Volatile ? nullptr : S.Value})
    if (E && termsOf(E).size() <= MaxSearched)
      addFollowed(E, false, Followed);
  for (const Expr *Pointer : Followed)
    Post = Ctx.binary(
        Op::LAnd, Ctx.binary(Op::Ne, Pointer, Ctx.null(Pointer->type())), Post);
  return Post;
}

const FlowOrder &FailureCondition::orderOf(const Function &F) {
  auto It = Orders.find(&F);
  if (It == Orders.end()) {
    Work += F.Blocks.size();
    It = Orders.emplace(&F, FlowOrder(F)).first;
  }
  return It->second;
}

const FailureCondition::Info &FailureCondition::infoOf(const Expr *E) {
  auto [It, IsNew] = Infos.try_emplace(E);
  if (IsNew) {
    It->second.Size = termsOf(E).size();
    It->second.Reads = placesRead(E);
    It->second.HasPointer = std::ranges::any_of(
        It->second.Reads, [](const Expr *R) { return R->type()->isPointer(); });
    Work += It->second.Size;
  }
  return It->second;
}

const Expr *FailureCondition::choice(const char *Name,
                                     std::vector<const Expr *> &Into) {
  Into.push_back(Ctx.var(P.addLogical(Name, Ctx.boolType(), nullptr)));
  return Into.back();
}

const Expr *FailureCondition::checked(const Expr *E) {
  IsTooMuch |= Work - Start > Limits.Work || infoOf(E).Size > Limits.Terms;
  return IsTooMuch ? no() : E;
}

} // namespace predabs
