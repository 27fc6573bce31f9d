// Summaries survive the way through bytes, and nothing else does.

#include "checkers/files/Files.h"
#include "test/support/StoreValues.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

using namespace predabs;

// The test vectors of SipHash's authors: the bytes 0, 1, 2, ...
TEST(StoreKey, IsSipHash) {
  auto KeyOfFirst = [](unsigned Count) {
    std::string Text;
    for (unsigned I = 0; I < Count; ++I)
      Text += char(I);
    return keyOf(Text).str();
  };
  EXPECT_EQ(KeyOfFirst(0), "a3817f04ba25a8e66df67214c7550293");
  EXPECT_EQ(KeyOfFirst(1), "da87c1d86b99af44347659119b22fc45");
  EXPECT_EQ(KeyOfFirst(7), "a1f1ebbed8dbc153c0b84aa61ff08239");
  EXPECT_EQ(KeyOfFirst(8), "3b62a9ba6258f5610f83e264f31497b4");
  EXPECT_EQ(KeyOfFirst(9), "264499060ad9baabc47f8b02bb6d71ed");
  EXPECT_EQ(KeyOfFirst(15), "5493e99933b0a8117e08ec0f97cfc3d9");
  EXPECT_EQ(KeyOfFirst(16), "6ee2a4ca67b054bbfd3315bf85230577");
  EXPECT_EQ(KeyOfFirst(63), "5150d1772f50834a503e069a973fbd7c");
}

TEST(StoreKey, TellsLengthsApart) {
  EXPECT_NE(keyOf(""), keyOf(std::string_view("\0", 1)));
  EXPECT_NE(keyOf(std::string(8, '\0')), keyOf(std::string(9, '\0')));
}

TEST(StoreEncoding, ReturnsFromItsBytes) {
  SummaryFile F = richSummaries();
  ReadSummaries R = decodeSummaries(encode(F));
  ASSERT_TRUE(R.File) << R.Why;
  EXPECT_EQ(*R.File, F);
  EXPECT_EQ(decodeSummaries(encode(SummaryFile())).File, SummaryFile());
}

TEST(StoreEncoding, ReturnsFromItsBytesWhateverItIs) {
  RandomSummaries Random(1);
  for (unsigned I = 0; I < 2000; ++I) {
    SummaryFile F = Random.file();
    ReadSummaries R = decodeSummaries(encode(F));
    ASSERT_TRUE(R.File) << R.Why;
    ASSERT_EQ(*R.File, F);
  }
}

TEST(StoreEncoding, EqualValuesGiveEqualBytes) {
  for (unsigned Seed = 0; Seed < 100; ++Seed)
    EXPECT_EQ(encode(RandomSummaries(Seed).file()),
              encode(RandomSummaries(Seed).file()));
}

TEST(StoreEncoding, DifferentValuesGiveDifferentBytes) {
  const std::string Bytes = encode(richSummaries());
  SummaryFile F = richSummaries();
  F.Functions[1].Decisions[0].At.Stmt++;
  EXPECT_NE(encode(F), Bytes);
}

TEST(StoreEncoding, CanBeReadAnywhere) {
  std::string Bytes = encode(richSummaries());
  for (size_t Shift = 0; Shift < 8; ++Shift) {
    std::string Moved = std::string(Shift, ' ') + Bytes;
    EXPECT_EQ(decodeSummaries(std::string_view(Moved).substr(Shift)).File,
              richSummaries());
  }
}

// What most readers want comes first, and the rest need not be there.
TEST(StoreEncoding, ReadsTheHeadAlone) {
  std::string Bytes = encode(richSummaries());
  uint64_t Size = headSize(Bytes.substr(0, HeadStart));
  ASSERT_LT(Size, Bytes.size());
  ReadSummaries Head = decodeHead(Bytes.substr(0, Size));
  ASSERT_TRUE(Head.File) << Head.Why;
  SummaryFile WithoutCode = richSummaries();
  for (Summary &S : WithoutCode.Functions)
    S.Module = S.ContractModule = "";
  EXPECT_EQ(*Head.File, WithoutCode);
  EXPECT_FALSE(decodeHead(Bytes.substr(0, Size - 1)).File);
  std::optional<KeptCode> Code = decodeCode(Bytes, Head.Look);
  ASSERT_TRUE(Code);
  EXPECT_EQ(Code->module(1), richSummaries().Functions[1].Module);
  EXPECT_EQ(Code->contract(1), richSummaries().Functions[1].ContractModule);
  EXPECT_FALSE(decodeCode(Bytes, Key()));
}

