#include "checkers/runs/Determinism.h"

#include "predicates/alias/Library.h"
#include "predicates/interpreter/Library.h"
#include "predicates/interpreter/Memory.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/VerifierTask.h"
#include "predicates/library/Functions.h"

#include <algorithm>
#include <map>
#include <set>

namespace predabs {

using namespace ir;

namespace {

bool holdsPointer(const Type *T) {
  while (T->isArray())
    T = T->inner();
  if (T->isRecord())
    return std::any_of(T->fields().begin(), T->fields().end(),
                       [](const Field &F) { return holdsPointer(F.Ty); });
  return !T->isInt() && !T->isFloat() && !T->isFunction();
}

/// What \p E points to, before it was cast; void if it is no pointer.
const Type *pointee(const Expr *E) {
  while (E->kind() == ExprKind::Cast && E->operand(0)->type()->isPointer())
    E = E->operand(0);
  return E->type()->isPointer() ? E->type()->inner() : E->type();
}

/// Whether \p E points to something that holds pointers.
bool pointsToPointers(const Expr *E) {
  return E->type()->isPointer() && holdsPointer(pointee(E));
}

/// A function that returns any number and does nothing else.
bool isInput(const Function &F) {
  const LibraryFunction *L = alias::findLibraryFunction(F);
  return L && L->Name == "__VERIFIER_nondet" &&
         L->Gives == LibraryFunction::Result::Number &&
         !F.Ty->inner()->isFloat() && !interp::findModel(F.Name);
}

using Environment = LibraryFunction::Environment;

/// How what \p F, which is not defined here, does depends on where it runs.
Environment dependence(const Function &F) {
  const LibraryFunction *L = findLibraryFunction(F.Name);
  return L ? L->Depends : Environment::Any;
}

/// Functions of the library whose result and effect are the same in every
/// environment; some only if their result is not used.
bool isSameEverywhere(const Function &F, const Stmt &Call) {
  Environment By = dependence(F);
  return By == Environment::Same || By == Environment::SameSign ||
         (By == Environment::SameEffect && !Call.Dest);
}

/// Whether all that \p Root wants to know of the variable \p V is its sign.
bool asksOnlySign(const Expr *Root, const Expr *V) {
  if (Root == V)
    return false;
  for (const Expr *E : termsOf(Root))
    for (unsigned I = 0; I < E->numOperands(); ++I) {
      bool Compares = E->kind() == ExprKind::Binary && E->op() >= Op::Eq &&
                      E->op() <= Op::Ge && E->operand(1 - I)->isInt(0);
      if (E->operand(I) == V && !Compares)
        return false;
    }
  return true;
}

/// Whether a program asks for the sign of a number alone, wherever the number
/// is copied to, and whoever gets it as the result of a function.
class SignUse {
public:
  explicit SignUse(const Module &M) : M(M) {}

  bool isAllOf(const Function &F, const Expr *V) {
    if (V->kind() != ExprKind::Var || V->variable()->isGlobal())
      return false;
    if (!Seen.insert(V).second)
      return true;
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (!isAllOf(F, S, V))
          return false;
    return true;
  }

private:
  bool isAllOf(const Function &F, const Stmt &S, const Expr *V) {
    bool IsCopy = S.Kind == StmtKind::Assign && S.Value == V;
    bool IsResult = S.Kind == StmtKind::Return && S.Value == V;
    return (!S.Value || IsCopy || IsResult || asksOnlySign(S.Value, V)) &&
           (!S.Dest || S.Dest == V || asksOnlySign(S.Dest, V)) &&
           std::ranges::all_of(
               S.Args, [&](const Expr *A) { return asksOnlySign(A, V); }) &&
           (!IsCopy || isAllOf(F, S.Dest)) && (!IsResult || isAllOfCallers(F));
  }

  bool isAllOfCallers(const Function &Callee) {
    auto IsNamed = [&](const InitPart &P) { return names(P.Value, Callee); };
    for (const auto &G : M.Globals)
      if (std::ranges::any_of(G->Init, IsNamed))
        return false;
    for (const auto &F : M.Functions)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts)
          if (!isAllOfCaller(*F, S, Callee))
            return false;
    return true;
  }

  static bool names(const Expr *Root, const Function &Callee) {
    return Root && std::ranges::any_of(termsOf(Root), [&](const Expr *E) {
             return E->kind() == ExprKind::FuncAddr && E->function() == &Callee;
           });
  }

