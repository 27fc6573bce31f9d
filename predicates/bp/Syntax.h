// How operators are written and bind, and what can be a name; printer and
// parser share it.

#ifndef PREDABS_PREDICATES_BP_SYNTAX_H
#define PREDABS_PREDICATES_BP_SYNTAX_H

#include "predicates/bp/Expr.h"

#include <optional>
#include <string_view>

namespace predabs::bp {

/// How tightly the operator binds: 0 for `?:`, 6 for `!`, 7 for what needs no
/// parentheses.
unsigned precedence(ExprKind K);
/// Of the binary operators only `=>` groups to the right.
inline bool groupsRight(ExprKind K) { return K == ExprKind::Implies; }

std::string_view spelling(ExprKind K);
std::optional<ExprKind> binaryOperator(std::string_view Text);

/// Whether the language gives \p Word a meaning, so that it is no name.
bool isReserved(std::string_view Word);

/// How long the name in braces at the beginning of \p Text is; 0 if there is
/// none: braces must match and nest at most 8 deep, and blanks alone, a `;` or
/// a line end are no name.
size_t lengthOfBraceName(std::string_view Text);

} // namespace predabs::bp

#endif
