// A scoped guard is code of the C++ library that ends in the functions of a
// protocol:
//
//   { std::lock_guard<std::mutex> g(m); ... }
//
// calls a constructor that calls std::mutex::lock that calls
// __gthread_mutex_lock that calls pthread_mutex_lock. Nobody wants to read
// about a header, so what the library defines and ends in an event is put in
// place of its call, level by level, with the location of the user's call; and
// so are small functions of the library around it, which keep the guard's data.
// The same goes for small methods of the user's own classes around a lock,
// `void Lock() { mu.lock(); }`: every call of them is a step of its own.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_UNFOLD_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_UNFOLD_H

#include "checkers/protocols/language/Protocol.h"
#include "predicates/ir/Module.h"

namespace predabs {

/// Whether \p F is of the C++ library: whoever ships it, its headers lie in a
/// folder of that name.
bool isOfLibrary(const ir::Module &M, const ir::Function &F);

/// To be done before instrument, on a module as the lowering made it.
void unfold(ir::Module &M, const std::vector<Protocol> &Protocols);

} // namespace predabs

#endif
