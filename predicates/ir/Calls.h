// Who calls whom by name, and what follows from a graph of calls, however it
// was made. What calls through pointers may call the alias analysis knows
// (predicates/alias/CallGraph.h).

#ifndef PREDABS_PREDICATES_IR_CALLS_H
#define PREDABS_PREDICATES_IR_CALLS_H

#include "predicates/ir/Module.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace predabs::ir {

/// The function that \p S calls by its name, or null.
inline const Function *directCallee(const Stmt &S) {
  return S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr
             ? S.Value->function()
             : nullptr;
}

/// Whether \p Call passes what \p F takes, and takes what F gives back.
bool isCallOf(const Stmt &Call, const Function &F);

size_t numStatements(const Function &F);

/// Functions of a module, ascending by Id.
using FunctionList = std::vector<const Function *>;

/// Sorted, each once.
FunctionList byId(FunctionList Functions);

/// The functions that \p F calls by their names.
FunctionList directCallees(const Function &F);

/// Whether \p Is holds for one of \p From or of what these call, and so on;
/// they are asked in the order in which they are met.
template <class CalleesOf, class Test>
bool anyReached(FunctionList From, CalleesOf Callees, Test Is) {
  std::vector<bool> Seen;
  auto IsNew = [&](const Function *F) {
    Seen.resize(std::max<size_t>(Seen.size(), F->Id + 1));
    bool Known = Seen[F->Id];
    Seen[F->Id] = true;
    return !Known;
  };
  std::erase_if(From, std::not_fn(IsNew));
  for (size_t I = 0; I < From.size(); ++I) {
    if (Is(*From[I]))
      return true;
    for (const Function *Callee : Callees(*From[I]))
      if (IsNew(Callee))
        From.push_back(Callee);
  }
  return false;
}

/// All of these.
template <class CalleesOf>
FunctionList reachedFrom(FunctionList From, CalleesOf Callees) {
  FunctionList Result;
  anyReached(std::move(From), Callees, [&](const Function &F) {
    Result.push_back(&F);
    return false;
  });
  return Result;
}

/// All functions of \p M, callees before their callers where there is no
/// recursion. \p Callees are by Function::Id.
FunctionList calleesFirst(const Module &M,
                          const std::vector<FunctionList> &Callees);

} // namespace predabs::ir

#endif