  /// SOUND: who has its address may call it unseen.
  bool isAllOfCaller(const Function &F, const Stmt &S, const Function &Callee) {
    auto Names = [&](const Expr *E) { return names(E, Callee); };
    if (Names(S.Dest) || std::ranges::any_of(S.Args, Names))
      return false;
    if (!Names(S.Value))
      return true;
    return S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr &&
           (!S.Dest || isAllOf(F, S.Dest));
  }

  const Module &M;
  std::set<const Expr *> Seen; ///< Variables that were looked at.
};

class Determinism {
public:
  Determinism(const Workspace &W, OpenValues Open)
      : W(W), Open(Open), Seen(W.M.Functions.size()) {}

  bool holdsFor(const Function &Start) {
    if (Open == OpenValues::Inputs)
      for (const auto &G : W.M.Globals)
        if (!allows(*G))
          return false;
    Work = {&Start};
    Seen[Start.Id] = true;
    while (!Work.empty()) {
      const Function *F = Work.back();
      Work.pop_back();
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts)
          if ((F != &Start || S.Kind == StmtKind::Call) && !allows(S, *F))
            return false;
    }
    return true;
  }

  bool holdsAt(const Stmt &S, const Function &In) {
    IsWatched = true;
    return allows(S, In);
  }

private:
  /// The one run, if it comes there, has to ask, and then it is not the one.
  bool isAskedFor(const Stmt &S) const {
    return Open == OpenValues::None && S.Kind == StmtKind::Havoc;
  }

  /// Says that an unknown function, of which the one run would have had to ask,
  /// may have thrown an exception.
  bool followsUnknown(const Stmt &S) const {
    return Open == OpenValues::None && S.Kind == StmtKind::Assign &&
           S.Value == S.Dest;
  }

  bool allows(const Stmt &S, const Function &In) {
    if ((S.Why == Reason::Volatile && !followsUnknown(S)) ||
        (isApproximation(S.Why) && !isAskedFor(S)))
      return false;
    for (const Expr *E : {S.Dest, S.Value})
      if (E && !allows(E))
        return false;
    if (!std::all_of(S.Args.begin(), S.Args.end(),
                     [&](const Expr *E) { return allows(E); }))
      return false;
    return S.Kind != StmtKind::Call || allowsCall(S, In);
  }

  /// Initial values are constants; casts in addresses do no harm there.
  bool allows(const Variable &G) {
    for (const InitPart &P : G.Init) {
      if (P.Value->type()->isPointer())
        noteUnions(G.Ty);
      else if (holdsAddress(P.Value))
        return false;
    }
    return true;
  }

  static bool holdsAddress(const Expr *Root) {
    std::vector<const Expr *> All = termsOf(Root);
    return std::any_of(All.begin(), All.end(),
                       [](const Expr *E) { return E->type()->isPointer(); });
  }

  /// There may be an address in unions that are parts of \p T.
  void noteUnions(const Type *T) {
    while (T->isArray())
      T = T->inner();
    if (!T->isRecord() || !holdsPointer(T))
      return;
    if (T->isUnion())
      UsedAs[T->id()] |= 1;
    for (const Field &F : T->fields())
      noteUnions(F.Ty);
  }

  /// The one run ends where it uses an address (AddressUse): what is looked
  /// for here is what others might.
  bool allows(const Expr *Root) {
    if (Open == OpenValues::None)
      return true;
    for (const Expr *E : termsOf(Root)) {
      if (looksIntoPointers(E))
        return false;
      bool ReadsAddress = E->kind() == ExprKind::Cast && E->type()->isInt() &&
                          E->operand(0)->type()->isPointer();
      bool ComparesAddresses = E->op() >= Op::Lt && E->op() <= Op::Ge &&
                               E->operand(0)->type()->isPointer();
      if (ReadsAddress || ComparesAddresses)
        return false;
    }
    return true;
  }

  /// Whether an object with pointers in it is taken for something else, so that
  /// their bytes can be seen.
  bool looksIntoPointers(const Expr *E) {
    if (E->kind() == ExprKind::Field && E->operand(0)->type()->isUnion())
      return isUsedInBothWays(E->operand(0)->type(), E->type());
    if (E->kind() != ExprKind::Cast || !E->type()->isPointer())
      return false;
    const Type *From = E->operand(0)->type(), *To = E->type()->inner();
    if (!From->isPointer())
      return !E->operand(0)->isInt(0);
    From = From->inner();
    return From != To && !To->isVoid() && !From->isFunction() &&
           (From->isVoid() || holdsPointer(From) || holdsPointer(To));
  }

