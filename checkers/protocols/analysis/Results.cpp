#include "checkers/protocols/analysis/Results.h"

#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>
#include <ranges>

namespace predabs {

using namespace ir;

namespace {

/// How many assignments a value is followed through.
constexpr unsigned MaxDepth = 4;
/// Numbers that get a class of their own: as many as there are bits left.
constexpr size_t MaxNamed = 24;
/// The last page of the address space, where Linux has its error pointers.
constexpr unsigned MaxErrno = 4095;

const Expr *plain(const Expr *E) {
  while (E->kind() == ExprKind::Cast)
    E = E->operand(0);
  return E;
}

bool isNegative(const Expr *E) {
  const Type *T = E->type();
  return E->kind() == ExprKind::Int && T->isInt() && T->isSigned() &&
         (E->bits() >> (T->width() - 1) & 1) != 0;
}
bool isNegativeOrMinus(const Expr *E) {
  return isNegative(E) || (E->kind() == ExprKind::Unary && E->op() == Op::Neg);
}
bool isNothing(const Expr *E) { return E->isConstant() && E->isInt(0); }

/// Of Linux's IS_ERR: a comparison of an address with one of the last page.
const Expr *errorTestIn(const Expr *Test) {
  if (Test->kind() != ExprKind::Binary || !isComparison(Test->op()) ||
      Test->operand(1)->kind() != ExprKind::Int)
    return nullptr;
  const Expr *Left = Test->operand(0), *Limit = Test->operand(1);
  const Expr *Pointer = plain(Left);
  if (!Left->type()->isInt() || !Pointer->type()->isPointer())
    return nullptr;
  UInt128 Last = (UInt128(1) << Left->type()->width()) - 1;
  return Limit->bits() >= Last - MaxErrno ? Pointer : nullptr;
}

/// Whether \p F asks that about its argument: `IS_ERR(p)`.
bool asksForError(const Function &F) {
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      for (const Expr *E : termsOf(rootsOf(S)))
        if (const Expr *P = errorTestIn(E);
            P && P->kind() == ExprKind::Var &&
            P->variable()->Kind == Storage::Parameter)
          return true;
  return false;
}

} // namespace

ResultClasses::ResultClasses(Context &Ctx, const Function &F) : Ctx(Ctx) {
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts) {
      if (S.Kind == StmtKind::Assume)
        noteTest(S.Value);
      noteValue(S);
    }
  for (const Variable *V : addressedIn(F))
    Called.insert(V);
  for (const Block &B : F.Blocks)
    if (B.endsInReturn() && B.Stmts.back().Value)
      noteNumbers(B.Stmts.back().Value);
}

void ResultClasses::noteTest(const Expr *Condition) {
  for (const Expr *E : termsOf(Condition)) {
    if (const Expr *Pointer = errorTestIn(E))
      ErrorTested.insert(Pointer);
    if (E->kind() != ExprKind::Binary || !isComparison(E->op()) ||
        !E->operand(1)->isConstant())
      continue;
    const Expr *What = plain(E->operand(0));
    Tested.insert(What);
    if (E->op() != Op::Eq && E->op() != Op::Ne)
      SignTested.insert(What);
  }
  while (Condition->kind() == ExprKind::Unary && Condition->op() == Op::Not)
    Condition = Condition->operand(0);
  Tested.insert(plain(Condition));
}

void ResultClasses::noteValue(const Stmt &S) {
  if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr &&
      asksForError(*S.Value->function()))
    for (const Expr *A : S.Args)
      ErrorTested.insert(plain(A));
  if (!S.Dest || S.Dest->kind() != ExprKind::Var ||
      S.Dest->variable()->isGlobal())
    return;
  if (S.Kind == StmtKind::Assign)
    Values[S.Dest->variable()].push_back(S.Value);
  else if (S.Kind == StmtKind::Call)
    Called.insert(S.Dest->variable());
}

const std::vector<const Expr *> *ResultClasses::valuesOf(const Expr *E) const {
  auto It =
      E->kind() == ExprKind::Var ? Values.find(E->variable()) : Values.end();
  return It == Values.end() ? nullptr : &It->second;
}

