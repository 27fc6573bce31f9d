// Decides goals that no path of the Boolean program reaches: they are proved.
// Proofs about steps of protocols were found under the assumption that code
// elsewhere leaves the states of objects alone, and are made again without it.

#ifndef PREDABS_CHECKERS_CEGAR_PROOFS_H
#define PREDABS_CHECKERS_CEGAR_PROOFS_H

#include "checkers/cegar/Rounds.h"

namespace predabs {

class Proofs {
public:
  explicit Proofs(GoalSearch &S) : S(S) {}

  /// \p R says that nothing reaches \p Goal.
  void prove(Round &R, size_t Goal);
  /// Whether something is proved that rests on the assumption.
  bool needConfirmation();
  /// Takes back what is not proved without the assumption, as precisely as
  /// \p Last.
  void confirm(const Rounds &Last);

private:
  bool mayMeet(const ir::Stmt &S, const std::vector<const ir::Expr *> &States);
  std::vector<const ir::Expr *> statesIn(const ir::Function &F) const;

  GoalSearch &S;
  std::vector<size_t> Proved; ///< goals
};

} // namespace predabs

#endif
