// The index says who defines a symbol, also while many processes write it and
// some are killed.

#include "checkers/store/format/Summary.h"
#include "checkers/store/reuse/Index.h"
#include "test/support/Folder.h"
#include "test/support/Processes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace predabs;
namespace fs = std::filesystem;
using Kind = WriteResult::Kind;
using Texts = std::vector<std::string>;

static std::string entryOf(const Folder &Here, const std::string &Symbol) {
  std::string Digits = keyOf(Symbol).str();
  return Here / (Digits.substr(0, 2) + "/" + Digits.substr(2));
}

TEST(StoreIndex, FindsWhatWasAdded) {
  Folder Here;
  Index I(Here / "new/index");
  EXPECT_EQ(I.find("f"), Texts());
  EXPECT_EQ(I.add("b.o.predabs", {"g", "f"}, {}).What, Kind::Written);
  EXPECT_EQ(I.add("a.o.predabs", {"f"}, {}).What, Kind::Written);
  EXPECT_EQ(I.find("f"), Texts({"a.o.predabs", "b.o.predabs"}));
  EXPECT_EQ(I.find("g"), Texts({"b.o.predabs"}));
  EXPECT_EQ(I.find("h"), Texts());
  EXPECT_EQ(I.find(""), Texts());
}

TEST(StoreIndex, ForgetsWhatIsGone) {
  Folder Here;
  Index I(Here / ".");
  I.add("a", {"f", "g"}, {});
  I.add("b", {"f"}, {});
  EXPECT_EQ(I.add("a", {"g", "h"}, {"f", "g"}).What, Kind::Written);
  EXPECT_EQ(I.find("f"), Texts({"b"}));
  EXPECT_EQ(I.find("g"), Texts({"a"}));
  EXPECT_EQ(I.find("h"), Texts({"a"}));
  I.add("b", {}, {"f"});
  EXPECT_EQ(I.find("f"), Texts());
  // Who waits for a change finds one.
  EXPECT_EQ(readFile(entryOf(Here, "f")).Bytes, "f\n");
}

TEST(StoreIndex, SymbolsCanBeWatched) {
  Folder Here;
  Index I(Here / "new");
  std::string Entry = I.watch("f");
  EXPECT_EQ(readFile(Entry).Bytes, "f\n");
  EXPECT_EQ(I.find("f"), Texts());
  // Older than any object.
  auto Time = fs::last_write_time(Entry);
  EXPECT_LT(Time, fs::last_write_time(Here / ".") - std::chrono::hours(1));
  EXPECT_EQ(I.watch("f"), Entry);
  EXPECT_EQ(fs::last_write_time(Entry), Time);
  I.add("a", {"f"}, {});
  EXPECT_GT(fs::last_write_time(Entry), Time);
  EXPECT_EQ(I.watch("f"), Entry);
  EXPECT_EQ(I.find("f"), Texts({"a"}));
  fs::last_write_time(Entry, Time);
  I.renew({"f", "g"});
  EXPECT_GT(fs::last_write_time(Entry), Time);
  EXPECT_EQ(I.watch(""), "");
  EXPECT_EQ(I.watch("a\nb"), "");
  EXPECT_EQ(Index("/proc/nowhere").watch("f"), "");
}

TEST(StoreIndex, IsAsDocumented) {
  Folder Here;
  Index I(Here / ".");
  I.add("b", {"f"}, {});
  I.add("a", {"f"}, {});
  EXPECT_EQ(readFile(entryOf(Here, "f")).Bytes, "f\na\nb\n");
}

TEST(StoreIndex, WritesNothingThatIsKnown) {
  Folder Here;
  Index I(Here / ".");
  I.add("a", {"f"}, {});
  fs::last_write_time(entryOf(Here, "f"), fs::file_time_type());
  EXPECT_EQ(I.add("a", {"f"}, {"f", "never"}).What, Kind::Unchanged);
  EXPECT_EQ(fs::last_write_time(entryOf(Here, "f")), fs::file_time_type());
}

TEST(StoreIndex, BelievesNoStranger) {
  Folder Here;
  Index I(Here / ".");
  I.add("a", {"f"}, {});
  std::string Entry = entryOf(Here, "f");
  for (const std::string Bytes :
       {"", "f", "f\n", "g\na\n", "f\na", "f\nb\na\n", "f\na\na\n", "f\n\na\n",
        "f\na\033[2J\n", "\nf\na\n"}) {
    writeText(Entry, Bytes);
    EXPECT_EQ(I.find("f"), Texts()) << Bytes;
  }
  writeText(Entry, "f\n" + std::string(2 << 20, 'x') + "\n");
  EXPECT_EQ(I.find("f"), Texts());
  fs::remove(Entry);
  fs::create_symlink("/dev/zero", Entry);
  EXPECT_EQ(I.find("f"), Texts());
  fs::remove(Entry);
  fs::create_directory(Entry);
  EXPECT_EQ(I.find("f"), Texts());
}

