// Names in messages as the source has them. The intermediate language calls
// variables of C++ as the linker does: `_ZN2ns1kE` is `ns::k` to a person, and
// `_ZZ1fvE5count`, a static variable of f, is `count`.

#ifndef PREDABS_CHECKERS_REPORT_SOURCENAMES_H
#define PREDABS_CHECKERS_REPORT_SOURCENAMES_H

#include <string>

namespace predabs {

/// \p Text with linkers' names replaced, where they can be read.
std::string withSourceNames(const std::string &Text);

} // namespace predabs

#endif
