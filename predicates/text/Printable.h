// Text from elsewhere (names of files, above all) as a part of one line: bytes
// that could end the line or play tricks on a terminal are written as escapes.
//
//   printable("a\nb\x1b[2J.c")  is  a\nb\x1b[2J.c  in so many letters

#ifndef PREDABS_PREDICATES_TEXT_PRINTABLE_H
#define PREDABS_PREDICATES_TEXT_PRINTABLE_H

#include <string>
#include <string_view>

namespace predabs {

/// \p Text without control characters, whether of one byte or of two, and
/// without bytes that are no UTF-8.
std::string printable(std::string_view Text);

} // namespace predabs

#endif
