// Checks that a module keeps the promises of Expr.h and Module.h; see verify
// in Module.h. Each expression is looked at once, however often it is shared.

#include "predicates/ir/Layout.h"
#include "predicates/ir/Touch.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Typing.h"

#include <unordered_set>

namespace predabs::ir {

namespace {

/// Checks expressions, from the operands up.
class ExprVerifier {
public:
  explicit ExprVerifier(const Module &M) : M(M), Known(M.Ctx.numExprs()) {
    for (const auto &G : M.Globals)
      OwnerOf[G.get()] = nullptr;
    for (const auto &F : M.Functions)
      for (const auto &V : F->Vars)
        OwnerOf[V.get()] = F.get();
  }

  /// What is wrong with \p E where the variables of \p F (null: only globals)
  /// can be named.
  Problem check(const Expr *E, const Function *F) {
    std::vector<const Expr *> Work = {E};
    while (!Work.empty()) {
      const Expr *Next = Work.back();
      if (Next->id() >= Known.size())
        return "an expression of another module";
      if (pushOperands(Next, Work))
        continue;
      Work.pop_back();
      if (Known[Next->id()].Checked)
        continue;
      if (Problem P = checkOne(Next))
        return P;
    }
    const Function *Owner = Known[E->id()].Owner;
    if (Owner && Owner != F)
      return "a variable of @" + Owner->Name;
    return std::nullopt;
  }

  bool owns(const Function *F) const {
    return F->Id < M.Functions.size() && M.Functions[F->Id].get() == F;
  }

private:
  struct Knowledge {
    bool Checked = false;
    /// The function whose variables the expression names.
    const Function *Owner = nullptr;
  };

  bool pushOperands(const Expr *E, std::vector<const Expr *> &Work) const {
    size_t Before = Work.size();
    for (unsigned I = 0; I < E->numOperands(); ++I) {
      const Expr *A = E->operand(I);
      if (A->id() >= Known.size() || !Known[A->id()].Checked)
        Work.push_back(A);
    }
    return Work.size() != Before;
  }

  Problem checkOne(const Expr *E) {
    Problem P = checkShape(E);
    if (!P)
      P = checkOwner(E);
    return P;
  }

  Problem checkShape(const Expr *E) const {
    switch (E->kind()) {
    case ExprKind::FuncAddr:
      return functionProblem(E->function());
    case ExprKind::LabelAddr:
      return labelProblem(E);
    case ExprKind::Field:
      return fieldShapeProblem(E);
    case ExprKind::Index:
      return indexProblem(E->operand(0), E->operand(1)->type());
    case ExprKind::Deref:
      return derefProblem(E->operand(0)->type());
    case ExprKind::AddrOf:
      return addrOfProblem(E->operand(0));
    case ExprKind::Unary:
      return unaryProblem(E->op(), E->operand(0)->type());
    case ExprKind::Binary:
      return binaryProblem(E->op(), E->operand(0)->type(),
                           E->operand(1)->type());
    case ExprKind::Cast:
      return castProblem(E->type(), E->operand(0)->type());
    case ExprKind::Cond:
      return condProblem(E->operand(0)->type(), E->operand(1)->type(),
                         E->operand(2)->type());
    default:
      return std::nullopt;
    }
  }

  Problem functionProblem(const Function *F) const {
    if (!owns(F))
      return "a function of another module";
    return std::nullopt;
  }

  Problem labelProblem(const Expr *E) const {
    if (Problem P = functionProblem(E->function()))
      return P;
    if (E->block() >= E->function()->Blocks.size())
      return "a label of a block that is not there";
    return std::nullopt;
  }

  static Problem fieldShapeProblem(const Expr *E) {
    if (Problem P = fieldProblem(E->operand(0)))
      return P;
    if (E->fieldIndex() >= E->operand(0)->type()->fields().size())
      return "a field that is not there";
    return std::nullopt;
  }

  Problem checkOwner(const Expr *E) {
    Knowledge &K = Known[E->id()];
    K.Checked = true;
    if (E->kind() == ExprKind::Var) {
      auto It = OwnerOf.find(E->variable());
      if (It == OwnerOf.end())
        return "a variable of another module";
      K.Owner = It->second;
    }
    for (unsigned I = 0; I < E->numOperands(); ++I) {
      const Function *Owner = Known[E->operand(I)->id()].Owner;
      if (Owner && K.Owner && Owner != K.Owner)
        return "variables of @" + K.Owner->Name + " and @" + Owner->Name;
      if (Owner)
        K.Owner = Owner;
    }
    return std::nullopt;
  }

