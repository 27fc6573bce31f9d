// What happens before a program's first function: globals get their initial
// values, C++ runs its initialisers, and the function is called with any
// arguments. Written as a function of the intermediate language, so that
// nothing else has to know about it. For
//
//   int limit = 10;  int main(int argc, char **argv) { ... }
//
// it is
//
//   limit = 10;  assume argc >= 0;  call main(argc, argv);  return
//
// with the parameters argc and argv. What argv points to is up to the
// environment: a path that looks there is not followed.

#ifndef PREDABS_CHECKERS_CEGAR_START_H
#define PREDABS_CHECKERS_CEGAR_START_H

#include "predicates/ir/Module.h"

namespace predabs {

/// Adds that function to \p M. To be done before anybody analyses the module.
const ir::Function &addStart(ir::Module &M, const ir::Function &Entry);

/// Says at the beginning of every function of \p M that no exception is on its
/// way: nobody is called then (docs/decisions/0002).
void clearExceptions(ir::Module &M);

/// Functions of other files that pointers may point to: declares one of each
/// type of which none is declared.
void addForeignFunctions(ir::Module &M);

} // namespace predabs

#endif
