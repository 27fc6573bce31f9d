// Side-car files that somebody made: all checksums fit, and what is inside has
// no meaning. They are as good as none, with one reason why.

#include "test/support/Folder.h"

#include "checkers/engine/Engine.h"
#include "checkers/store/reuse/Store.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

using namespace predabs;

namespace {

const std::string Failure = "func @reach_error() -> void noreturn\n";

const std::string Need = R"(module "need.c"
target pointer-bytes 8 little-endian
file "need.c"
record pair size 16 align 8 {
  low: i32 at bit 0
  next: pair* at bit 64
}
global $count: i32 at #0:1:5
func @need(%n: i32) -> void at #0:2:6 {
  var %a: i32[2]
  var %p: pair
entry:
  %a[0] = %n
  %p.low = %a[0]
  $count = $count + 1
  goto bad, good
bad:
  assume %p.low <= 0
  call @reach_error() at #0:3:3
  stop
good:
  assume !(%p.low <= 0)
  return
}
)" + Failure;

const std::string Use = R"(module "use.c"
target pointer-bytes 8 little-endian
file "use.c"
func @need(%n: i32) -> void
func @use() -> void at #0:2:6 {
entry:
  call @need(0) at #0:3:3
  return
}
func @own(%x: i32) -> void at #0:5:6 {
entry:
  goto bad, good
bad:
  assume %x == 7
  call @reach_error() at #0:6:3
  stop
good:
  assume !(%x == 7)
  return
}
)" + Failure;

std::unique_ptr<ir::Module> parsed(const std::string &Text) {
  ir::ParsedModule P = ir::parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str();
  return std::move(P.Parsed);
}

/// A build of need.c and use.c whose side-car files can be exchanged.
class Victim {
public:
  Victim() {
    NeedKept = compile(Need, "need.c").ToKeep;
    UseKept = compile(Use, "use.c").ToKeep;
    Rejected.clear();
  }

  StorePlan plan(const std::string &Source) const {
    StorePlan P;
    P.SideCar = In / (Source + ".predabs");
    P.Index = In / "index";
    P.Source = Source;
    P.Directory = "/";
    return P;
  }

  /// Compiles, and keeps what is found.
  Checked compile(const std::string &Text, const std::string &Source) {
    std::unique_ptr<ir::Module> M = parsed(Text);
    Store Kept(plan(Source));
    Checked C = check(*M, Options(), Kept, Kept.before());
    EXPECT_EQ(ir::verify(*M).value_or(""), "");
    Rejected = Kept.rejected();
    C.ToKeep.Source = Source;
    C.ToKeep.Directory = "/";
    put(C.ToKeep);
    return C;
  }

  void put(const SummaryFile &F) {
    EXPECT_FALSE(keep(plan(F.Source), encode(F)).isFailure());
  }

  /// What is said about use.c where need.c is as \p F has it.
  std::string said(const SummaryFile &F) {
    put(F);
    std::filesystem::remove(plan("use.c").SideCar);
    return verdicts(compile(Use, "use.c"));
  }

  static std::string verdicts(const Checked &C) {
    std::string Out;
    for (const Decision &D : C.Found.Decisions)
      Out +=
          std::to_string(D.What.Where.Line) + ":" + verdictText(D.Answer) + " ";
    return Out;
  }

  SummaryFile NeedKept, UseKept;
  std::vector<std::string> Rejected;

private:
  Folder In;
};

const char *const Known = "3:violated 6:latent ";
const char *const Alone = "6:latent ";

std::string replaced(std::string Text, const std::string &What,
                     const std::string &With) {
  size_t At = Text.find(What);
  EXPECT_NE(At, Text.npos) << What << "\n" << Text;
  return At == Text.npos ? Text : Text.replace(At, What.size(), With);
}

/// The file of need.c with other code.
SummaryFile withCode(const Victim &V, const std::string &Code) {
  SummaryFile F = V.NeedKept;
  for (Summary &S : F.Functions) {
    S.Module = Code;
    S.Contract = {};
    S.ContractModule.clear();
  }
  return F;
}

TEST(StoreHostile, AnHonestFileIsUsed) {
  Victim V;
  EXPECT_EQ(V.said(V.NeedKept), Known);
  EXPECT_EQ(V.said(withCode(V, Need)), Known);
  EXPECT_TRUE(V.Rejected.empty()) << V.Rejected[0];
}

TEST(StoreHostile, AMarkWithoutWhatItNeedsIsNone) {
  Victim V;
  std::string Marked =
      replaced(Need, "call @reach_error()",
               "call @reach_error() marked violation, certain");
  EXPECT_EQ(V.said(withCode(V, Marked)), Known);
}

/// Makes the file at \p Path claim that it has \p Size bytes of code, and have
/// them, for all that the file system knows.
void claimCode(const std::string &Path, uint64_t Size) {
  std::fstream File(Path, std::ios::in | std::ios::out | std::ios::binary);
  std::string Start(HeadStart, '\0');
  File.read(Start.data(), std::streamsize(Start.size()));
  constexpr size_t At = 24;
  for (unsigned I = 0; I < 8; ++I)
    Start[At + I] = char(Size >> (8 * I));
  File.seekp(0);
  File.write(Start.data(), std::streamsize(Start.size()));
  File.close();
  std::filesystem::resize_file(Path, wholeSize(Start));
}

