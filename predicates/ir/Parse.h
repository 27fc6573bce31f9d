// Reads the text form that Print.h writes; docs/ir.md has the grammar. Any
// text gives a module or an error, never a crash, and expressions may be
// nested to any depth (function types to 1,000). What the module means is not
// looked at beyond the types inside expressions: see verify.

#ifndef PREDABS_PREDICATES_IR_PARSE_H
#define PREDABS_PREDICATES_IR_PARSE_H

#include "predicates/ir/Module.h"
#include "predicates/text/Errors.h"

#include <memory>
#include <string>
#include <string_view>

namespace predabs::ir {

using text::ParseError;

/// \p Parsed, or null and the first error.
struct ParsedModule {
  std::unique_ptr<Module> Parsed;
  ParseError Error;

  explicit operator bool() const { return Parsed != nullptr; }
};

ParsedModule parseModule(std::string_view Text);

/// \p Parsed, or null and the first error.
struct ParsedExpr {
  const Expr *Parsed = nullptr;
  ParseError Error;

  explicit operator bool() const { return Parsed != nullptr; }
};

/// An expression over the globals and functions of \p M and the variables of
/// \p F, which may be null.
ParsedExpr parseExpr(Module &M, const Function *F, std::string_view Text);

} // namespace predabs::ir

#endif
