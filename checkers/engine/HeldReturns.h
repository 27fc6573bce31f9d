// What is to be said about returns with a lock held. Whether a function can
// return so, and whether it can return after giving the lock back, are asked as
// obligations of their own, one for each class of results; only the answers
// together are a verdict. Of
//
//   lock(m);  if (!n) return 0;  unlock(m);  return 0;
//
// the first return is wrong since the second one, with the same result, is
// possible. Proved is that the lock is not held at a return, whatever the
// result is.

#ifndef PREDABS_CHECKERS_ENGINE_HELDRETURNS_H
#define PREDABS_CHECKERS_ENGINE_HELDRETURNS_H

#include "checkers/obligations/Obligations.h"
#include "checkers/program/Finding.h"

#include <map>
#include <optional>
#include <vector>

namespace predabs {

class HeldReturns {
public:
  /// \p Answers are those to questions about returns, by their index in \p All.
  HeldReturns(const std::vector<FoundObligation> &All,
              const std::map<size_t, Finding> &Answers)
      : All(All), Answers(Answers) {}

  /// The verdict about obligation \p Index; nothing where there is none.
  std::optional<Finding> settled(size_t Index) const;

private:
  std::optional<Finding> held(size_t Index) const;
  bool isNeverHeldAt(const FoundObligation &O) const;

  const std::vector<FoundObligation> &All;
  const std::map<size_t, Finding> &Answers;
};

} // namespace predabs

#endif
