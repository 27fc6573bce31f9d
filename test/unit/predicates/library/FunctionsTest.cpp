// The table of library functions: its columns agree with each other and with
// what the interpreter runs. test/models/table.test holds it against the models
// in C.

#include "predicates/library/Functions.h"
#include "predicates/interpreter/Library.h"

#include <gtest/gtest.h>
#include <set>

using namespace predabs;

namespace {

using Row = LibraryFunction;

TEST(LibraryFunctions, HaveOneRowEach) {
  std::set<std::string_view> Names;
  for (const Row &R : libraryFunctions()) {
    EXPECT_TRUE(Names.insert(R.Name).second) << R.Name;
    EXPECT_EQ(findLibraryFunction(R.Name), &R);
  }
  EXPECT_GT(Names.size(), 300u);
}

TEST(LibraryFunctions, AreRunByTheInterpreterWhereTheySaySo) {
  for (const Row &R : libraryFunctions()) {
    const ir::interp::LibraryRow *Model = ir::interp::findModel(R.Name);
    ASSERT_EQ(R.IsRun, Model != nullptr) << R.Name;
    if (!Model)
      continue;
    EXPECT_EQ(Model->Name, R.Name);
    EXPECT_EQ(Model->Symbolic, R.Symbolic) << R.Name;
    EXPECT_TRUE(Model->Run) << R.Name;
  }
}

/// The columns of the paths and of determined programs are about runs.
TEST(LibraryFunctions, AreFollowedOnlyIfTheyAreRun) {
  for (const Row &R : libraryFunctions()) {
    EXPECT_TRUE(R.IsRun || R.Symbolic == Row::OnPath::No) << R.Name;
    EXPECT_TRUE(R.IsRun || R.Depends == Row::Environment::Any) << R.Name;
  }
}

/// What nobody says anything about needs no row.
TEST(LibraryFunctions, SaySomething) {
  for (const Row &R : libraryFunctions())
    EXPECT_TRUE(R.Gives != Row::Result::Unknown || R.IsRun ||
                R.Modelled != Row::Model::No)
        << R.Name;
}

TEST(LibraryFunctions, SayNoMoreThanIsKnown) {
  for (const Row &R : libraryFunctions())
    if (R.Gives == Row::Result::Unknown) {
      EXPECT_EQ(R.Writes, Row::Written()) << R.Name;
      EXPECT_EQ(R.What, Row::Contents::Bytes) << R.Name;
    }
}

TEST(LibraryFunctions, ArePlainlyNamed) {
  EXPECT_EQ(plainName("__builtin_malloc"), "malloc");
  EXPECT_EQ(plainName("__isoc23_strtol"), "strtol");
  EXPECT_EQ(plainName("__isoc99_sscanf"), "sscanf");
  EXPECT_EQ(plainName("open64"), "open");
  EXPECT_EQ(plainName("hash64"), "hash64");
  EXPECT_EQ(findLibraryFunction("__builtin_malloc"),
            findLibraryFunction("malloc"));
  EXPECT_EQ(findLibraryFunction("__builtin_trap")->Name, "__builtin_trap");
  EXPECT_EQ(findLibraryFunction("nobody_knows"), nullptr);
}

TEST(LibraryVariables, AreKnownByTheirNames) {
  EXPECT_TRUE(isLibraryVariable("optind"));
  EXPECT_FALSE(isLibraryVariable("optional"));
}

} // namespace
