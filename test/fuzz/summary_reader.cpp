// libFuzzer: any bytes give summaries or a reason why not, and summaries that
// are read have no flaw and can be written and read again. Most inputs get a
// header that fits, for else nothing would come past the checksum; the first
// ones are made of small files of our own.

#include "test/support/StoreValues.h"

#include "checkers/store/reuse/ProverCache.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace predabs;

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

static void require(bool IsSo) {
  if (!IsSo)
    std::abort();
}

/// The two parts alone say what the whole says.
static void checkParts(std::string_view Bytes, const SummaryFile &Whole) {
  uint64_t Size = headSize(Bytes.substr(0, HeadStart));
  ReadSummaries Head = decodeHead(Bytes.substr(0, Size));
  require(Head.File.has_value());
  std::optional<KeptCode> Code = decodeCode(Bytes, Head.Look);
  require(Code && Code->Functions.size() == Whole.Functions.size());
  require(Code->Contracts.size() == Whole.Functions.size());
  for (size_t I = 0; I < Whole.Functions.size(); ++I) {
    Summary &S = Head.File->Functions[I];
    require(S.Module.empty() && S.ContractModule.empty());
    S.Module = Code->module(I);
    S.ContractModule = Code->contract(I);
  }
  require(*Head.File == Whole);
}

/// Whatever the parts are, they are read or not.
static void readParts(std::string_view Bytes) {
  uint64_t Size = headSize(Bytes.substr(0, HeadStart));
  ReadSummaries Head = decodeHead(Bytes.substr(0, Size));
  require(Head.File.has_value() == Head.Why.empty());
  if (!Head.File)
    return;
  std::optional<KeptCode> Code = decodeCode(Bytes, Head.Look);
  if (!Code)
    return;
  for (size_t I = 0; I < Code->Functions.size(); ++I)
    Code->module(I);
  for (size_t I = 0; I < Code->Contracts.size(); ++I)
    Code->contract(I);
}

/// The same for answers of the prover, with a checksum that fits.
static void readAnswers(std::string_view Body) {
  std::string Bytes = "predabs answers 2\n" + keyOf(Body).str() + "\n";
  Bytes += Body;
  std::optional<ProverCache> Cache = decodeProverCache(Bytes);
  if (Cache && decodeProverCache(encode(*Cache)) != Cache)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string_view Bytes(reinterpret_cast<const char *>(Data), Size);
  readParts(Bytes);
  ReadSummaries R = decodeSummaries(Bytes);
  require(R.File.has_value() == R.Why.empty());
  if (R.File) {
    require(flawOf(*R.File).empty());
    require(decodeSummaries(encode(*R.File)).File == R.File);
    checkParts(Bytes, *R.File);
  }
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

static uint64_t numberAt(const uint8_t *Data) {
  uint64_t N = 0;
  for (unsigned I = 0; I < 8; ++I)
    N |= uint64_t(Data[I]) << (8 * I);
  return N;
}

static void putNumber(uint8_t *Data, uint64_t N) {
  for (unsigned I = 0; I < 8; ++I)
    Data[I] = uint8_t(N >> (8 * I));
}

static void putKey(uint8_t *Data, const uint8_t *From, size_t Size) {
  Key Sum = keyOf({reinterpret_cast<const char *>(From), Size});
  putNumber(Data, Sum.Bits[0]);
  putNumber(Data + 8, Sum.Bits[1]);
}

/// Sizes and keys of the two parts, as docs/summaries.md has them.
static void mendHeader(uint8_t *Data, size_t Size, size_t Head) {
  size_t Code = Size - HeaderSize - Head;
  putNumber(Data + 16, Head);
  putNumber(Data + 24, Code);
  putKey(Data + 32, Data + HeaderSize, Head);
  putKey(Data + 48, Data + HeaderSize + Head, Code);
}

/// Changes one of the parts and leaves the other as it is.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  if (Size <= HeaderSize)
    Size = begin(Data, MaxSize, Seed);
  if (Seed % 64 == 0 || Size <= HeaderSize || MaxSize <= HeaderSize)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  size_t Head = std::min<uint64_t>(numberAt(Data + 16), Size - HeaderSize);
  if (Seed % 64 == 1)
    Head = Seed / 64 % (Size - HeaderSize + 1);
  if (Seed % 3 == 0) {
    // In its place: what follows stays where it is.
    LLVMFuzzerMutate(Data + HeaderSize, Head, Head);
  } else if (Seed % 3 == 1 || Head == 0) {
    size_t Start = HeaderSize + Head;
    Size =
        Start + LLVMFuzzerMutate(Data + Start, Size - Start, MaxSize - Start);
  } else {
    Data[HeaderSize + Seed / 8 % Head] ^= uint8_t(1) << (Seed % 8);
  }
  mendHeader(Data, Size, Head / 8 * 8);
  return Size;
}
