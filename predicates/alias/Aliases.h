// Which places of a translation unit may share memory: the may-alias analysis
// that prunes weakest preconditions (c2bp.txt 4.2; the polymorphic paper 5.2)
// and tells what a call may change (5.4).
//
// The whole module is looked at once, without regard to the order of
// statements, in nearly linear time: Das' one-level flow, that is, assignments
// between pointers are directed and what lies behind them is unified; objects
// are split by fields at byte offsets as long as all accesses agree on them.
// Others exist: whoever calls a visible function, defines an `extern` or gets
// an address handed out may keep it, write through it and pass it back.
//
//   static int a, b;  int *p = &a, *q = &b;  void f(int *r) { ... }
//
// *p and b are apart if p is static; r may point to whatever an outsider can
// know, so not to a or b unless their addresses left the file.
//
// With -fstrict-aliasing places of incompatible scalar types are apart too,
// unless one of them is a character or a member of a union. The state of an
// object (ir::isState) is always apart from what holds no state.

#ifndef PREDABS_PREDICATES_ALIAS_ALIASES_H
#define PREDABS_PREDICATES_ALIAS_ALIASES_H

#include "predicates/ir/Module.h"

#include <memory>

namespace predabs {

/// Whom the module has to reckon with.
enum class World : uint8_t {
  Open,   ///< other files call visible functions and use visible globals
  Closed, ///< the module is the whole program, but for undefined functions
};

/// What code that is not in the module does to the states of objects.
enum class OthersAndStates : uint8_t {
  Change, ///< it may change those that it knows
  Keep,   ///< an assumption, to find out what follows from what is here
};

/// What a call may run.
struct CallTargets {
  /// Functions of the module, defined or not, ascending by Id.
  std::vector<const ir::Function *> Known;
  /// Something else is possible too: code that is not here and, in an open
  /// world, any function that it knows, which Known does not list then.
  bool AndOthers = false;
};

/// How far precision goes. Beyond it answers stay right and become coarser.
struct AliasLimits {
  /// Targets of a pointer that are told apart when it is followed.
  uint32_t Targets = 16;
  /// Steps for each expression of the module, until direction and offsets are
  /// given up.
  uint64_t WorkPerExpr = 40;
};

class Aliases {
public:
  explicit Aliases(const ir::Module &M, World W = World::Open,
                   const AliasLimits &Limits = {});

  /// The same analysis, whose answers hold under the assumption \p How; without
  /// one it is Change.
  Aliases under(OthersAndStates How) const;

  /// Whether the objects that the places \p A and \p B denote may share a
  /// byte, at any two moments at which both are alive. Both are of one
  /// function (or of globals), and may mention logical variables.
  bool mayOverlap(const ir::Expr *A, const ir::Expr *B) const;

  /// Whether somebody holds a pointer to (a part of) \p V.
  bool isAddressTaken(const ir::Variable *V) const;

  /// Whether code that is not in the module may read or write \p Place.
  bool isKnownToOthers(const ir::Expr *Place) const;
  /// Whether such code may call \p F through a pointer, or by its name.
  bool isKnownToOthers(const ir::Function &F) const;

  /// Whether running \p F, with all that it calls, may write to \p Place, a
  /// place of any function. Variables of F's own activation do not count.
  bool mayModify(const ir::Function &F, const ir::Expr *Place) const;
  /// Whether the call \p S may write to \p Place of the calling function,
  /// apart from assigning its result to S.Dest.
  bool mayModify(const ir::Stmt &S, const ir::Expr *Place) const;

  CallTargets targets(const ir::Stmt &Call) const;

private:
  class Analysis;
  std::shared_ptr<Analysis> Found;
  OthersAndStates States = OthersAndStates::Change;
};

} // namespace predabs

#endif