  /// Whether some members of a union hold pointers and others that are used do
  /// not, now that \p Member is.
  bool isUsedInBothWays(const Type *Union, const Type *Member) {
    unsigned &Ways = UsedAs[Union->id()];
    Ways |= holdsPointer(Member) ? 1 : 0;
    Ways |= Member->isPointer() ? 0 : 2;
    return Ways == 3;
  }

  /// Whether pointers among the bytes that \p S copies or compares stay
  /// pointers.
  bool keepsPointers(const Stmt &S, const Function &F) {
    const LibraryFunction *L = findLibraryFunction(F.Name);
    using OnPath = LibraryFunction::OnPath;
    OnPath How = L ? L->Symbolic : OnPath::No;
    if ((How == OnPath::Moves || How == OnPath::MovesApart) &&
        S.Args.size() > 1) {

      const Type *To = pointee(S.Args[0]), *From = pointee(S.Args[1]);
      return (To == From && !To->isVoid()) ||
             (!holdsPointer(To) && !holdsPointer(From));
    }
    bool Reads =
        F.Name.starts_with("str") || F.Name == "memcmp" || F.Name == "memchr";
    return !Reads || std::ranges::none_of(S.Args, pointsToPointers);
  }

  /// SOUND: what is called at the end is seen only if each step of the run is.
  bool allowsAtTheEnd(const Function &F, const Stmt &Call) const {
    return !Call.Dest && dependence(F) == Environment::AtEnd &&
           (IsWatched || Open == OpenValues::Inputs);
  }

  bool allowsCall(const Stmt &S, const Function &In) {
    // A run that is watched goes to one function, and that is looked at, but
    // for what calls others on its way.
    if (IsWatched && S.Value->kind() != ExprKind::FuncAddr)
      return !W.M.findFunction("qsort") && !W.M.findFunction("bsearch");
    CallTargets T = W.A.targets(S);
    if (T.AndOthers || usesNumberOfOrder(W.M, In, S))
      return false;
    for (const Function *F : T.Known) {
      bool IsFailure = std::find(W.Failures.begin(), W.Failures.end(), F) !=
                       W.Failures.end();
      if (Open == OpenValues::Inputs && !F->isDefined() && !IsFailure &&
          !keepsPointers(S, *F))
        return false;
      if (!F->isDefined() && !IsFailure && !isSameEverywhere(*F, S) &&
          !allowsAtTheEnd(*F, S) &&
          !(Open == OpenValues::None && dependence(*F) == Environment::Heap &&
            hasEnoughMemory(W.M)) &&
          !(Open == OpenValues::Inputs && isInput(*F)) &&
          !(Open == OpenValues::None && !interp::findModel(F->Name)))
        return false;
      if (F->IsReplaceable && F->isDefined())
        return false;
      if (F->isDefined() && !Seen[F->Id]) {
        Seen[F->Id] = true;
        Work.push_back(F);
      }
    }
    return true;
  }

  const Workspace &W;
  const OpenValues Open;
  bool IsWatched = false; ///< each step of a run is asked about
  std::vector<bool> Seen;
  /// Of unions, by Type::id: as pointers (1), as something else (2).
  std::map<uint32_t, unsigned> UsedAs;
  std::vector<const Function *> Work;
};

/// Another file says what it is; tables of classes are not read as data.
bool isConstantElsewhere(const Variable &G) {
  return G.IsConst && !G.IsDefined && !G.Name.starts_with("_ZT");
}

} // namespace

bool hasUnknownGlobal(const Module &M) {
  return std::any_of(M.Globals.begin(), M.Globals.end(), [](const auto &G) {
    return G->InitUnknown != Reason::None || isConstantElsewhere(*G);
  });
}

bool usesNumberOfOrder(const Module &M, const Function &In, const Stmt &Call) {
  return Call.Dest && Call.Value->kind() == ExprKind::FuncAddr &&
         !Call.Value->function()->isDefined() &&
         dependence(*Call.Value->function()) == Environment::SameSign &&
         !SignUse(M).isAllOf(In, Call.Dest);
}

bool isGivenByProgram(const Module &M, const ValueRequest &R) {
  // What is read of a local variable may be a copy of a global one.
  bool IsRead = R.What == ValueRequest::Kind::Uninitialised && R.BitWidth;
  return R.Why >= Reason::FloatingPoint || (IsRead && hasUnknownGlobal(M));
}

bool isDetermined(const Workspace &W, const Function &Start, OpenValues Open) {
  return Determinism(W, Open).holdsFor(Start);
}

bool isDeterminedAt(const Workspace &W, const Function &In, const Stmt &S) {
  return Determinism(W, OpenValues::None).holdsAt(S, In);
}

} // namespace predabs
