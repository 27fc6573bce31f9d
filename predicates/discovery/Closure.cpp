#include "predicates/discovery/Closure.h"

#include "predicates/abstraction/Interface.h"
#include "predicates/abstraction/Simplify.h"
#include "predicates/alias/CallGraph.h"
#include "predicates/discovery/Atoms.h"
#include "predicates/discovery/Linear.h"
#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <utility>

namespace predabs {

using namespace ir;

namespace {

constexpr size_t MaxTermSize = 24;
/// Programs with more statements are not closed.
constexpr size_t MaxStatements = 5000;

bool isOwn(const Function &F, const Variable *V) {
  return V->Id < F.Vars.size() && F.Vars[V->Id].get() == V;
}

} // namespace

/// Signed variables to which nothing negative is ever assigned.
class Closure::NonNegative {
public:
  NonNegative(const Aliases &A, const std::vector<const Function *> &Functions)
      : A(A) {
    for (const Function *F : Functions)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts)
          if (S.Dest && isCandidate(S.Dest))
            Vars.insert(S.Dest);
    for (bool IsChanged = true; IsChanged;) {
      IsChanged = false;
      for (const Function *F : Functions)
        for (const Block &B : F->Blocks)
          for (const Stmt &S : B.Stmts)
            if (S.Dest && Vars.contains(S.Dest) && !staysSo(S)) {
              Vars.erase(S.Dest);
              IsChanged = true;
            }
    }
  }

  bool has(const Expr *E) const { return Vars.contains(E); }

  /// \p Comparison, or a constant where the signs decide it, or an equation
  /// that is the same. Adds the variables that this rests on to \p Used.
  const Expr *decide(Context &Ctx, const Expr *Comparison,
                     std::vector<const Expr *> &Used) const;

private:
  bool isCandidate(const Expr *Dest) const {
    return Dest->kind() == ExprKind::Var && Dest->type()->isInt() &&
           Dest->type()->isSigned() &&
           Dest->variable()->Kind != Storage::Parameter &&
           !A.isAddressTaken(Dest->variable());
  }
  bool staysSo(const Stmt &S) const {
    return S.Kind == StmtKind::Assign && S.Why == Reason::None &&
           isNonNegative(S.Value);
  }
  bool isNonNegative(const Expr *E) const {
    std::optional<Linear> L = linear(E);
    return L && L->Constant >= 0 &&
           std::all_of(L->Parts.begin(), L->Parts.end(),
                       [&](const Linear::Part &P) {
                         return P.Factor > 0 && Vars.contains(P.Of);
                       });
  }

  const Aliases &A;
  std::set<const Expr *> Vars;
};

const Expr *
Closure::NonNegative::decide(Context &Ctx, const Expr *C,
                             std::vector<const Expr *> &Used) const {
  const Type *T = isComparison(C) ? C->operand(0)->type() : nullptr;
  if (!T || !T->isInt() || !T->isSigned() || Ctx.target().WrapSigned)
    return C;
  std::optional<Linear> A = linear(C->operand(0)), B = linear(C->operand(1));
  std::optional<Linear> D = A && B ? predabs::add(*A, -1, *B) : std::nullopt;
  if (!D || D->Parts.empty())
    return C;
  // Of a sum of variables: S + Constant O 0, with S >= 0.
  Op O = C->op();
  if (D->Parts[0].Factor < 0) {
    Linear Zero{D->Ty, {}, 0};
    D = predabs::add(Zero, -1, *D);
    O = mirrored(O);
  }
  for (const Linear::Part &P : D->Parts)
    if (P.Factor < 0 || !Vars.contains(P.Of))
      return C;
  SInt128 Least = D->Constant;
  std::optional<bool> Is;
  switch (O) {
  case Op::Eq:
  case Op::Ne:
    if (Least > 0)
      Is = O == Op::Ne;
    break;
  case Op::Ge:
  case Op::Lt:
    if (Least >= 0)
      Is = O == Op::Ge;
    break;
  default:
    if (Least > 0)
      Is = O == Op::Gt;
    break;
  }
  bool IsZero =
      !Is && D->Parts.size() == 1 && Least == 0 && (O == Op::Le || O == Op::Gt);
  if (!Is && !IsZero)
    return C;
  for (const Linear::Part &P : D->Parts)
    Used.push_back(P.Of);
  if (Is)
    return Ctx.boolConst(*Is);
  return Ctx.binary(O == Op::Le ? Op::Eq : Op::Ne, D->Parts[0].Of, Ctx.zero(T));
}

Closure::Closure(const DiscoveryInput &In)
    : In(In), Ctx(In.Known.module().Ctx), Wp(In.Known, In.A) {}
Closure::~Closure() = default;