bool ResultClasses::says(const Expr *E, Evidence Says, Looked AtIt,
                         unsigned Depth) const {
  E = plain(E);
  if (Says(E))
    return true;
  if (Depth == MaxDepth)
    return false;
  if (E->kind() == ExprKind::Cond)
    return says(E->operand(1), Says, AtIt, Depth + 1) ||
           says(E->operand(2), Says, AtIt, Depth + 1);
  if (E->kind() != ExprKind::Var || E->variable()->isGlobal())
    return false;
  if (Tested.contains(E))
    AtIt = Looked::Yes;
  if (AtIt == Looked::Yes && Called.contains(E->variable()))
    return true;
  const auto *All = valuesOf(E);
  return All && std::ranges::any_of(*All, [&](const Expr *V) {
           return says(V, Says, AtIt, Depth + 1);
         });
}

/// Whether \p E is an address of the last page.
static bool isErrorConstant(const Expr *E) {
  UInt128 Last = (UInt128(1) << (E->type()->size() * 8)) - 1;
  return E->kind() == ExprKind::Int && E->bits() >= Last - MaxErrno;
}

bool ResultClasses::isErrorPointer(const Expr *E, unsigned Depth) const {
  if (isErrorConstant(E))
    return true;
  if (E->kind() == ExprKind::Cast && E->operand(0)->type()->isInt())
    return !E->operand(0)->isInt(0);
  E = plain(E);
  if (ErrorTested.contains(E))
    return true;
  if (Depth == MaxDepth)
    return false;
  if (E->kind() == ExprKind::Cond)
    return isErrorPointer(E->operand(1), Depth + 1) ||
           isErrorPointer(E->operand(2), Depth + 1);
  const auto *All = valuesOf(E);
  return All && std::ranges::any_of(*All, [&](const Expr *V) {
           return isErrorPointer(V, Depth + 1);
         });
}

bool ResultClasses::numbersIn(const Expr *E, std::set<UInt128> &Into,
                              unsigned Depth) const {
  if (E->kind() == ExprKind::Int) {
    Into.insert(E->bits());
    return true;
  }
  if (Depth == MaxDepth)
    return false;
  if (E->kind() == ExprKind::Cast && E->operand(0)->type()->isInt()) {
    std::set<UInt128> Inner;
    const Type *From = E->operand(0)->type();
    bool IsKnown = numbersIn(E->operand(0), Inner, Depth + 1);
    for (UInt128 N : Inner)
      Into.insert(Ctx.cast(E->type(), Ctx.intConst(From, N))->bits());
    return IsKnown;
  }
  if (E->kind() == ExprKind::Cond)
    return numbersIn(E->operand(1), Into, Depth + 1) &&
           numbersIn(E->operand(2), Into, Depth + 1);
  const auto *All = valuesOf(E);
  return All && E->variable()->Kind != Storage::Parameter &&
         !Called.contains(E->variable()) &&
         std::ranges::all_of(*All, [&](const Expr *V) {
           return V->type() == E->type() && numbersIn(V, Into, Depth + 1);
         });
}

void ResultClasses::noteNumbers(const Expr *Result) {
  std::set<UInt128> All;
  if (!Result->type()->isInt() || Result->type()->isBool() ||
      !numbersIn(Result, All, 0))
    return;
  for (UInt128 N : All)
    if (N != 0 && !isNegative(Ctx.intConst(Result->type(), N)) &&
        Named.size() < MaxNamed && std::ranges::find(Named, N) == Named.end())
      Named.push_back(N);
}

std::vector<ResultClass> ResultClasses::numbers(const Expr *Result) const {
  const Type *T = Result->type();
  const Expr *Nothing = Ctx.zero(T);
  std::vector<ResultClass> All;
  if (T->isSigned())
    All.push_back({NegativeResults, Ctx.binary(Op::Lt, Result, Nothing),
                   SignTested.contains(plain(Result)) ||
                       says(Result, isNegativeOrMinus, Looked::No, 0)});
  All.push_back({ZeroResults, Ctx.binary(Op::Eq, Result, Nothing),
                 T->isBool() && says(Result, isNothing, Looked::No, 0)});
  std::set<UInt128> Own;
  if (T->isBool() || !numbersIn(Result, Own, 0)) {
    Op IsMore = T->isSigned() ? Op::Gt : Op::Ne;
    All.push_back(
        {PositiveResults, Ctx.binary(IsMore, Result, Nothing), false});
    return All;
  }
  for (size_t I = 0; I < Named.size(); ++I)
    if (Own.contains(Named[I]))
      All.push_back({PositiveResults << (I + 1),
                     Ctx.binary(Op::Eq, Result, Ctx.intConst(T, Named[I])),
                     false});
  return All;
}

