// The functions of Library.def by name.

#ifndef PREDABS_PREDICATES_ALIAS_LIBRARY_H
#define PREDABS_PREDICATES_ALIAS_LIBRARY_H

#include "predicates/ir/Module.h"

#include <climits>

#include <string_view>

namespace predabs::alias {

struct LibraryFunction {
  enum class Result : uint8_t {
    Number,
    Fresh,
    FreshOrFirst,
    First,
    InFirst,
    Others,
    ErrorNumber,
  };
  enum class Contents : uint8_t {
    Bytes,
    CopyOfSecond,
    Any,
    InFirst,
    Shown,
    Kept,
  };
  struct Written {
    uint32_t Args = 0;        ///< a bit for each of the first
    unsigned From = UINT_MAX; ///< this one and all that follow
    int Format = -1;          ///< all that follow, if it has a %n
    int Count = -1;           ///< which argument says how many bytes
  };

  std::string_view Name;
  Result Gives;
  Written Writes;
  Contents What;
};

/// The model of \p F, or null if it has none or is defined here.
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