std::vector<Candidate> Closure::find(const SpuriousPath &S) {
  if (!Began)
    begin(S.Way.entry());
  lookAhead();
  return std::exchange(Ready, {});
}

void Closure::lookAhead() {
  addKnown();
  while (Ready.empty() && !Closed && Rounds < MaxRounds) {
    round();
    size_t Count = std::min(Fresh.size(), In.Limits.MaxCandidates);
    LeftOut |= Count < Fresh.size();
    Ready.assign(Fresh.begin(), Fresh.begin() + Count);
    Closed = Ready.empty() && New.empty();
  }
}

void Closure::begin(const Function &Entry) {
  Began = true;
  Functions = reachedFrom({&Entry}, In.A);
  size_t Statements = 0;
  for (const Function *F : Functions)
    for (const Block &B : F->Blocks)
      Statements += B.Stmts.size();
  if (Statements > MaxStatements) {
    LeftOut = Closed = true;
    return;
  }
  Signs = std::make_unique<NonNegative>(In.A, Functions);
  addSeeds();
}

/// The conditions that the program asks. They are examined in the first round,
/// and are what it adds.
void Closure::addSeeds() {
  for (const Function *F : Functions)
    for (const Block &B : F->Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Assume)
          massage(*F, S.Value);
  New = std::move(Fresh);
  Fresh.clear();
}

/// What others have added in the meantime.
void Closure::addKnown() {
  if (!Signs)
    return;
  auto Add = [&](const Function *F, const Predicate &P) {
    uint32_t Question = normalForm(Ctx, P.Term).Term->id();
    if (Seen.insert({F ? F->Id + 1 : 0, Question}).second) {
      New.push_back({F, P.Term});
      Closed = false;
    }
  };
  for (const Predicate &P : In.Known.globals())
    Add(nullptr, P);
  for (const Function *F : Functions)
    for (const Predicate &P : In.Known.of(*F))
      Add(F, P);
}

void Closure::round() {
  std::vector<Candidate> Now = std::move(New);
  New.clear();
  Fresh.clear();
  ++Rounds;
  for (const Candidate &C : Now)
    examine(C);
  New = Fresh;
  // The first conditions are no weakest preconditions of anything.
  if (Rounds == 1)
    Fresh.insert(Fresh.begin(), Now.begin(), Now.end());
}

void Closure::examine(const Candidate &C) {
  if (C.Scope)
    return examineIn(*C.Scope, C.Term);
  for (const Function *F : Functions)
    examineIn(*F, C.Term);
}

void Closure::examineIn(const Function &F, const Expr *Term) {
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts) {
      Spent += sizeOf(Term);
      if (S.Kind == StmtKind::Call)
        throughCall(F, S, Term);
      else if (const Expr *Before = Wp.of(S, Term); Before != Term)
        massage(F, Before);
      if (S.Kind == StmtKind::Return && hasResult(F) && S.Value)
        massage(F, Wp.ofAssign(Ctx.var(In.Known.result(F)), S.Value, Term));
    }
  toCallers(F, Term);
}

/// A predicate about what a call may change is one about what the callee does.
void Closure::throughCall(const Function &F, const Stmt &S, const Expr *Term) {
  bool IsTouched = false;
  for (const Expr *Place : placesRead(Term))
    IsTouched |=
        In.A.mayModify(S, Place) ||
        (S.Dest && (S.Dest == Place || In.A.mayOverlap(S.Dest, Place)));
  if (!IsTouched)
    return;
  CallTargets T = In.A.targets(S);
  bool IsUnknown = T.AndOthers || T.Known.empty();
  for (const Function *Callee : T.Known)
    if (Callee->isDefined())
      intoCallee(F, S, *Callee, Term);
    else
      IsUnknown = true;
  if (!IsUnknown)
    return;
  if (S.Dest)
    massage(F, Wp.ofAssign(S.Dest, nullptr, Term));
  LeftOut |= Wp.asBefore(S, Term) != Term;
}

/// The value that \p Formal of \p F had at the entry.
const Expr *Closure::passed(const Function &F, const Variable *Formal) {
  bool IsResult = hasResult(F) && Formal == In.Known.result(F);
  const Expr *Place = Ctx.var(Formal);
  return !IsResult && keepsItsValue(In.A, F, Formal)
             ? Place
             : Ctx.var(In.Known.entryValue(F, Place));
}

