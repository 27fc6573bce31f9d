// Compares modules that live in different contexts, without going through
// their text: the tests of printer and parser depend on it.

#ifndef PREDABS_TEST_SUPPORT_COMPAREMODULES_H
#define PREDABS_TEST_SUPPORT_COMPAREMODULES_H

#include "predicates/ir/Module.h"

#include <optional>
#include <string>

namespace predabs::ir {

/// Where \p A and \p B first differ, in one line, or nothing if they are the
/// same up to the numbering of types and expressions. Records have the same
/// order; locations that are nowhere are equal.
std::optional<std::string> firstDifference(const Module &A, const Module &B);

} // namespace predabs::ir

#endif
