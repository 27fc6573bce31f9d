// SipHash-2-4 with 128 bits, after Aumasson and Bernstein's reference, with the
// key of its test vectors.

#include "checkers/store/format/Summary.h"

#include <bit>

using namespace predabs;

namespace {

constexpr uint64_t Key0 = 0x0706050403020100;
constexpr uint64_t Key1 = 0x0f0e0d0c0b0a0908;

class SipHash {
public:
  void add(uint64_t Word) {
    V3 ^= Word;
    rounds(2);
    V0 ^= Word;
  }
  Key finish() {
    Key K;
    V2 ^= 0xee;
    rounds(4);
    K.Bits[0] = V0 ^ V1 ^ V2 ^ V3;
    V1 ^= 0xdd;
    rounds(4);
    K.Bits[1] = V0 ^ V1 ^ V2 ^ V3;
    return K;
  }

private:
  uint64_t V0 = Key0 ^ 0x736f6d6570736575;
  uint64_t V1 = Key1 ^ 0x646f72616e646f6d ^ 0xee;
  uint64_t V2 = Key0 ^ 0x6c7967656e657261;
  uint64_t V3 = Key1 ^ 0x7465646279746573;

  void rounds(unsigned Count) {
    for (; Count; --Count)
      round();
  }
  void round() {
    V0 += V1;
    V2 += V3;
    V1 = std::rotl(V1, 13) ^ V0;
    V3 = std::rotl(V3, 16) ^ V2;
    V0 = std::rotl(V0, 32);
    V2 += V1;
    V0 += V3;
    V1 = std::rotl(V1, 17) ^ V2;
    V3 = std::rotl(V3, 21) ^ V0;
    V2 = std::rotl(V2, 32);
  }
};

/// The first eight bytes or fewer, as a little-endian number.
uint64_t wordOf(std::string_view Bytes) {
  uint64_t Word = 0;
  for (size_t I = 0; I < Bytes.size() && I < 8; ++I)
    Word |= uint64_t(uint8_t(Bytes[I])) << (8 * I);
  return Word;
}

} // namespace

Key predabs::keyOf(std::string_view Text) {
  SipHash Hash;
  uint64_t Length = Text.size();
  for (; Text.size() >= 8; Text.remove_prefix(8))
    Hash.add(wordOf(Text));
  Hash.add(wordOf(Text) | Length << 56);
  return Hash.finish();
}

std::string Key::str() const {
  std::string Digits;
  for (uint64_t Word : Bits)
    for (unsigned I = 0; I < 16; ++I)
      Digits +=
          "0123456789abcdef"[Word >> (8 * (I / 2) + 4 * (1 - I % 2)) & 15];
  return Digits;
}
