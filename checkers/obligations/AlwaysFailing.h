// Functions that fail whenever they are called. Their assertion marks what must
// not be called, so a failure is a matter of those who do:
//
//   void Iterator::next() { assert(false); }                 // it fails
//   static void die(void) { report(); __assert_fail(...); }  // so does this
//   void give_up(void)    { die(); }                         // and this
//   void step(int n)      { if (n < 0) die(); }              // this does not

#ifndef PREDABS_CHECKERS_OBLIGATIONS_ALWAYSFAILING_H
#define PREDABS_CHECKERS_OBLIGATIONS_ALWAYSFAILING_H

#include "predicates/ir/Module.h"

#include <set>
#include <string_view>

namespace predabs {

/// Whether the condition \p Text of an assertion is false and says no more, as
/// `0 && "not here"` or `!"reached"`.
bool isPlainlyFalse(std::string_view Text);

/// Those of \p M: on all ways through their bodies they call one of
/// \p Failures, or one that fails whenever it is called. There are no loops.
std::set<const ir::Function *>
alwaysFailing(const ir::Module &M,
              const std::vector<const ir::Function *> &Failures);

} // namespace predabs

#endif