std::vector<ResultClass> ResultClasses::pointers(const Expr *Result) const {
  const Expr *Nothing = Ctx.zero(Result->type());
  const Expr *Is = Ctx.binary(Op::Ne, Result, Nothing);
  std::vector<ResultClass> All = {{ZeroResults,
                                   Ctx.binary(Op::Eq, Result, Nothing),
                                   says(Result, isNothing, Looked::No, 0)}};
  if (isErrorPointer(Result, 0)) {
    const Type *Address = Ctx.intType(Result->type()->size() * 8, false);
    UInt128 Last = (UInt128(1) << Address->width()) - 1;
    const Expr *IsError =
        Ctx.binary(Op::Ge, Ctx.cast(Address, Result),
                   Ctx.intConst(Address, Last - MaxErrno + 1));
    All.push_back({NegativeResults, IsError, true});
    Is = Ctx.binary(Op::LAnd, Is, Ctx.notOf(IsError));
  }
  All.push_back({PositiveResults, Is, false});
  return All;
}

std::vector<ResultClass> ResultClasses::of(const Expr *Result) const {
  const Type *T = Result ? Result->type() : nullptr;
  if (!T || (!T->isInt() && !T->isPointer()))
    return {{ZeroResults, nullptr, false}};
  std::vector<ResultClass> All =
      T->isPointer() ? pointers(Result) : numbers(Result);
  std::erase_if(All, [](const ResultClass &C) { return C.Test->isInt(0); });
  return All;
}

namespace {

/// Looks for tests of a value on the ways to a block.
class TestsBefore {
public:
  TestsBefore(Context &Ctx, const Function &F, const Expr *Value)
      : Ctx(Ctx), F(F),
        IsNumber(Value->type()->isInt() && !Value->type()->isBool()),
        Before(F.Blocks.size()), Seen(F.Blocks.size()) {
    for (const Expr *E : termsOf(Value))
      if (!E->isConstant() && (IsNumber || E == Value))
        Parts.insert(E);
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      for (BlockId S : F.Blocks[B].Succs)
        Before[S].push_back(B);
  }

  /// Whether paths come to \p B untested, or after one test with two answers.
  bool areOpen(BlockId B) {
    Work = {B};
    while (!Work.empty()) {
      B = Work.back();
      Work.pop_back();
      if (Seen[B])
        continue;
      Seen[B] = true;
      if (isTested(B))
        continue;
      if (B == 0)
        return true;
      Work.insert(Work.end(), Before[B].begin(), Before[B].end());
    }
    return HasTwoAnswers;
  }

private:
  bool isTested(BlockId B) {
    for (const Stmt &S : F.Blocks[B].Stmts)
      if (S.Kind == StmtKind::Assume && isAbout(S.Value) &&
          !(IsNumber && mayBeZero(S.Value))) {
        note(S.Value);
        return true;
      }
    return false;
  }
  bool isAbout(const Expr *Test) const {
    return std::ranges::any_of(
        termsOf(Test), [&](const Expr *E) { return Parts.contains(E); });
  }
  /// `i < 16` is no test for errors, `i < 0` and `i != 0` are.
  bool mayBeZero(const Expr *Test) {
    return !ir::rewrite(Ctx, Test, [&](const Expr *Old, const Expr *New) {
              return Parts.contains(Old) ? Ctx.zero(Old->type()) : New;
            })->isInt(0);
  }
  void note(const Expr *Test) {
    bool IsNot = Test->kind() == ExprKind::Unary && Test->op() == Op::Not;
    auto [It, IsNew] =
        Answers.try_emplace(IsNot ? Test->operand(0) : Test, !IsNot);
    HasTwoAnswers |= It->second == IsNot;
  }

  Context &Ctx;
  const Function &F;
  const bool IsNumber;
  std::set<const Expr *> Parts; ///< of the value
  std::vector<std::vector<BlockId>> Before;
  std::vector<bool> Seen;
  std::vector<BlockId> Work;
  std::map<const Expr *, bool> Answers;
  bool HasTwoAnswers = false;
};

} // namespace

bool ResultClasses::mayBeSuccess(const Function &F, BlockId B) const {
  const Expr *Result = F.Blocks[B].Stmts.back().Value;
  if (std::ranges::all_of(of(Result), &ResultClass::IsError))
    return false;
  return !Result || Result->isConstant() ||
         TestsBefore(Ctx, F, plain(Result)).areOpen(B);
}

} // namespace predabs
