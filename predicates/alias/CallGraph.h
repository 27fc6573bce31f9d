// Who calls whom, through pointers too, and where code from outside comes in.

#ifndef PREDABS_PREDICATES_ALIAS_CALLGRAPH_H
#define PREDABS_PREDICATES_ALIAS_CALLGRAPH_H

#include "predicates/alias/Aliases.h"
#include "predicates/ir/Calls.h"

#include <functional>

namespace predabs {

/// The functions of the module with a body that \p F may call, in the order of
/// its statements.
ir::FunctionList calleesIn(const ir::Function &F, const Aliases &A);
/// \p From, and the functions with a body that runs of these come to, in the
/// order in which they are met.
ir::FunctionList reachedFrom(ir::FunctionList From, const Aliases &A);

class CallGraph {
public:
  using FunctionTest = std::function<bool(const ir::Function &)>;

  /// What functions call that \p AreAside does not count.
  CallGraph(const ir::Module &M, const Aliases &A,
            const FunctionTest &AreAside = {});

  /// The functions of the module that \p F may call, ascending by Id.
  const ir::FunctionList &callees(const ir::Function &F) const {
    return Callees[F.Id];
  }
  bool hasCallers(const ir::Function &F) const { return HasCallers[F.Id]; }
  /// Whether its address is more than called: stored, passed, compared.
  bool isAddressTaken(const ir::Function &F) const { return Taken[F.Id]; }

  /// \p From and what a run of it can come to.
  ir::FunctionList reachedFrom(const ir::Function &From) const;
  /// Whether a run of \p From can come to \p To; each reaches itself.
  bool reaches(const ir::Function &From, const ir::Function &To) const;
  /// Whether a run of \p F may come to code that is not here and of which
  /// nothing is known; one that ends the program does not count.
  bool leadsOut(const ir::Function &F) const;
  /// Callees before their callers, where there is no recursion.
  ir::FunctionList bottomUp() const;

private:
  /// Whether \p Is holds for a function that a run of \p From can come to.
  template <class Test>
  bool anyReached(const ir::Function &From, Test Is) const;
  void note(const ir::Stmt &S, const ir::Function &In, const Aliases &A);
  void noteAddresses(const ir::Expr *E);

  const ir::Module &M;
  std::vector<ir::FunctionList> Callees; ///< by Function::Id
  std::vector<bool> HasCallers, Taken;
  std::vector<bool> CallsOthers; ///< itself
};

} // namespace predabs

#endif
