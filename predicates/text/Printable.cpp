#include "predicates/text/Printable.h"

#include <cstdint>

using namespace predabs;

namespace {

bool isContinuation(uint8_t Byte) { return (Byte & 0xc0) == 0x80; }

/// How many bytes the character that \p Text begins with has by its first one;
/// 0 if none begins like that.
size_t announcedLength(uint8_t First) {
  if (First < 0x80)
    return 1;
  if (First < 0xc2 || First > 0xf4)
    return 0;
  return First < 0xe0 ? 2 : First < 0xf0 ? 3 : 4;
}

/// Whether it is one of those of two bytes that move the cursor.
bool isControl(std::string_view Character) {
  uint8_t First = uint8_t(Character[0]);
  if (Character.size() == 1)
    return First < ' ' || First == 0x7f;
  return First == 0xc2 && uint8_t(Character[1]) < 0xa0;
}

/// The length of the character that \p Text begins with, if it may be shown.
size_t shownLength(std::string_view Text) {
  size_t Length = announcedLength(uint8_t(Text[0]));
  if (Length == 0 || Length > Text.size())
    return 0;
  for (size_t I = 1; I < Length; ++I)
    if (!isContinuation(uint8_t(Text[I])))
      return 0;
  return isControl(Text.substr(0, Length)) ? 0 : Length;
}

std::string escape(uint8_t Byte) {
  constexpr const char *Digits = "0123456789abcdef";
  if (Byte == '\n')
    return "\\n";
  if (Byte == '\t')
    return "\\t";
  return {'\\', 'x', Digits[Byte >> 4], Digits[Byte & 15]};
}

} // namespace

std::string predabs::printable(std::string_view Text) {
  std::string Result;
  while (!Text.empty()) {
    size_t Length = shownLength(Text);
    if (Length == 0)
      Result += escape(uint8_t(Text[0]));
    else
      Result += Text.substr(0, Length);
    Text.remove_prefix(Length ? Length : 1);
  }
  return Result;
}
