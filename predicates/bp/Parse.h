// Reads the text of Boolean programs: what Print.h writes, the notation of
// the C2BP paper, and the dialects of SLAM, Bebop, Moped, Getafix and SatAbs.
// docs/boolean-programs.md has the grammar. Any text gives a program or an
// error, never a crash. Expressions may be nested to any depth, statements to
// 1,000.

#ifndef PREDABS_PREDICATES_BP_PARSE_H
#define PREDABS_PREDICATES_BP_PARSE_H

#include "predicates/bp/Program.h"
#include "predicates/text/Errors.h"

namespace predabs::bp {

struct ParseError : text::ParseError {
  /// The line in the text and a caret below; long lines are cut.
  std::string Shown;

  /// As `7:3: unknown variable 'x'`, and below it the line with a caret.
  std::string strWithLine() const { return str() + "\n" + Shown; }
};

/// \p Parsed, or nothing and the first error.
struct ParsedProgram {
  std::optional<Program> Parsed;
  ParseError Error;

  explicit operator bool() const { return Parsed.has_value(); }
};

ParsedProgram parseProgram(std::string_view Text);

} // namespace predabs::bp

#endif