TEST(StoreEncoding, KeepsSharedLinesOnce) {
  SummaryFile F = richSummaries();
  for (unsigned I = 0; I < 1000; ++I)
    F.Functions[1].Module += "  %x = %x + 1 at \"../src/a.c\":10:3\n";
  std::string Bytes = encode(F);
  EXPECT_LT(Bytes.size(), F.Functions[1].Module.size() / 4);
  EXPECT_EQ(decodeSummaries(Bytes).File, F);
}

TEST(StoreEncoding, FindsFunctions) {
  SummaryFile F = richSummaries();
  EXPECT_EQ(F.find("need"), &F.Functions[1]);
  EXPECT_EQ(F.find("nee"), nullptr);
  EXPECT_EQ(F.find("z"), nullptr);
  EXPECT_TRUE(F.find("need")->hasLatent());
  EXPECT_FALSE(F.find("helper")->hasLatent());
}

TEST(StoreEncoding, MendsTextsForPeople) {
  SummaryFile F = richSummaries();
  F.Files[0] = "a\033[31m\n.c";
  F.Messages[0].Notes[0].Text = "bell \a";
  F.Functions[1].Decisions[0].Found.Basis.Predicates[0] = "\x7f";
  ReadSummaries R = decodeSummaries(encode(F));
  ASSERT_TRUE(R.File) << R.Why;
  EXPECT_EQ(R.File->Files[0], "a?[31m?.c");
  EXPECT_EQ(R.File->Messages[0].Notes[0].Text, "bell ?");
  EXPECT_EQ(R.File->Functions[1].Decisions[0].Found.Basis.Predicates[0], "?");
}

TEST(StoreEncoding, WritesNothingThatIsTooLarge) {
  SummaryFile F = richSummaries();
  F.Functions[1].Module.assign(MaxFileSize / 2, 'a');
  F.Functions[0].Module.assign(MaxFileSize / 2, 'b');
  EXPECT_EQ(encode(F), "");
}

// Values that no writer of ours makes.

static std::string whyNot(const std::function<void(SummaryFile &)> &Spoil) {
  SummaryFile F = richSummaries();
  Spoil(F);
  ReadSummaries R = decodeSummaries(encode(F));
  EXPECT_FALSE(R.File);
  return R.Why;
}

TEST(StoreEncoding, ChecksOrder) {
  const char *Why = "its functions are not in order";
  EXPECT_EQ(whyNot([](auto &F) { std::swap(F.Functions[0], F.Functions[1]); }),
            Why);
  EXPECT_EQ(whyNot([](auto &F) { F.Functions[1].Name = "helper"; }), Why);
  Why = "what its functions call is not in order";
  EXPECT_EQ(whyNot([](auto &F) { F.Functions[1].Calls[1] = "z"; }), Why);
  EXPECT_EQ(whyNot([](auto &F) { F.Functions[1].Calls[1] = ""; }), Why);
  EXPECT_EQ(whyNot([](auto &F) { F.Uses[0].Function = "helper"; }),
            "what it uses is not in order");
}

TEST(StoreEncoding, ChecksNumbers) {
  const char *Why = "it holds a number that has no meaning";
  EXPECT_EQ(whyNot([](auto &F) {
              F.Functions[1].Decisions[1].Found.Answer = Verdict(NumVerdicts);
            }),
            Why);
  EXPECT_EQ(whyNot([](auto &F) { F.Messages[1].Level = Severity(2); }), Why);
}