void Closure::intoCallee(const Function &F, const Stmt &S,
                         const Function &Callee, const Expr *Term) {
  if (S.Dest)
    Term = Wp.ofAssign(
        S.Dest, hasResult(Callee) ? Ctx.var(In.Known.result(Callee)) : nullptr,
        Term);
  bool IsOfCaller = false;
  const Expr *There = rewrite(Ctx, Term, [&](const Expr *E, const Expr *New) {
    for (uint32_t I = 0; I < Callee.NumParams && I < S.Args.size(); ++I)
      if (S.Args[I] == E && !E->isConstant() && E->type() == Callee.Vars[I]->Ty)
        return passed(Callee, Callee.Vars[I].get());
    return New;
  });
  for (const Variable *V : variablesIn(There))
    IsOfCaller |= !V->isGlobal() && isOwn(F, V) && !isOwn(Callee, V);
  if (IsOfCaller)
    LeftOut = true;
  else
    massage(Callee, There);
}

/// What a function asks of its parameters is asked of what is passed.
void Closure::toCallers(const Function &F, const Expr *Term) {
  bool IsPassed = false;
  for (const Variable *V : variablesIn(Term)) {
    if (V->isGlobal())
      continue;
    if (!isOwn(F, V) || V->Id >= F.NumParams)
      return;
    IsPassed = true;
  }
  if (!IsPassed || !addressedIn(Term).empty())
    return;
  std::vector<const Variable *> Formals;
  for (uint32_t I = 0; I < F.NumParams; ++I)
    Formals.push_back(F.Vars[I].get());
  for (const Function *Caller : Functions)
    for (const Block &B : Caller->Blocks)
      for (const Stmt &S : B.Stmts) {
        if (S.Kind != StmtKind::Call || S.Args.size() < F.NumParams)
          continue;
        std::vector<const Function *> Targets = In.A.targets(S).Known;
        if (std::find(Targets.begin(), Targets.end(), &F) == Targets.end())
          continue;
        // A call through a pointer of another type passes what it likes.
        bool Fits = std::equal(
            Formals.begin(), Formals.end(), S.Args.begin(),
            [](auto *Formal, auto *Arg) { return Formal->Ty == Arg->type(); });
        if (Fits)
          massage(*Caller, substitute(Ctx, Term, Formals, S.Args));
        else
          LeftOut = true;
      }
}

void Closure::massage(const Function &F, const Expr *Condition) {
  for (const Expr *Atom : atomsOf(Ctx, linearisedAll(Ctx, Condition))) {
    std::vector<const Expr *> Used;
    const Expr *Decided =
        simplify(Ctx, Signs->decide(Ctx, linearised(Ctx, Atom), Used));
    for (const Expr *Var : Used)
      add(F, Ctx.binary(Op::Ge, Var, Ctx.zero(Var->type())));
    if (!Decided->isConstant())
      add(F, Decided);
  }
}

/// Whether \p Atom is about a value alone that nobody knows: it may be true or
/// false, and that is all there is to say.
static bool isFree(const Expr *Atom) {
  std::vector<const Variable *> Used = variablesIn(Atom);
  return Used.size() == 1 && Used[0]->isLogical() && !Used[0]->ValueOf &&
         Used[0]->Name == "unknown";
}

void Closure::add(const Function &F, const Expr *Atom) {
  if (isFree(Atom))
    return;
  if (isComparison(Atom) && Atom->op() == Op::Ne)
    Atom = negation(Ctx, Atom);
  if (!isSayable(F, Atom)) {
    LeftOut = true;
    return;
  }
  const Function *Scope = isOfGlobals(Atom) ? nullptr : &F;
  uint32_t Question = normalForm(Ctx, Atom).Term->id();
  if (Seen.insert({Scope ? Scope->Id + 1 : 0, Question}).second)
    Fresh.push_back({Scope, Atom});
}

bool Closure::isOfGlobals(const Expr *Atom) const {
  std::vector<const Variable *> Used = variablesIn(Atom);
  return std::all_of(Used.begin(), Used.end(),
                     [](const Variable *V) { return V->isGlobal(); });
}

bool Closure::isSayable(const Function &F, const Expr *Atom) {
  if (sizeOf(Atom) > MaxTermSize)
    return false;
  std::vector<const Variable *> Constants = In.Known.constants(F);
  for (const Variable *V : variablesIn(Atom)) {
    bool IsConstant =
        std::find(Constants.begin(), Constants.end(), V) != Constants.end();
    bool IsResult = hasResult(F) && V == In.Known.result(F);
    if (!V->isGlobal() && !isOwn(F, V) && !IsConstant && !IsResult)
      return false;
  }
  std::vector<const Expr *> Terms = termsOf(Atom);
  return std::none_of(Terms.begin(), Terms.end(),
                      [](const Expr *E) { return E->type()->isFloat(); });
}

std::unique_ptr<Discovery> createClosure(const DiscoveryInput &In) {
  return std::make_unique<Closure>(In);
}

} // namespace predabs