  const Module &M;
  std::vector<Knowledge> Known;
  std::unordered_map<const Variable *, const Function *> OwnerOf;
};

/// Whether \p E can be computed before the program starts: places are only
/// taken the address of.
bool isStatic(const Expr *E) {
  std::vector<const Expr *> Work = {E};
  while (!Work.empty()) {
    const Expr *Next = Work.back();
    Work.pop_back();
    if (Next->isPlace())
      return false;
    if (Next->kind() != ExprKind::AddrOf) {
      for (unsigned I = 0; I < Next->numOperands(); ++I)
        Work.push_back(Next->operand(I));
      continue;
    }
    const Expr *Place = Next->operand(0);
    while (Place->kind() == ExprKind::Field ||
           Place->kind() == ExprKind::Index) {
      if (Place->kind() == ExprKind::Index)
        Work.push_back(Place->operand(1));
      Place = Place->operand(0);
    }
    if (Place->kind() == ExprKind::Deref)
      Work.push_back(Place->operand(0));
  }
  return true;
}

constexpr StmtKind KindOfMarked[] = {
#define MARK(Enumerator, Text, Kind, Help) StmtKind::Kind,
#include "predicates/ir/Marks.def"
};

class StmtVerifier {
public:
  StmtVerifier(ExprVerifier &Exprs, const Function &F) : Exprs(Exprs), F(F) {}

  Problem check(const Stmt &S) {
    if (Problem P = checkPresence(S))
      return P;
    for (const Expr *E : {S.Dest, S.Value})
      if (E)
        if (Problem P = Exprs.check(E, &F))
          return P;
    for (const Expr *E : S.Args) {
      if (!E)
        return "an argument is missing";
      if (Problem P = Exprs.check(E, &F))
        return P;
    }
    if (Problem P = checkTypes(S))
      return P;
    return checkNotes(S);
  }

private:
  /// That the statement has the expressions it needs and no others.
  static Problem checkPresence(const Stmt &S) {
    bool NeedsValue = S.Kind == StmtKind::Assign ||
                      S.Kind == StmtKind::Assume || S.Kind == StmtKind::Call;
    bool MayHaveDest = S.Kind == StmtKind::Assign || S.Kind == StmtKind::Call ||
                       S.Kind == StmtKind::Havoc;
    if (NeedsValue && !S.Value)
      return "the value is missing";
    if (S.Kind == StmtKind::Assign && !S.Dest)
      return "the destination is missing";
    if (!MayHaveDest && S.Dest)
      return "a destination where there is none";
    if (S.Kind == StmtKind::Havoc && S.Value)
      return "a value where there is none";
    bool MayHaveArgs = S.Kind == StmtKind::Call || S.Kind == StmtKind::Havoc;
    if (!MayHaveArgs && !S.Args.empty())
      return "arguments without a call";
    return std::nullopt;
  }

  Problem checkTypes(const Stmt &S) const {
    switch (S.Kind) {
    case StmtKind::Assign:
      return checkAssign(S);
    case StmtKind::Assume:
      if (!S.Value->type()->isBool())
        return "the assumption is not bool but " + print(S.Value->type());
      return std::nullopt;
    case StmtKind::Call:
      return checkCall(S);
    case StmtKind::Return:
      return checkReturn(S);
    case StmtKind::Havoc:
      return checkHavoc(S);
    }
    return "unknown kind of statement";
  }

  static Problem checkAssign(const Stmt &S) {
    if (!S.Dest->isPlace())
      return "the destination is not a place";
    if (!isObjectType(S.Dest->type()))
      return "no value has the type " + print(S.Dest->type());
    return sameType("the destination", S.Dest->type(), "the value",
                    S.Value->type());
  }

  static Problem sameType(const std::string &What, const Type *T,
                          const std::string &Other, const Type *U) {
    if (T == U)
      return std::nullopt;
    return What + " has type " + print(T) + ", " + Other + " " + print(U);
  }

