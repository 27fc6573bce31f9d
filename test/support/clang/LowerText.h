// Lowers C text in process, for tests.

#ifndef PREDABS_TEST_SUPPORT_CLANG_LOWERTEXT_H
#define PREDABS_TEST_SUPPORT_CLANG_LOWERTEXT_H

#include "predicates/ir/Module.h"

#include <memory>
#include <string>
#include <vector>

namespace predabs {

/// What clang makes of \p Text, a file of C without includes, with the further
/// arguments \p Args; null if it does not compile.
std::unique_ptr<ir::Module> lowerText(const std::string &Text,
                                      std::vector<std::string> Args = {});

} // namespace predabs

#endif
