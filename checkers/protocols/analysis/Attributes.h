// What attributes of functions say about locks, as clang's thread-safety
// analysis has them: `requires_capability(c->lock)`. The front end writes it as
// a function that nobody calls,
//
//   func @__predabs_locks.flush(%c: ptr) {
//     call @__predabs_lock_requires(&(*%c).lock, true)
//   }
//
// Where the body of flush is here, it begins with a step that is wrong if the
// lock is free, and every return is one too: the caller has to hold it, and
// holds it again. Where the body is not here, the attribute is all that is
// known of the function, and steps around its calls do what it says:
//
//   acquires    before: wrong if it is held         after: it is held
//   releases    before: wrong if it is free         after: it is free
//   frees                                           after: it is free
//   requires    before: wrong if it is free         after: it is held
//   excludes    before: wrong if it is held         after: it is free
//   tries       before: wrong if it is held         after: held, or not, as the
//                                                   result tells
//
// These steps are calls of functions whose names begin with StepPrefix, which
// EventCalls.h knows.
//
// What an attribute does not say counts too, as for clang's analysis. Where
// some attribute names a lock (`guards` says that data is guarded by it), a
// function without one about this lock neither needs it nor leaves it held,
// unless it is `unchecked`.

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_ATTRIBUTES_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_ATTRIBUTES_H

#include "predicates/ir/Module.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace predabs {

constexpr std::string_view AttributesPrefix = "__predabs_locks.";
constexpr std::string_view AttributeWord = "__predabs_lock_";

/// What a step is that an attribute asks for.
enum class AttributeStep : uint8_t {
  NeedsHeld,    ///< wrong if it is free
  NeedsFree,    ///< wrong if it is held
  IsHeld,       ///< it is held from here on
  IsFree,       ///< it is free from here on
  IsHeldIf,     ///< it is held from here on if the second argument is true
  PromisesHeld, ///< at a return: wrong if it is free
  PromisesFree, ///< at a return: wrong if it is held
};

/// Which step the call \p S is, if it is one. The first argument points to the
/// object that the attribute names.
std::optional<AttributeStep> attributeStep(const ir::Stmt &S);

/// What attributes name, as addresses of locks over parameters and globals.
struct AttributedLocks {
  std::vector<const ir::Expr *> All;
  /// What those of one function say that it needs or leaves.
  std::map<const ir::Function *, std::vector<const ir::Expr *>> Of;
  /// Of these those that it does not leave as they were.
  std::map<const ir::Function *, std::vector<const ir::Expr *>> Changed;
  std::set<const ir::Function *> Unchecked;
};

/// Puts the steps into \p M, to be done before instrument, and forgets what
/// the front end wrote.
AttributedLocks applyAttributes(ir::Module &M);

} // namespace predabs

#endif
