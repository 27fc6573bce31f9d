// libFuzzer: any bytes give summaries or a reason why not, and summaries that
// are read have no flaw and can be written and read again. Most inputs get a
// header that fits, for else nothing would come past the checksum; the first
// ones are made of small files of our own.

#include "../unit/StoreValues.h"

#include "checkers/store/KnownAnswers.h"

#include <cstdlib>
#include <cstring>

using namespace predabs;

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

/// The same for answers of the prover, with a checksum that fits.
static void readAnswers(std::string_view Body) {
  std::string Bytes = "predabs answers 1\n" + keyOf(Body).str() + "\n";
  Bytes += Body;
  std::optional<AnswerBook> Book = decodeAnswers(Bytes);
  if (Book && decodeAnswers(encode(*Book)) != Book)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ReadSummaries R =
      decodeSummaries({reinterpret_cast<const char *>(Data), Size});
  if (R.File.has_value() != R.Why.empty())
    std::abort();
  if (R.File && (!flawOf(*R.File).empty() ||
                 decodeSummaries(encode(*R.File)).File != R.File))
    std::abort();
  readAnswers({reinterpret_cast<const char *>(Data), Size});
  return 0;
}

static constexpr size_t HeaderSize = HeadStart;

/// A file of ours, if there is room for it.
static size_t begin(uint8_t *Data, size_t MaxSize, unsigned Seed) {
  std::string Bytes =
      encode(Seed % 2 ? richSummaries() : RandomSummaries(Seed).file());
  size_t Size = std::min(Bytes.size(), MaxSize);
  std::memcpy(Data, Bytes.data(), Size);
  return Size;
}

/// Two parts, the first as long as it was, if there is as much.
static void mendHeader(uint8_t *Data, size_t Size) {
  auto Put = [&](size_t At, uint64_t Number) {
    for (unsigned I = 0; I < 8; ++I)
      Data[At + I] = uint8_t(Number >> (8 * I));
  };
  uint64_t Length = Size - HeaderSize, Head = 0;
  for (unsigned I = 0; I < 8; ++I)
    Head |= uint64_t(Data[16 + I]) << (8 * I);
  Head = std::min(Head, Length) / 8 * 8;
  Put(16, Head);
  Put(24, Length - Head);
  const char *Start = reinterpret_cast<char *>(Data) + HeaderSize;
  Key Keys[] = {keyOf({Start, Head}), keyOf({Start + Head, Length - Head})};
  for (unsigned I = 0; I < 4; ++I)
    Put(32 + 8 * I, Keys[I / 2].Bits[I % 2]);
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