  static Problem checkCall(const Stmt &S) {
    const Type *Callee = S.Value->type();
    if (!Callee->isPointer() || !Callee->inner()->isFunction())
      return "the callee is not the address of a function but " + print(Callee);
    if (Problem P = checkArgs(S, Callee->inner()))
      return P;
    if (!S.Dest)
      return std::nullopt;
    if (S.Dest->kind() != ExprKind::Var)
      return "the destination of a call is not a variable";
    if (Callee->inner()->inner()->isVoid())
      return "the callee returns nothing";
    return sameType("the destination", S.Dest->type(), "the result",
                    Callee->inner()->inner());
  }

  /// A function without a prototype, `fn(...)`, takes any arguments.
  static Problem checkArgs(const Stmt &S, const Type *Ty) {
    size_t Given = S.Args.size(), Wanted = Ty->params().size();
    if (Given < Wanted || (Given > Wanted && !Ty->isVariadic()))
      return std::to_string(Given) + " arguments for " +
             std::to_string(Wanted) + " parameters";
    for (size_t I = 0; I < Wanted; ++I)
      if (Problem P =
              sameType("argument " + std::to_string(I + 1), S.Args[I]->type(),
                       "the parameter", Ty->params()[I]))
        return P;
    return std::nullopt;
  }

  Problem checkReturn(const Stmt &S) const {
    const Type *Result = F.Ty->inner();
    if (Result->isVoid() && S.Value)
      return "a value in a function that returns nothing";
    // Without a value where one is due, the caller gets an arbitrary one.
    if (!S.Value)
      return std::nullopt;
    return sameType("the value", S.Value->type(), "the result", Result);
  }

  static Problem checkHavoc(const Stmt &S) {
    if (S.Dest && !S.Dest->isPlace())
      return "the destination is not a place";
    if (S.Why == Reason::None)
      return "havoc without a reason";
    // SOUND: what changes then is said by the row of the reason, see Touch.h.
    if (!S.Dest && touchOf(S.Why).Changes == Touch::Memory::Place)
      return std::string(reasonText(S.Why)) + " changes no more than a place";
    return std::nullopt;
  }

  /// Reasons are for values that may be any, and each mark is for one kind.
  static Problem checkNotes(const Stmt &S) {
    bool MayHaveReason =
        S.Kind == StmtKind::Havoc ||
        (S.Kind == StmtKind::Assign && S.Why == Reason::Volatile);
    if (S.Why != Reason::None && !MayHaveReason)
      return std::string("the reason ") + reasonText(S.Why) + " of no havoc";
    for (unsigned I = 0; I < NumMarks; ++I)
      if (S.Marks.has(Mark(I)) && S.Kind != KindOfMarked[I])
        return std::string(markText(Mark(I))) + " marks another kind";
    return std::nullopt;
  }

  ExprVerifier &Exprs;
  const Function &F;
};

class ModuleVerifier {
public:
  explicit ModuleVerifier(const Module &M) : M(M), Exprs(M) {}

  Problem check() {
    if (Problem P = layoutProblem(M.Ctx))
      return P;
    if (M.Init && !Exprs.owns(M.Init))
      return "the initialising function is of another module";
    for (size_t I = 0; I < M.Globals.size(); ++I)
      if (Problem P = checkGlobal(*M.Globals[I], I))
        return "global $" + M.Globals[I]->Name + ": " + *P;
    for (size_t I = 0; I < M.Functions.size(); ++I)
      if (Problem P = checkFunction(*M.Functions[I], I))
        return "function @" + M.Functions[I]->Name + ": " + *P;
    return std::nullopt;
  }

private:
  Problem checkLoc(Loc L) const {
    if (L.isValid() && L.File >= M.Files.size())
      return "location in an unknown file";
    return std::nullopt;
  }

  Problem checkGlobal(const Variable &V, size_t Position) {
    if (V.Id != Position)
      return "wrong id";
    if (!V.isGlobal())
      return "is not marked as global";
    // C allows `extern void symbol;` for its address.
    if (V.IsDefined && !isObjectType(V.Ty))
      return "no value has the type " + print(V.Ty);
    for (const InitPart &P : V.Init)
      if (Problem Wrong = checkInit(P))
        return "at bit " + std::to_string(P.BitOffset) + ": " + *Wrong;
    return checkLoc(V.Where);
  }

  /// SOUND: who reads a bit-field takes its initial value for what is there.
  static bool fits(const InitPart &P) {
    const Type *T = P.Value->type();
    UInt128 Bits = P.Value->bits();
    UInt128 Kept = T->isSigned() ? UInt128(signExtend(Bits, P.BitWidth))
                                 : truncateTo(Bits, P.BitWidth);
    return truncateTo(Kept, T->width()) == truncateTo(Bits, T->width());
  }

