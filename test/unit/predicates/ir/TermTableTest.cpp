// What is noted about terms, few and many.

#include "predicates/ir/TermTable.h"
#include "predicates/ir/Terms.h"
#include "test/support/ModuleBuilder.h"

#include <gtest/gtest.h>

using namespace predabs::ir;

namespace {

TEST(TermTable, KeepsWhatIsNotedAsItGrows) {
  ModuleBuilder B;
  TermTable<int> Notes;
  TermSet Seen;
  constexpr int Many = 5000;
  for (int I = 0; I < Many; ++I) {
    auto [Note, IsNew] = Notes.insert(B.num(I));
    EXPECT_TRUE(IsNew);
    EXPECT_EQ(Note, 0);
    Note = I + 1;
    EXPECT_TRUE(Seen.insert(B.num(I)));
  }
  for (int I = 0; I < Many; ++I) {
    EXPECT_EQ(Notes.at(B.num(I)), I + 1);
    EXPECT_FALSE(Notes.insert(B.num(I)).second);
    EXPECT_FALSE(Seen.insert(B.num(I)));
    EXPECT_FALSE(Seen.contains(B.num(Many + I)));
  }
}

TEST(Terms, ComeOnceAndOperandsFirst) {
  ModuleBuilder B;
  B.begin("f", B.I32);
  const Expr *X = B.local("x", B.I32), *Sum = X;
  for (int I = 0; I < 200; ++I) // as a tree it has 2^200 leaves
    Sum = B.bin(Op::Mul, Sum, B.add(Sum, X));
  std::vector<const Expr *> All = termsOf(Sum);
  TermSet Seen;
  for (const Expr *E : All) {
    for (unsigned I = 0; I < E->numOperands(); ++I)
      EXPECT_TRUE(Seen.contains(E->operand(I)));
    EXPECT_TRUE(Seen.insert(E));
  }
  EXPECT_EQ(All.back(), Sum);
  EXPECT_EQ(All.size(), 401u);
  EXPECT_EQ(placesRead(Sum), std::vector<const Expr *>{X});
}

} // namespace