TEST(StoreHostile, LittleIsReadOfMuch) {
  Victim V;
  constexpr unsigned NumFiles = 8;
  for (unsigned I = 0; I < NumFiles; ++I) {
    SummaryFile F = V.NeedKept;
    F.Source = std::to_string(I) + ".c";
    for (Summary &S : F.Functions)
      if (S.Name == "need")
        S.Name += std::to_string(I);
    V.put(F);
    claimCode(V.plan(F.Source).SideCar, uint64_t(200) << 20);
  }
  Store Kept(V.plan("use.c"));
  for (unsigned I = 0; I < NumFiles; ++I) {
    Store::Place Found = Kept.find("need" + std::to_string(I));
    ASSERT_TRUE(Found.Of);
    EXPECT_EQ(Kept.code(Found), "");
  }
  size_t NumUnread = 0;
  for (const std::string &Why : Kept.rejected())
    NumUnread += Why.ends_with("too much has been read already");
  EXPECT_EQ(Kept.rejected().size(), NumFiles);
  EXPECT_EQ(NumUnread, NumFiles - 2);
}

TEST(StoreHostile, WhatIsLongerThanItSaysIsNotRead) {
  Victim V;
  V.put(V.NeedKept);
  std::filesystem::resize_file(V.plan("need.c").SideCar, uint64_t(250) << 20);
  Store Kept(V.plan("use.c"));
  Store::Place Found = Kept.find("need");
  ASSERT_TRUE(Found.Of);
  EXPECT_EQ(Kept.code(Found), "");
  ASSERT_EQ(Kept.rejected().size(), 1u);
  EXPECT_TRUE(Kept.rejected()[0].ends_with("its code is damaged"));
}

TEST(StoreHostile, CodeWithoutMeaningIsNone) {
  Victim V;
  std::string Stars(100000, '*'), Brackets;
  for (unsigned I = 0; I < 5000; ++I)
    Brackets += "[1]";
  auto Var = [](const std::string &Type) {
    return replaced(Need, "var %a: i32[2]",
                    "var %a: i32[2]\n  var %b: " + Type);
  };
  struct {
    std::string Code, Why;
  } Rows[] = {
      {"", "the function is missing"},
      {"nonsense", "'record', 'global' or 'func'"},
      {replaced(Need, "@need", "@other"), "the function is missing"},
      {replaced(Need, "goto bad", "goto nowhere"), "nowhere"},
      {replaced(Need, "%p.low = %a[0]", "%p.low = %p"), "has type i32"},
      {replaced(Need, "#0:3:3", "#9:3:3"), "unknown file"},
      {replaced(Need, "%a[0] = %n", "%a[0] = %n marked gone"), "a mark"},
      {replaced(Need, "%a[0] = %n", "%a[0] = %n marked given"),
       "given marks another kind"},
      {replaced(Need, "<= 0\n", "<= 0 because rtti\n"), "of no havoc"},
      {replaced(Need, "next: pair*", "next: pair"), "a type contains itself"},
      {replaced(Need, "next: pair*", "next: pair[2]"),
       "a type contains itself"},
      {replaced(Need, "at bit 64", "at bit 6400"), "outside of the record"},
      {replaced(Need, "at bit 64", "at bit 18446744073709551615"), "outside"},
      {replaced(Need, "at bit 64", "at bit 65"), "it begins within a byte"},
      {replaced(Need, "at bit 0", "at bit 0 width 4000000000"), "more bits"},
      {replaced(Need, "size 16", "size 18446744073709551615"), "too large"},
      {replaced(Need, "align 8", "align 0"), "no power of two"},
      {Var("i8[18446744073709551615]"), "too large"},
      {Var("i8[4294967296][4294967296]"), "too large"},
      {Var("i8" + Stars), "nested too deep"},
      {Var("i8" + Brackets), "nested too deep"},
      {replaced(Need, "$count: i32 at #0:1:5",
                "$count: i32 {\n  at bit 0 width 99 = 5\n}"),
       "more bits"},
  };
  for (const auto &[Code, Why] : Rows) {
    EXPECT_EQ(V.said(withCode(V, Code)), Alone) << Code.substr(0, 500);
    ASSERT_EQ(V.Rejected.size(), 1u) << Why;
    EXPECT_NE(V.Rejected[0].find("its code has no meaning"), std::string::npos);
    EXPECT_NE(V.Rejected[0].find(Why), std::string::npos) << V.Rejected[0];
  }
}

TEST(StoreHostile, AContractWithoutMeaningIsNone) {
  Victim V;
  SummaryFile F = V.NeedKept;
  ASSERT_EQ(F.Functions.size(), 1u);
  F.Functions[0].Contract = keyOf("no contract");
  F.Functions[0].ContractModule = "nonsense";
  EXPECT_EQ(V.said(F), Alone);
  EXPECT_EQ(V.Rejected.size(), 1u);
}

