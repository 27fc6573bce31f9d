// Who calls whom, and where code from outside comes in.

#ifndef PREDABS_CHECKERS_CALLERS_H
#define PREDABS_CHECKERS_CALLERS_H

#include "predicates/alias/Aliases.h"

#include <set>

namespace predabs {

class CallGraph {
public:
  CallGraph(const ir::Module &M, const Aliases &A);

  /// The functions of the module that \p F may call, ascending by Id.
  const std::vector<const ir::Function *> &
  callees(const ir::Function &F) const {
    return Callees[F.Id];
  }
  bool hasCallers(const ir::Function &F) const { return HasCallers[F.Id]; }
  /// Whether its address is more than called: stored, passed, compared.
  bool isAddressTaken(const ir::Function &F) const { return Taken[F.Id]; }

  /// Whether a run of \p From can come to \p To; each reaches itself.
  bool reaches(const ir::Function &From, const ir::Function &To) const;
  /// Whether a run of \p F may come to code that is not here and of which
  /// nothing is known; one that ends the program does not count.
  bool leadsOut(const ir::Function &F) const;
  /// Callees before their callers, where there is no recursion.
  std::vector<const ir::Function *> bottomUp() const;

private:
  /// Whether \p Is holds for a function that a run of \p From can come to.
  template <class Test>
  bool anyReached(const ir::Function &From, Test Is) const;
  void note(const ir::Stmt &S, const ir::Function &In, const Aliases &A);
  void noteAddresses(const ir::Expr *E);

  const ir::Module &M;
  std::vector<std::vector<const ir::Function *>> Callees; ///< by Function::Id
  std::vector<bool> HasCallers, Taken;
  std::vector<bool> CallsOthers; ///< itself
};

} // namespace predabs

#endif
