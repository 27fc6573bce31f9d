#include "checkers/program/Environment.h"

#include "predicates/alias/CallGraph.h"
#include "predicates/alias/Library.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"
#include "predicates/ir/VerifierTask.h"
#include "predicates/library/Functions.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Names that no project gives to what it defines.
bool isReserved(std::string_view Name) {
  for (std::string_view Prefix :
       {"__", "_ZSt", "_ZNSt", "_ZNKSt", "_ZTVSt", "_ZTVN10__cxxabi", "predabs.",
        "reach_error"})
    if (Name.starts_with(Prefix))
      return true;
  return false;
}

bool isOfLibrary(const Variable &V) {
  return isReserved(V.Name) || isLibraryVariable(V.Name);
}

bool isElsewhere(const Function &F) {
  if (F.isDefined())
    return F.IsReplaceable && !F.IsSystem;
  return !F.IsInternal && !F.IsSystem && !isReserved(F.Name) &&
         !alias::findLibraryFunction(F);
}

/// Another file may have a definition that counts instead.
bool isReplaceable(const Variable &V) {
  return V.InitUnknown == Reason::Uninitialised;
}

bool isElsewhere(const Variable &V) {
  return isReplaceable(V) || (!V.IsDefined && !isOfLibrary(V));
}

/// Whether \p M names something that another file has to define, or others
/// name what is here.
bool needsOthers(const Module &M) {
  return M.findFunction(OtherFiles) ||
         std::ranges::any_of(M.Functions,
                             [](auto &F) { return isElsewhere(*F); }) ||
         std::ranges::any_of(M.Globals, [](auto &V) { return isElsewhere(*V); });
}

/// Whether \p E holds the address of a variable that can be written.
bool handsOut(const Expr *E) {
  return std::ranges::any_of(termsOf(E), [](const Expr *T) {
    if (T->kind() != ExprKind::AddrOf)
      return false;
    const Variable *V = rootOf(T->operand(0));
    return V && V->isGlobal() && !V->IsConst;
  });
}

/// Whether others can write \p V, or what it points to, by its name.
bool isOpen(const Variable &V) {
  return !V.IsInternal &&
         (!V.IsConst || std::ranges::any_of(V.Init, [](const InitPart &P) {
            return handsOut(P.Value);
          }));
}

/// Whether what \p S does may outlive its function, calls of known functions
/// aside.
bool leavesTrace(const Stmt &S) {
  const Variable *Root = S.Dest ? rootOf(S.Dest) : nullptr;
  bool IsWrite = S.Dest && (!Root || Root->isGlobal());
  if (IsWrite || (S.Kind == StmtKind::Havoc && !S.Dest) ||
      std::ranges::any_of(rootsOf(S), handsOut))
    return true;
  if (S.Kind != StmtKind::Call)
    return false;
  const Function *Callee = directCallee(S);
  return !Callee || (!Callee->isDefined() &&
                     std::ranges::any_of(S.Args, [](const Expr *Arg) {
                       return Arg->type()->isPointer();
                     }));
}

/// Whether a call of \p F may change what outlives it, as far as its own code
/// and its callees tell.
bool leavesTraces(const Function &F) {
  return anyReached({&F}, directCallees, [](const Function &Next) {
    return std::ranges::any_of(Next.Blocks, [](const Block &B) {
      return std::ranges::any_of(B.Stmts, leavesTrace);
    });
  });
}

} // namespace

Environment::Environment(const Module &M, const Options &Opts)
    : HasEntry(Opts.hasEntry()), IsTask(isVerifierTask(M)) {
  IsWhole = Opts.Closed || (HasEntry && (IsTask || !needsOthers(M)));
}

bool Environment::runsBefore(const Module &M, const Function &Entry) const {
  if (IsWhole || IsTask)
    return false;
  // SOUND: what is left out here can change nothing that the program sees.
  return std::ranges::any_of(M.Globals, [](auto &V) { return isOpen(*V); }) ||
         std::ranges::any_of(M.Functions, [&](const auto &F) {
           return F.get() != &Entry && !F->IsInternal && leavesTraces(*F);
         });
}

bool Environment::mayCall(const Function &F, const Function *Program,
                      const CallGraph &Calls, const Aliases &A) const {
  bool IsHandedOut = Calls.isAddressTaken(F);
  // SOUND: main may be called again through a pointer.
  if (&F == Program && F.Name == "main")
    return IsHandedOut && A.isKnownToOthers(F);
  bool IsNamed = !IsWhole && !F.IsInternal;
  if (HasEntry || IsWhole)
    return IsNamed || (IsHandedOut && A.isKnownToOthers(F)) ||
           (!HasEntry && !Program && !Calls.hasCallers(F));
  return IsNamed || IsHandedOut || !Calls.hasCallers(F);
}

void keepDefinitions(Module &M) {
  for (const auto &F : M.Functions)
    if (F->isDefined())
      F->IsReplaceable = false;
  for (const auto &V : M.Globals)
    if (isReplaceable(*V))
      V->InitUnknown = Reason::None;
}

} // namespace predabs