  Problem checkInit(const InitPart &P) {
    if (!P.Value)
      return "the initial value is missing";
    if (Problem Wrong = Exprs.check(P.Value, nullptr))
      return Wrong;
    if (!isStatic(P.Value))
      return "the initial value is not a constant";
    if (P.BitWidth > P.Value->type()->width())
      return "more bits than the initial value has";
    if (P.BitWidth && P.Value->kind() == ExprKind::Int && !fits(P))
      return "the initial value needs more bits";
    return std::nullopt;
  }

  Problem checkFunction(const Function &F, size_t Position) {
    if (F.Id != Position)
      return "wrong id";
    if (!F.Ty->isFunction())
      return "its type is " + print(F.Ty);
    if (Problem P = checkParams(F))
      return P;
    if (Problem P = checkVariables(F))
      return P;
    if (Problem P = checkBlocks(F))
      return P;
    return checkLoc(F.Where);
  }

  /// Named parameters agree with the type. A declaration may have none, and
  /// the type of a function without a prototype does not tell them.
  static Problem checkParams(const Function &F) {
    const auto &Params = F.Ty->params();
    bool NoPrototype = Params.empty() && F.Ty->isVariadic();
    if (F.NumParams > F.Vars.size())
      return "more parameters than variables";
    if (!F.isDefined() && F.Vars.size() != F.NumParams)
      return "local variables without a body";
    if (NoPrototype || (!F.isDefined() && F.NumParams == 0))
      return std::nullopt;
    if (F.NumParams != Params.size())
      return std::to_string(F.NumParams) + " parameters for the type " +
             print(F.Ty);
    for (size_t I = 0; I < Params.size(); ++I)
      if (F.Vars[I]->Ty != Params[I])
        return "parameter %" + F.Vars[I]->Name + " has type " +
               print(F.Vars[I]->Ty) + " and not " + print(Params[I]);
    return std::nullopt;
  }

  Problem checkVariables(const Function &F) const {
    std::unordered_set<std::string> Names;
    for (size_t I = 0; I < F.Vars.size(); ++I) {
      const Variable &V = *F.Vars[I];
      std::string What = "variable %" + V.Name;
      if (!Names.insert(V.Name).second)
        return "second " + What;
      if (V.Id != I)
        return What + ": wrong id";
      if (V.isGlobal() || (V.Kind == Storage::Parameter) != (I < F.NumParams))
        return What + ": wrong kind";
      if (!isObjectType(V.Ty))
        return What + ": no value has the type " + print(V.Ty);
      if (Problem P = checkLoc(V.Where))
        return What + ": " + *P;
    }
    return std::nullopt;
  }

  Problem checkBlocks(const Function &F) {
    std::unordered_set<std::string> Names;
    for (const Block &B : F.Blocks) {
      if (B.Name.empty())
        return "a block without a name";
      if (!Names.insert(B.Name).second)
        return "second block " + B.Name;
      if (Problem P = checkBlock(F, B))
        return "block " + B.Name + ": " + *P;
    }
    return std::nullopt;
  }

  Problem checkBlock(const Function &F, const Block &B) {
    for (BlockId Succ : B.Succs)
      if (Succ >= F.Blocks.size())
        return "successor " + std::to_string(Succ) + " is not there";
    if (B.endsInReturn() && !B.Succs.empty())
      return "successors after a return";
    for (const Stmt &S : B.Stmts)
      if (Problem P = checkStmt(F, B, S))
        return describe(S) + ": " + *P;
    return std::nullopt;
  }

  Problem checkStmt(const Function &F, const Block &B, const Stmt &S) {
    if (S.Kind == StmtKind::Return && &S != &B.Stmts.back())
      return "return before the end of the block";
    if (Problem P = StmtVerifier(Exprs, F).check(S))
      return P;
    return checkLoc(S.Where);
  }

  static std::string describe(const Stmt &S) {
    constexpr size_t Longest = 120;
    std::string Text = print(S);
    if (Text.size() > Longest)
      Text.replace(Longest, Text.npos, "...");
    return "'" + Text + "'";
  }

  const Module &M;
  ExprVerifier Exprs;
};

} // namespace

std::optional<std::string> verify(const Module &M) {
  return ModuleVerifier(M).check();
}

} // namespace predabs::ir
