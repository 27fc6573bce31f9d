// Functions that leave the states of objects to their callees. Of
//
//   void log_all(struct log *l) { flush(l); rotate(l); }
//
// where flush and rotate acquire l's lock and release it, callers see what
// callers of flush see: what fails there for some callers fails for some of
// log_all's, and there is nothing to find out.

#ifndef PREDABS_CHECKERS_ENGINE_FORWARDEDOBLIGATIONS_H
#define PREDABS_CHECKERS_ENGINE_FORWARDEDOBLIGATIONS_H

#include "predicates/alias/CallGraph.h"

namespace predabs {

class ForwardedObligations {
public:
  ForwardedObligations(const ir::Module &M, const Aliases &A,
                       const CallGraph &Calls);

  /// Whether \p F has no step of its own, calls once at most what may leave
  /// states changed, and does not choose the objects.
  bool by(const ir::Function &F) const;

private:
  bool mayChangeStates(const ir::Stmt &S) const;

  const Aliases &A;
  std::vector<bool> HasSteps; ///< itself, by Function::Id
  std::vector<bool> Changes;  ///< may leave a state changed, or a callee may
};

} // namespace predabs

#endif
