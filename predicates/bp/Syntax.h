// How operators are written and bind; printer and parser share it.

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

} // namespace predabs::bp

#endif
