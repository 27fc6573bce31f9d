#include "checkers/report/LineHash.h"

#include <charconv>
#include <cstdint>
#include <unordered_map>

using namespace predabs;

namespace {

constexpr size_t Window = 100;
constexpr uint64_t Factor = 37;
constexpr uint16_t EndOfText = 0xffff;
constexpr uint32_t Replacement = 0xfffd;

/// Takes a character off \p Text, which is not empty.
uint32_t takeCharacter(std::string_view &Text) {
  auto First = uint8_t(Text[0]);
  Text.remove_prefix(1);
  if (First < 0x80)
    return First;
  unsigned More = First >= 0xf0 ? 3 : First >= 0xe0 ? 2 : 1;
  if (First < 0xc2 || First > 0xf4)
    return Replacement;
  uint32_t Value = First & (0x3fU >> More);
  for (; More; --More, Text.remove_prefix(1)) {
    if (Text.empty() || (uint8_t(Text[0]) & 0xc0) != 0x80)
      return Replacement;
    Value = Value << 6 | (uint8_t(Text[0]) & 0x3f);
  }
  return Value;
}

/// The characters that count, in UTF-16, and where lines begin among them.
struct Characters {
  std::vector<uint16_t> Units;
  std::vector<size_t> Lines;

  explicit Characters(std::string_view Text) {
    while (!Text.empty()) {
      uint32_t C = takeCharacter(Text);
      if (C == '\r') {
        if (!Text.empty() && Text[0] == '\n')
          Text.remove_prefix(1);
        C = '\n';
      }
      if (C != ' ' && C != '\t')
        add(C);
    }
    add(EndOfText);
    Units.resize(Units.size() + Window, 0);
  }

private:
  void add(uint32_t C) {
    if (IsLineStart)
      Lines.push_back(Units.size());
    IsLineStart = C == '\n';
    if (C < 0x10000) {
      Units.push_back(uint16_t(C));
      return;
    }
    Units.push_back(uint16_t(0xd7c0 + (C >> 10)));
    Units.push_back(uint16_t(0xdc00 + (C & 0x3ff)));
  }

  bool IsLineStart = true;
};

std::string hex(uint64_t N) {
  char Digits[16];
  return {Digits, std::to_chars(Digits, Digits + sizeof Digits, N, 16).ptr};
}

} // namespace

std::vector<std::string> predabs::lineHashes(std::string_view Text) {
  Characters C(Text);
  std::unordered_map<uint64_t, unsigned> Seen;
  std::vector<std::string> Hashes;
  for (size_t Start : C.Lines) {
    uint64_t Hash = 0;
    for (size_t I = Start; I < Start + Window; ++I)
      Hash = Hash * Factor + C.Units[I];
    Hashes.push_back(hex(Hash) + ":" + std::to_string(++Seen[Hash]));
  }
  return Hashes;
}
