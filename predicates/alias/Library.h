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
  enum class Contents : uint8_t { Bytes, CopyOfSecond, Any, InFirst };
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

/// The positions of the arguments of \p Call whose targets \p L writes.
std::vector<size_t> writtenArguments(const LibraryFunction &L,
                                     const ir::Stmt &Call);

/// The argument of \p Call that says how many bytes are written, or null.
const ir::Expr *byteCount(const LibraryFunction &L, const ir::Stmt &Call);

} // namespace predabs::alias

#endif
