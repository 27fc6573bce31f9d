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
//
// Where there are other files, their constructors and initialisers run before,
// between and after this file's own ones. They are calls of a function without
// a body, so they may do all that such a function may.

#ifndef PREDABS_CHECKERS_PROGRAM_START_H
#define PREDABS_CHECKERS_PROGRAM_START_H

#include "predicates/ir/Module.h"

namespace predabs {

/// An empty function that Module::Init calls between initialisers that are
/// ordered by their priorities: others may have theirs there.
inline constexpr const char *PauseName = "predabs.between";

/// A function without a body that stands for the initialisers of other files.
inline constexpr const char *OthersName = "predabs.others";

/// Who else runs before the entry.
enum class BeforeStart : uint8_t { Nobody, Others };

/// Adds that function to \p M. To be done before anybody analyses the module.
const ir::Function &addStart(ir::Module &M, const ir::Function &Entry,
                             BeforeStart Who = BeforeStart::Nobody);

/// Says at the beginning of every function of \p M that no exception is on its
/// way: nobody is called then (docs/decisions/0002).
void clearExceptions(ir::Module &M);

/// Functions of other files that pointers may point to: declares one of each
/// type of which none is declared.
void addForeignFunctions(ir::Module &M);

} // namespace predabs

#endif