TEST(StoreEncoding, ChecksLocations) {
  const char *Why = "it points into a file that it does not name";
  EXPECT_EQ(whyNot([](auto &F) { F.Files.pop_back(); }), Why);
  EXPECT_EQ(whyNot([](auto &F) { F.Messages[0].Where.File = 2; }), Why);
  EXPECT_EQ(whyNot([](auto &F) { F.Messages[0].Notes[0].Where.File = 2; }),
            Why);
  EXPECT_EQ(whyNot([](auto &F) {
              F.Functions[1].Decisions[0].Found.What.Where.File = 2;
            }),
            Why);
}

TEST(StoreEncoding, ChecksNames) {
  const char *Why = "it holds control characters";
  EXPECT_EQ(whyNot([](auto &F) { F.Functions[0].Name = "h\n"; }), Why);
  EXPECT_EQ(whyNot([](auto &F) { F.Functions[0].Module = "\033[2J"; }), Why);
  EXPECT_EQ(whyNot([](auto &F) { F.Functions[1].Calls[2] = "x\t"; }), Why);
  EXPECT_EQ(whyNot([](auto &F) { F.Uses[1].Function = "x\x7f"; }), Why);
  EXPECT_EQ(whyNot([](auto &F) {
              F.Functions[1].Decisions[0].At.Function = std::string(1, '\0');
            }),
            Why);
  EXPECT_EQ(whyNot([](auto &F) { F.Functions[0].Name = ""; }),
            "it has a function without a name");
}

// Bytes that are damaged or from elsewhere.

static std::string whyNotBytes(std::string_view Bytes) {
  ReadSummaries R = decodeSummaries(Bytes);
  EXPECT_FALSE(R.File);
  return R.Why;
}

TEST(StoreEncoding, SaysWhyBytesAreRejected) {
  const std::string Bytes = encode(richSummaries());
  std::string Other = Bytes;
  EXPECT_EQ(whyNotBytes(""), "it is empty");
  EXPECT_EQ(whyNotBytes("int main() {}"), "it is no summary file");
  EXPECT_EQ(whyNotBytes(Bytes.substr(0, 20)), "it is cut off");
  EXPECT_EQ(whyNotBytes(Bytes.substr(0, Bytes.size() - 1)), "it is cut off");
  EXPECT_EQ(whyNotBytes(Bytes + '\0'), "something follows its end");
  Other[8]++;
  EXPECT_EQ(whyNotBytes(Other), "it was written by another version");
  Other = Bytes;
  Other.back() ^= 1;
  EXPECT_EQ(whyNotBytes(Other), "it is damaged");
}

TEST(StoreEncoding, IsWholeOrNot) {
  const std::string Bytes = encode(richSummaries());
  for (size_t Size = 0; Size < Bytes.size(); ++Size)
    ASSERT_FALSE(decodeSummaries(Bytes.substr(0, Size)).File) << Size;
}

TEST(StoreEncoding, NoticesEveryBit) {
  const std::string Bytes = encode(richSummaries());
  for (size_t Bit = 0; Bit < 8 * Bytes.size(); ++Bit) {
    std::string Damaged = Bytes;
    Damaged[Bit / 8] ^= char(1 << Bit % 8);
    ASSERT_FALSE(decodeSummaries(Damaged).File) << Bit;
  }
}

namespace {

/// Damage as disks, editors and people do it.
class Damage {
public:
  explicit Damage(uint64_t Seed) : Random(Seed) {}

  std::string to(std::string Bytes) {
    for (uint64_t Count = 1 + Random.below(3); Count; --Count)
      once(Bytes);
    return Bytes;
  }

private:
  RandomSummaries Random;