TEST(StoreIndex, MendsWhatIsBroken) {
  Folder Here;
  Index I(Here / ".");
  I.add("a", {"f"}, {});
  writeText(entryOf(Here, "f"), "rubbish");
  EXPECT_EQ(I.add("b", {"f"}, {}).What, Kind::Written);
  EXPECT_EQ(I.find("f"), Texts({"b"}));
}

// What a killed process leaves: half a file under the name of the next.
TEST(StoreIndex, GoesOnWhereAnotherWasKilled) {
  Folder Here;
  Index I(Here / ".");
  I.add("a", {"f"}, {});
  writeText(fs::path(entryOf(Here, "f")).parent_path() / "new", "f\na");
  EXPECT_EQ(I.add("b", {"f"}, {}).What, Kind::Written);
  EXPECT_EQ(I.find("f"), Texts({"a", "b"}));
}

TEST(StoreIndex, SaysWhyItFails) {
  Folder Here;
  writeText(Here / "file", "");
  EXPECT_EQ(Index(Here / "file").add("a", {"f"}, {}).Why, "Not a directory");
  EXPECT_TRUE(Index("/proc/nowhere").add("a", {"f"}, {}).isFailure());
  EXPECT_TRUE(Index(Here / ".").add("a\nb", {"f"}, {}).isFailure());
  Index I(Here / ".");
  I.add("a", {"f"}, {});
  fs::remove(entryOf(Here, "f"));
  fs::create_directory(entryOf(Here, "f"));
  EXPECT_EQ(I.add("b", {"f"}, {}).Why, "it is a directory");
}

TEST(StoreIndex, LeavesOutWhatIsNoName) {
  Folder Here;
  Index I(Here / ".");
  EXPECT_EQ(I.add("a", {"", "x\ny"}, {}).What, Kind::Unchanged);
  EXPECT_EQ(I.find("x\ny"), Texts());
}

namespace {

/// Eight side-cars that define forty symbols, some of them shared by all.
struct Build {
  static std::string sideCar(unsigned N) {
    return "build/" + std::to_string(N) + ".o.predabs";
  }
  static Texts symbols(unsigned N) {
    Texts Symbols;
    for (unsigned I = 0; I < 20; ++I) {
      Symbols.push_back("shared" + std::to_string(I));
      Symbols.push_back("own" + std::to_string(N) + "_" + std::to_string(I));
    }
    return Symbols;
  }
  static Texts sideCars() {
    Texts All;
    for (unsigned N = 0; N < 8; ++N)
      All.push_back(sideCar(N));
    return All;
  }
};

void expectComplete(const Index &I) {
  for (unsigned N = 0; N < 8; ++N)
    for (const std::string &Symbol : Build::symbols(N))
      EXPECT_EQ(I.find(Symbol), Symbol.starts_with("own")
                                    ? Texts({Build::sideCar(N)})
                                    : Build::sideCars())
          << Symbol;
}

/// Every file is an entry that find believes, a lock, or what is to be one.
void expectWhole(const Folder &Here, const Index &I) {
  for (const std::string &File : Here.files()) {
    std::string Name = fs::path(File).filename();
    if (Name == "lock" || Name == "new")
      continue;
    std::string Bytes = *readFile(File).Bytes;
    std::string Symbol = Bytes.substr(0, Bytes.find('\n'));
    EXPECT_EQ(entryOf(Here, Symbol), fs::path(File).lexically_normal());
    bool IsWatched = Bytes == Symbol + "\n";
    EXPECT_EQ(I.find(Symbol).empty(), IsWatched) << Bytes;
  }
}

} // namespace

TEST(StoreIndex, LosesNothingWhenManyAdd) {
  Folder Here;
  Index I(Here / "index");
  Processes P;
  for (unsigned N = 0; N < 8; ++N)
    P.start([&I, N] {
      return I.add(Build::sideCar(N), Build::symbols(N), {}).isFailure();
    });
  EXPECT_EQ(P.wait(), 0);
  expectComplete(I);
}

TEST(StoreIndex, SurvivesThoseWhoAreKilled) {
  Folder Here;
  Index I(Here / "");
  std::mt19937 Random(5);
  for (unsigned Round = 0; Round < 20; ++Round) {
    Processes P;
    for (unsigned N = 0; N < 8; ++N)
      P.start([&I, N] {
        while (true) {
          I.add(Build::sideCar(N), Build::symbols(N), {});
          I.add(Build::sideCar(N), {}, Build::symbols(N));
        }
        return 0;
      });
    usleep(Random() % 20000);
    P.kill();
    P.wait();
    expectWhole(Here, I);
  }
  for (unsigned N = 0; N < 8; ++N)
    EXPECT_FALSE(I.add(Build::sideCar(N), Build::symbols(N), {}).isFailure());
  expectComplete(I);
}
