// Where the states of objects lie: fields of their records that C does not see
// (ir::isState), and a global variable for a protocol without objects. Of
//
//   struct dev { pthread_mutex_t lock; int n; };
//
// the state of d->lock is `d->lock.pthread_mutex_state`.

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_STATEPLACES_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_STATEPLACES_H

#include "checkers/protocols/language/Protocol.h"
#include "predicates/ir/Module.h"

#include <map>
#include <span>

namespace predabs {

/// The name of the field or variable for the states of \p P.
std::string stateName(const Protocol &P);

/// Which of \p All the state \p State is of; null where that is not known.
const Protocol *protocolOf(const ir::Expr *State,
                           std::span<const Protocol> All);

/// Finds and makes the places of states.
class StatePlaces {
public:
  explicit StatePlaces(ir::Module &M) : M(M), Ctx(M.Ctx) {}

  /// Objects behind pointers of type \p Ty are those of \p P.
  void prepare(const Protocol &P, const ir::Type *Ty);
  /// The state by protocol \p P of the object that \p Pointer points to;
  /// \p Ty is how the callee sees the pointer.
  const ir::Expr *behind(const Protocol &P, const ir::Expr *Pointer,
                         const ir::Type *Ty);
  const ir::Expr *global(const Protocol &P);
  /// The places in \p Whole that are objects of \p P; none if they are many.
  std::vector<const ir::Expr *> objectsIn(const Protocol &P,
                                          const ir::Expr *Whole);
  const ir::Expr *stateOf(const Protocol &P, const ir::Expr *Object) {
    return Ctx.field(Object, Fields.at({&P, Object->type()}));
  }
  bool isObject(const Protocol &P, const ir::Type *T) const {
    return Fields.contains({&P, T});
  }
  bool hasObjects() const { return !Fields.empty(); }

private:
  ir::Module &M;
  ir::Context &Ctx;
  std::map<std::pair<const Protocol *, const ir::Type *>, uint32_t> Fields;
};

} // namespace predabs

#endif
