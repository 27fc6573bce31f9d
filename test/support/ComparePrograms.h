// Compares Boolean programs: the tests of printer and parser depend on it.

#ifndef PREDABS_TEST_SUPPORT_COMPAREPROGRAMS_H
#define PREDABS_TEST_SUPPORT_COMPAREPROGRAMS_H

#include "predicates/bp/Program.h"

namespace predabs::bp {

/// How \p A and \p B differ, in one line, or nothing. Lines and comments do
/// not count, names and their order do.
std::optional<std::string> difference(const Program &A, const Program &B);

} // namespace predabs::bp

#endif
