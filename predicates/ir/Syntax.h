// What the printer and the parser of the text form share: how operators are
// spelt and bind, which names need quotes. docs/ir.md has the whole grammar.

#ifndef PREDABS_PREDICATES_IR_SYNTAX_H
#define PREDABS_PREDICATES_IR_SYNTAX_H

#include "predicates/ir/Expr.h"
#include "predicates/text/CharSet.h"

#include <string>
#include <string_view>

namespace predabs::ir {

/// How tightly an expression binds, loosest first, as in C.
enum class Precedence : uint8_t {
  Cond,
  LOr,
  LAnd,
  Or,
  Xor,
  And,
  Equality,
  Relation,
  Shift,
  Sum,
  Product,
  Prefix,
  Postfix,
};

/// The next tighter one; \p P is not Postfix.
constexpr Precedence tighter(Precedence P) {
  return Precedence(unsigned(P) + 1);
}

struct OpSyntax {
  const char *Text;
  Precedence Binds;
};

/// How \p O is written. Of the unary operators those of Postfix precedence
/// look like a call, `clz(x)`; the others stand in front.
const OpSyntax &opSyntax(Op O);
/// The binary operator written \p Text, or Op::None.
Op binaryOpFromText(std::string_view Text);
/// The unary operator that looks like a call of \p Text, or Op::None.
Op callLikeOpFromText(std::string_view Text);

/// What words without a sigil begin with: labels, records.
inline constexpr text::CharSet WordStart = text::Letters | text::CharSet("_");
/// Of names after a sigil, and of fields.
inline constexpr text::CharSet NameChars =
    WordStart | text::Digits | text::CharSet("$");

/// Whether a name can follow `%`, `$` or `@` without quotes. A dot in it is
/// followed by a digit: another one begins a field.
bool isBareName(std::string_view Name);
/// Whether a field's name can stand without quotes.
bool isBareField(std::string_view Name);
/// Whether a record's name can: it does not look like another type.
bool isBareRecord(std::string_view Name);
/// Whether a block's name can: it does not look like a statement.
bool isBareLabel(std::string_view Name);

/// The width in `i32`, `u8` or `f64` for the letter \p Kind; 0 if \p Word is
/// no such type.
unsigned widthInTypeWord(std::string_view Word, char Kind);

/// The natural size in bytes, and alignment, of a float of \p Width bits.
uint64_t naturalFloatSize(unsigned Width);

/// Appends \p Text in double quotes; what is not printable ASCII is escaped.
void appendQuoted(std::string &Out, std::string_view Text);
void appendNumber(std::string &Out, UInt128 N);
std::string decimal(UInt128 N);
std::string decimal(SInt128 N);
/// As `0x` and \p Digits digits.
void appendHex(std::string &Out, UInt128 N, unsigned Digits);

} // namespace predabs::ir

#endif
