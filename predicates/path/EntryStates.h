// In which states objects are when functions are called, where that is not the
// first one of their protocol: a mutex of which an initialisation with
// attributes is known,
//
//   pthread_mutex_init(&t->mu, &recursive);
//
// is never plainly free. An object is what the source calls it: a variable, or
// a member of a record, whichever record it is; what is only known by a pointer
// has no name.

#ifndef PREDABS_PREDICATES_PATH_ENTRYSTATES_H
#define PREDABS_PREDICATES_PATH_ENTRYSTATES_H

#include "predicates/ir/Module.h"

#include <map>
#include <string>
#include <tuple>

namespace predabs {

class EntryStates {
public:
  /// What the source calls an object, and the field of its state.
  struct Name {
    const ir::Variable *Var = nullptr;
    const ir::Type *Record = nullptr; ///< with Member
    uint32_t Member = 0;
    std::string State;

    auto operator<=>(const Name &) const = default;
  };

  void set(const Name &N, uint32_t State) { Known[N] = State; }
  uint32_t of(const Name &N) const {
    auto It = Known.find(N);
    return It == Known.end() ? 0 : It->second;
  }
  /// Of the place \p State, which holds a state.
  uint32_t of(const ir::Expr *State) const;
  /// Of the state \p Offset bytes into an object of type \p Whole, which is
  /// the variable \p Var if that is not null.
  uint32_t at(const ir::Variable *Var, const ir::Type *Whole,
              uint64_t Offset) const;

private:
  std::map<Name, uint32_t> Known;
};

} // namespace predabs

#endif
