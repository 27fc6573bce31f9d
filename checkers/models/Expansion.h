// Puts the models of the library where its functions are called. In
//
//   p = malloc(n);
//
// the call becomes a choice between what malloc does and a null pointer. The
// copy is made at each call, not once: so each call keeps its own block of the
// heap, and its own facts.
//
// A module that uses errno gets a variable for it, and after each call of a
// library function that has no model it may have any value.

#ifndef PREDABS_CHECKERS_MODELS_EXPANSION_H
#define PREDABS_CHECKERS_MODELS_EXPANSION_H

#include "checkers/models/Models.h"
#include "predicates/ir/Replace.h"
#include "predicates/path/Path.h"

#include <map>
#include <set>

namespace predabs {

/// Whether a library function is defined in another file of the program.
using IsElsewhere = std::function<bool(const ir::Function &)>;

/// What was put into a module, and what was there before.
class Expansion {
public:
  /// Expands the calls in \p M of functions that a system header declares and
  /// that are not defined, here or elsewhere.
  static Expansion of(ir::Module &M, Models &Library,
                      const IsElsewhere &Elsewhere);

  struct Place {
    ir::BlockId Block = 0;
    uint32_t Stmt = 0;
  };
  /// Where a statement of \p F was, or the call that it stands for.
  Place before(const ir::Function &F, Place Now) const;
  /// Where one is now that was not replaced.
  Place now(const ir::Function &F, Place Before) const;
  /// The body of \p F as it was.
  const std::vector<ir::Block> &code(const ir::Function &F) const;

  /// The library's function whose model \p At is a step of, or null.
  const ir::Function *modelAt(const PathStep &At) const;
  /// The call that a step of a model stands for.
  const ir::Stmt &callAt(const PathStep &At) const;
  /// The names of functions whose models are in \p F, ascending.
  std::set<std::string> modelsIn(const ir::Function &F) const;

private:
  friend class Expander;

  std::map<const ir::Function *, ir::Replaced> Changed;
  /// By what stands for them.
  std::map<const ir::Function *, const ir::Function *> StandsFor;
};

} // namespace predabs

#endif
