// Which objects may change between two statements of the program, because
// another thread, a handler of a signal or a device writes them: those that
// others know, globals, and what functions can get at that may run at any time.
// In
//
//   void f(void) { volatile int n = 3;  volatile int m = 4;  others(&m); }
//
// m may change, and n may not.

#ifndef PREDABS_PREDICATES_ALIAS_ASYNCHRONOUS_H
#define PREDABS_PREDICATES_ALIAS_ASYNCHRONOUS_H

#include "predicates/alias/Aliases.h"

#include <set>

namespace predabs {

class AsynchronousWrites {
public:
  AsynchronousWrites(ir::Module &M, const Aliases &A);

  /// Whether something besides the code that is being run may write \p Place.
  bool mayChange(const ir::Expr *Place) const;

private:
  void addHandlers(const ir::Expr *Root);
  bool isOfGlobal(const ir::Expr *Place) const;

  ir::Module &M;
  const Aliases &A;
  /// Functions whose addresses are values: they may run at any time.
  std::set<const ir::Function *> Handlers;
};

} // namespace predabs

#endif
