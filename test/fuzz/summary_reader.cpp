// libFuzzer: any bytes give summaries or a reason why not, and summaries that
// are read have no flaw and can be written and read again. Most inputs get a
// header that fits, for else nothing would come past the checksum; the first
// ones are made of small files of our own.

#include "../unit/StoreValues.h"

#include <cstdlib>
#include <cstring>

using namespace predabs;

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ReadSummaries R =
      decodeSummaries({reinterpret_cast<const char *>(Data), Size});
  if (R.File.has_value() != R.Why.empty())
    std::abort();
  if (R.File && (!flawOf(*R.File).empty() ||
                 decodeSummaries(encode(*R.File)).File != R.File))
    std::abort();
  return 0;
}

static constexpr size_t HeaderSize = 32;

/// A file of ours, if there is room for it.
static size_t begin(uint8_t *Data, size_t MaxSize, unsigned Seed) {
  std::string Bytes =
      encode(Seed % 2 ? richSummaries() : RandomSummaries(Seed).file());
  size_t Size = std::min(Bytes.size(), MaxSize);
  std::memcpy(Data, Bytes.data(), Size);
  return Size;
}

static void mendHeader(uint8_t *Data, size_t Size) {
  uint64_t Length = Size - HeaderSize;
  Key Sum = keyOf({reinterpret_cast<char *>(Data) + HeaderSize, Length});
  for (unsigned I = 0; I < 4; ++I)
    Data[12 + I] = uint8_t(Length >> (8 * I));
  for (unsigned I = 0; I < 16; ++I)
    Data[16 + I] = uint8_t(Sum.Bits[I / 8] >> (8 * (I % 8)));
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  if (Size <= HeaderSize)
    Size = begin(Data, MaxSize, Seed);
  if (Seed % 64 == 0 || Size <= HeaderSize || MaxSize <= HeaderSize)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  Size = HeaderSize + LLVMFuzzerMutate(Data + HeaderSize, Size - HeaderSize,
                                       MaxSize - HeaderSize);
  mendHeader(Data, Size);
  return Size;
}
