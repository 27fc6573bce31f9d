// What the alias analysis takes from the table of library functions.

#ifndef PREDABS_PREDICATES_ALIAS_LIBRARY_H
#define PREDABS_PREDICATES_ALIAS_LIBRARY_H

#include "predicates/ir/Module.h"
#include "predicates/library/Functions.h"

namespace predabs::alias {

/// What is known of the effects of \p F; null if nothing is, or if it is
/// defined here.
const LibraryFunction *findLibraryFunction(const ir::Function &F);

/// Whether \p F stands for a function of a protocol
/// (checkers/protocols/Instrument.h); of the system, if it computes what it
/// gives.
bool isEvent(const ir::Function &F);
/// Whether \p F, which has no body, is the system's: what it gives and writes
/// is not for others to choose.
bool isOfSystem(const ir::Function &F);
/// Whether \p V is a variable of the C library, as optind is: its functions
/// write it.
bool isOfSystem(const ir::Variable &V);
/// Whether it is known that \p F writes no memory of ours, but errno.
bool writesNothing(const ir::Function &F);

/// The positions of the arguments of \p Call whose targets \p L writes.
std::vector<size_t> writtenArguments(const LibraryFunction &L,
                                     const ir::Stmt &Call);

/// Whether \p Call of \p L prints the pointers that it is given as numbers: it
/// is a printf whose format has a %p, or is not known.
bool printsAddresses(const LibraryFunction &L, const ir::Stmt &Call);

/// The argument of \p Call that says how many bytes are written, or null.
const ir::Expr *byteCount(const LibraryFunction &L, const ir::Stmt &Call);

} // namespace predabs::alias

#endif
