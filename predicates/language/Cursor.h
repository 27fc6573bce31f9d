// The tokens of predicate files (docs/predicates.md): those of C, but `'` is
// one by itself unless it encloses a character, and a name may have the suffix
// that the intermediate language gives to the second of two equal names.
//
//   x.1 == 'x && c != 'a'   is the name `x.1`, `==`, `'`, the name `x`, `&&`,
//                           the name `c`, `!=` and a character

#ifndef PREDABS_PREDICATES_LANGUAGE_CURSOR_H
#define PREDABS_PREDICATES_LANGUAGE_CURSOR_H

#include "predicates/text/Cursor.h"

namespace predabs::language {

using text::Nesting;
using text::Position;
using text::quoted;
using text::Token;
using text::TokenKind;

extern const text::Language PredicateFiles;

class Cursor : public text::Cursor {
public:
  Cursor(std::string_view Text, Position Start)
      : text::Cursor(PredicateFiles, Text, Start) {}
};

/// The code of \p T, a character.
uint8_t characterCode(const Token &T);

} // namespace predabs::language

#endif