TEST(StoreHostile, CodeThatDoesNotFitIsNotUsed) {
  Victim V;
  std::string Blocks, Vars, Statements;
  for (unsigned I = 0; I < 30000; ++I) {
    Blocks += "b" + std::to_string(I) + ":\n  stop\n";
    Vars += "  var %v" + std::to_string(I) + ": i32\n";
  }
  for (unsigned I = 0; I < 500; ++I)
    Statements += "  %a[1] = 1\n";
  std::string Rows[] = {
      replaced(Need, "-> void at", "-> i64 at"),
      replaced(Need, "%n: i32", "%n: i32, %m: i32"),
      replaced(Need, "pointer-bytes 8", "pointer-bytes 4"),
      replaced(Need, "good:\n", Blocks + "good:\n"),
      replaced(Need, "  var %a", Vars + "  var %a"),
      replaced(Need, "  goto", Statements + "  goto"),
  };
  for (const std::string &Code : Rows)
    EXPECT_EQ(V.said(withCode(V, Code)), Alone) << Code.substr(0, 500);
}

TEST(StoreHostile, PlacesThatAreNotThereAreNone) {
  Victim V;
  SummaryFile F = V.NeedKept;
  ASSERT_EQ(F.Functions[0].Decisions.size(), 1u);
  F.Functions[0].Decisions[0].At.Block = UINT32_MAX;
  EXPECT_EQ(V.said(F), Alone);
  F.Functions[0].Decisions[0].At = {"nobody", 0, 0};
  EXPECT_EQ(V.said(F), Alone);
}

/// What is said about use.c where it was kept before as \p F has it, and lines
/// have moved since.
std::string saidAfter(Victim &V, const SummaryFile &F) {
  V.put(V.NeedKept);
  V.put(F);
  return Victim::verdicts(
      V.compile(replaced(Use, "#0:6:3", "#0:9:3"), "use.c"));
}

TEST(StoreHostile, WhatWasSaidBeforeIsSaidOfWhatIsThere) {
  Victim V;
  const std::string Moved = "3:violated 9:latent ";
  EXPECT_EQ(saidAfter(V, V.UseKept), Moved);
  auto Spoiled = [&](const std::function<void(SummaryFile &)> &Spoil) {
    SummaryFile F = V.UseKept;
    Spoil(F);
    return saidAfter(V, F);
  };
  auto Own = [](SummaryFile &F) -> Summary & { return F.Functions[0]; };
  ASSERT_EQ(V.UseKept.Functions[0].Name, "own");
  EXPECT_EQ(Spoiled([&](auto &F) { Own(F).Decisions[0].At.Block = 77; }),
            Moved);
  EXPECT_EQ(Spoiled([&](auto &F) { Own(F).Decisions[0].At.Stmt = 1u << 31; }),
            Moved);
  EXPECT_EQ(Spoiled([&](auto &F) { Own(F).Decisions[0].At.Function = "none"; }),
            Moved);
  EXPECT_EQ(Spoiled([&](auto &F) { F.AtCalls[0].At.Block = 77; }), Moved);
  EXPECT_EQ(Spoiled([&](auto &F) {
              for (Summary &S : F.Functions)
                S.Module = replaced(Use, "#0:3:3", "#99:3:3");
            }),
            Moved);
  EXPECT_EQ(Spoiled([&](auto &F) {
              for (Summary &S : F.Functions)
                S.Module = "nonsense";
            }),
            Moved);
}

// Code that could almost be code.

std::vector<std::string> tokensOf(const std::string &Text) {
  std::vector<std::string> Tokens;
  auto IsWord = [](char C) { return isalnum(uint8_t(C)) || C == '_'; };
  for (char C : Text)
    if (!Tokens.empty() && IsWord(C) && IsWord(Tokens.back().back()))
      Tokens.back() += C;
    else
      Tokens.push_back({C});
  return Tokens;
}

std::string mutated(std::vector<std::string> Tokens, std::mt19937 &Random) {
  for (unsigned N = 0; N <= Random() % 2; ++N) {
    std::string &T = Tokens[Random() % Tokens.size()];
    const char *Strange[] = {"4294967295", "18446744073709551615", "0", "-1"};
    T = Random() % 4 ? Tokens[Random() % Tokens.size()] : Strange[Random() % 4];
  }
  std::string Text;
  for (const std::string &T : Tokens)
    Text += T;
  return Text;
}

TEST(StoreHostile, WhateverCodeSaysThisFileIsJudged) {
  Victim V;
  std::vector<std::string> Tokens = tokensOf(Need);
  std::mt19937 Random(7);
  unsigned NumUsed = 0;
  for (unsigned I = 0; I < 400; ++I) {
    std::string Said = V.said(withCode(V, mutated(Tokens, Random)));
    EXPECT_NE(Said.find(Alone), std::string::npos) << Said;
    NumUsed += Said != Alone;
  }
  EXPECT_GT(NumUsed, 20u);
}

} // namespace
