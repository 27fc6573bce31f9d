// What files tell each other about locks that both can name: how an object is
// made, and that somebody takes it from others. A file that knows something
// defines an empty function whose name says so.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_SHAREDSYMBOLS_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_SHAREDSYMBOLS_H

#include "checkers/protocols/analysis/Handover.h"
#include "checkers/protocols/analysis/MadeObjects.h"
#include "predicates/ir/Module.h"

#include <functional>
#include <set>
#include <string>

namespace predabs {

/// Whether another file defines this symbol.
using SymbolFinder = std::function<bool(const std::string &)>;
/// Of the names of such functions.
constexpr std::string_view MadePrefix = "predabs.made.";

/// Objects that a protocol is about and that something is done to.
using NamedObjects = std::set<std::pair<const Protocol *, ObjectName>>;

/// What one file acquires and keeps, another may release.
void exchangeTaken(ir::Module &M, const SymbolFinder &IsElsewhere,
                   const NamedObjects &Named, Handovers &Handed);
void exchangeMade(ir::Module &M, const SymbolFinder &IsElsewhere,
                  const NamedObjects &Named, MadeObjects &Made);

} // namespace predabs

#endif
