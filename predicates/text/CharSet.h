// Sets of bytes, known when the program is compiled:
//
//   constexpr CharSet NameStart = Letters | CharSet("_");
//   NameStart.contains('x')  // true

#ifndef PREDABS_PREDICATES_TEXT_CHARSET_H
#define PREDABS_PREDICATES_TEXT_CHARSET_H

#include <array>
#include <cstdint>
#include <string_view>

namespace predabs::text {

class CharSet {
public:
  constexpr explicit CharSet(std::string_view Chars) {
    for (char C : Chars)
      Has[uint8_t(C)] = true;
  }
  constexpr CharSet(char First, char Last) {
    for (unsigned C = uint8_t(First); C <= uint8_t(Last); ++C)
      Has[C] = true;
  }

  constexpr bool contains(char C) const { return Has[uint8_t(C)]; }

  friend constexpr CharSet operator|(CharSet A, const CharSet &B) {
    for (size_t C = 0; C < A.Has.size(); ++C)
      A.Has[C] |= B.Has[C];
    return A;
  }

private:
  std::array<bool, 256> Has = {};
};

inline constexpr CharSet Digits('0', '9');
inline constexpr CharSet Letters = CharSet('a', 'z') | CharSet('A', 'Z');
inline constexpr CharSet Blanks(" \t\r\n\v\f");
/// What a terminal would obey.
inline constexpr CharSet Controls = CharSet('\0', '\x1f') | CharSet("\x7f");

} // namespace predabs::text

#endif
