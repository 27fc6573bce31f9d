// What the two sides of a branch tell about the values that it tests, by
// looking at the graph alone. With
//
//   while (n-- > 0) { if (l) unlock(l->m);  work();  if (l) lock(l->m); }
//
// no path that an execution takes comes to lock() before unlock(): both ask for
// the same. What is tested counts as unchanged as long as the function does not
// write it itself, and exceptions are told apart from none.

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_CONDITIONS_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_CONDITIONS_H

#include "predicates/ir/Module.h"

#include <functional>
#include <map>
#include <optional>

namespace predabs {

/// A condition, or that it does not hold.
struct Literal {
  const ir::Expr *What = nullptr;
  bool Holds = true;
};

/// What blocks of a function assume when they begin.
class Conditions {
public:
  explicit Conditions(const ir::Function &F);

  /// That of \p B, in terms of what variables with one value were computed
  /// from.
  std::optional<Literal> of(ir::BlockId B) const;
  /// The same of any condition.
  Literal literal(const ir::Expr *E) const;
  /// Whether the parameter \p V is never written.
  bool keepsValue(const ir::Variable *V) const { return !Values.contains(V); }

private:
  const ir::Function &F;
  /// Of variables; null: more than one, or not known.
  std::map<const ir::Variable *, const ir::Expr *> Values;
};

/// What a statement means to who follows paths.
enum class OnPath : uint8_t { Goes, Ends, IsFound };

/// Whether a path of \p F whose tests agree comes to a statement that \p Look
/// finds, before one that ends it. If there are too many paths they are taken
/// to agree.
bool comesTo(const ir::Function &F,
             const std::function<OnPath(ir::BlockId, uint32_t)> &Look);

} // namespace predabs

#endif
