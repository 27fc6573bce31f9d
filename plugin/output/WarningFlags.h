// -Werror and its kin for our warnings: clang 19 maps only its own. The rules
// have the names that brackets show, and those before a dash stand for all that
// follow, so `predabs` is all of them and `predabs-lock` all about locks:
//
//   -Werror                      errors, as all warnings are then
//   -Wno-error=predabs           no errors, whatever -Werror says
//   -Werror=predabs-lock         errors, without -Werror
//   -Wno-predabs-assert          nothing
//
// clang takes such names for mistakes unless -Wno-unknown-warning-option is
// given; the option werror=never|always needs no such leave.

#ifndef PREDABS_PLUGIN_OUTPUT_WARNINGFLAGS_H
#define PREDABS_PLUGIN_OUTPUT_WARNINGFLAGS_H

#include "checkers/options/Options.h"

namespace clang {
class DiagnosticsEngine;
}

namespace predabs {

enum class WarningLevel : uint8_t { Ignored, Warning, Error };

/// How a warning of the rule \p Rule is to come out.
WarningLevel levelOf(const std::string &Rule, ErrorChoice Choice,
                     const clang::DiagnosticsEngine &Diags);

} // namespace predabs

#endif