  void once(std::string &Bytes) {
    if (Bytes.empty())
      return;
    size_t At = Random.below(Bytes.size());
    size_t Size = 1 + Random.below(std::min<size_t>(64, Bytes.size() - At));
    size_t To = Random.below(Bytes.size() - Size + 1);
    switch (Random.below(6)) {
    case 0:
      Bytes[At] ^= char(1 << Random.below(8));
      break;
    case 1:
      Bytes.resize(At);
      break;
    case 2:
      for (size_t I = 0; I < Size; ++I)
        Bytes[At + I] = char(Random.below(256));
      break;
    case 3:
      std::swap_ranges(&Bytes[At],
                       &Bytes[At] + std::min(Size, At > To ? At - To : To - At),
                       &Bytes[To]);
      break;
    case 4:
      Bytes.erase(At, Size);
      break;
    default:
      Bytes.insert(To, Bytes.substr(At, Size));
    }
  }
};

/// \p Bytes with a header that fits, as an attacker would write it.
std::string withFittingHeader(std::string Bytes) {
  if (Bytes.size() < HeadStart)
    return Bytes;
  auto Write = [&](size_t At, uint64_t Number) {
    for (unsigned I = 0; I < 8; ++I)
      Bytes[At + I] = char(Number >> (8 * I));
  };
  uint64_t HeadSize = 0;
  for (unsigned I = 0; I < 8; ++I)
    HeadSize |= uint64_t(uint8_t(Bytes[16 + I])) << (8 * I);
  HeadSize = std::min<uint64_t>(HeadSize, Bytes.size() - HeadStart) / 8 * 8;
  std::string Head = Bytes.substr(HeadStart, HeadSize);
  std::string Code = Bytes.substr(HeadStart + HeadSize);
  std::fill_n(&Bytes[12], 4, '\0');
  Write(16, HeadSize);
  Write(24, Code.size());
  for (unsigned I = 0; I < 2; ++I) {
    Write(32 + 8 * I, keyOf(Head).Bits[I]);
    Write(48 + 8 * I, keyOf(Code).Bits[I]);
  }
  return Bytes;
}

} // namespace

TEST(StoreEncoding, NeverGivesAnotherValueAfterDamage) {
  const SummaryFile F = richSummaries();
  const std::string Bytes = encode(F);
  Damage D(7);
  unsigned Rejected = 0;
  for (unsigned I = 0; I < 10000; ++I) {
    std::string Damaged = D.to(Bytes);
    ReadSummaries R = decodeSummaries(Damaged);
    ASSERT_EQ(R.File.has_value(), Damaged == Bytes);
    ASSERT_EQ(R.Why.empty(), R.File.has_value());
    Rejected += !R.File;
  }
  EXPECT_GT(Rejected, 9900u);
}

// Whatever the bytes behind a good checksum: a value without a flaw, or none.
TEST(StoreEncoding, SurvivesDamageWithAGoodChecksum) {
  const std::string Bytes = encode(richSummaries());
  Damage D(8);
  unsigned Accepted = 0;
  for (unsigned I = 0; I < 10000; ++I) {
    ReadSummaries R = decodeSummaries(withFittingHeader(D.to(Bytes)));
    if (!R.File)
      continue;
    ++Accepted;
    ASSERT_EQ(flawOf(*R.File), "");
    ASSERT_EQ(decodeSummaries(encode(*R.File)).File, *R.File);
  }
  EXPECT_GT(Accepted, 100u);
  EXPECT_LT(Accepted, 9000u);
}

// A file that points to the same text a thousand times: it is small, and would
// be large as a value.
TEST(StoreEncoding, IsNoLargerThanItsBytes) {
  SummaryFile F;
  F.Files.assign(1000, "x");
  F.Files[0].assign(1000, 'y');
  std::string Bytes = encode(F);
  auto NumberAt = [&](size_t At) {
    uint32_t Number = 0;
    std::memcpy(&Number, &Bytes[At], 4);
    return Number;
  };
  size_t Vector = Bytes.find(std::string_view("\xe8\x03\0\0", 4));
  ASSERT_NE(Vector, Bytes.npos);
  size_t First = Vector + 4 + NumberAt(Vector + 4);
  for (unsigned I = 0; I < 1000; ++I) {
    auto Distance = uint32_t(First - (Vector + 4 + 4 * I));
    std::memcpy(&Bytes[Vector + 4 + 4 * I], &Distance, 4);
  }
  EXPECT_EQ(whyNotBytes(withFittingHeader(Bytes)),
            "it repeats itself without end");
}
