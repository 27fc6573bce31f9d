// Numbers as C writes them.

#ifndef PREDABS_PREDICATES_LANGUAGE_CONSTANTS_H
#define PREDABS_PREDICATES_LANGUAGE_CONSTANTS_H

#include "predicates/language/ParsePredicates.h"

#include <variant>

namespace predabs::language {

/// The constant, or what is wrong with it.
using ParsedConstant = std::variant<const ir::Expr *, std::string>;

/// `5`, `0x1fUL`, `017`, `0b11`, `1.5`, `1e3f`: of the first type in C's list
/// that it fits.
ParsedConstant parseNumber(std::string_view Text, ir::Context &Ctx,
                           NameSource &Names);

} // namespace predabs::language

#endif
