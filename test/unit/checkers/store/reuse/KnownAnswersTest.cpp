// Answers that outlive a run.

#include "test/support/ModuleBuilder.h"

#include "checkers/store/reuse/KnownAnswers.h"

#include <gtest/gtest.h>

#include <random>

using namespace predabs;

namespace {

/// x < y, y < x and x <= y, for two variables of type \p T.
struct Terms : ir::ModuleBuilder {
  explicit Terms(unsigned Width) {
    const ir::Type *T = M.Ctx.intType(Width, true);
    ir::Function *F =
        M.addFunction("f", M.Ctx.functionType(M.Ctx.voidType(), {T, T}, false));
    const ir::Expr *X =
        M.Ctx.var(addVariable(*F, "x", T, ir::Storage::Parameter));
    const ir::Expr *Y =
        M.Ctx.var(addVariable(*F, "y", T, ir::Storage::Parameter));
    Less = M.Ctx.binary(ir::Op::Lt, X, Y);
    More = M.Ctx.binary(ir::Op::Lt, Y, X);
    NotMore = M.Ctx.binary(ir::Op::Le, X, Y);
    Prove = std::make_unique<RememberingProver>(
        M.Ctx, createZ3Prover(M.Ctx),
        createZ3Prover(M.Ctx, {.Remembers = Memory::None}));
  }

  const ir::Expr *Less, *More, *NotMore;
  std::unique_ptr<RememberingProver> Prove;
};

const Literal Both[] = {{0, true}, {1, true}}, One[] = {{0, true}};

TEST(KnownAnswers, AreNotAskedAgain) {
  AnswerBook Book;
  {
    Terms T(32);
    T.Prove->use(&Book);
    auto Ask = T.Prove->about({T.Less, T.More}, {});
    EXPECT_EQ(Ask->possible(Both), Answer::No);
    EXPECT_EQ(Ask->possible(One), Answer::Yes);
    EXPECT_GT(T.Prove->askedWithBook(), 0u);
  }
  std::optional<AnswerBook> Read = decodeAnswers(encode(Book));
  ASSERT_TRUE(Read);
  EXPECT_EQ(*Read, Book);
  Terms T(32);
  T.Prove->use(&*Read);
  auto Ask = T.Prove->about({T.Less, T.More}, {});
  EXPECT_EQ(Ask->possible(Both), Answer::No);
  EXPECT_EQ(Ask->core().size(), 2u);
  EXPECT_EQ(Ask->possible(One), Answer::Yes);
  EXPECT_EQ(Ask->witness(), std::vector<bool>({true, false}));
  EXPECT_EQ(T.Prove->statistics().Asked, 0u);
  EXPECT_EQ(T.Prove->statistics().Kept, 2u);
}

// Whoever was there before, what is asked costs the same, and so does what is
// asked without a book.
TEST(KnownAnswers, CostTheSameFromABook) {
  AnswerBook Book;
  uint64_t Work[2];
  for (uint64_t &W : Work) {
    Terms T(32);
    T.Prove->use(&Book);
    auto Ask = T.Prove->about({T.Less, T.More}, {});
    for (Literal L : {Both[0], Both[1], !Both[0], !Both[1]})
      Ask->possible({{L}});
    Ask->possible(Both);
    T.Prove->use(nullptr);
    T.Prove->about({T.More}, {{T.Less}, {}})->possible(One);
    W = T.Prove->statistics().work();
  }
  EXPECT_EQ(Work[0], Work[1]);
  EXPECT_GT(Work[0], 0u);
}

TEST(KnownAnswers, AreAboutTypesToo) {
  AnswerBook Book;
  Terms Wide(32), Narrow(16);
  Wide.Prove->use(&Book);
  Wide.Prove->about({Wide.Less, Wide.More}, {})->possible(Both);
  Narrow.Prove->use(&Book);
  Narrow.Prove->about({Narrow.Less, Narrow.More}, {})->possible(Both);
  EXPECT_EQ(Narrow.Prove->statistics().Kept, 0u);
  EXPECT_EQ(Book.Known.size(), 2u);
}

// SOUND: `x <= y` without `x < y` is possible, the other way round it is not.
TEST(KnownAnswers, AreAboutOperatorsToo) {
  AnswerBook Book;
  Terms T(32);
  T.Prove->use(&Book);
  Literal NoLess[] = {{0, true}, {1, false}};
  EXPECT_EQ(T.Prove->about({T.NotMore, T.Less}, {})->possible(NoLess),
            Answer::Yes);
  EXPECT_EQ(T.Prove->about({T.Less, T.NotMore}, {})->possible(NoLess),
            Answer::No);
  EXPECT_EQ(Book.Known.size(), 2u);
}

TEST(KnownAnswers, WhatIsClearIsCounted) {
  AnswerBook Book;
  Terms T(32);
  T.Prove->use(&Book);
  auto Ask = T.Prove->about({T.Less, T.More}, {});
  Ask->possible(Both);
  EXPECT_EQ(T.Prove->statistics().Remembered, 0u);
  Ask->possible(Both);
  EXPECT_EQ(T.Prove->statistics().Remembered, 1u);
  EXPECT_EQ(T.Prove->statistics().Asked, 1u);
}

TEST(KnownAnswers, AreAboutTheSituationToo) {
  AnswerBook Book;
  Terms T(32);
  T.Prove->use(&Book);
  EXPECT_EQ(T.Prove->about({T.Less}, {})->possible(One), Answer::Yes);
  EXPECT_EQ(T.Prove->about({T.Less}, {{T.More}, {}})->possible(One),
            Answer::No);
  EXPECT_EQ(Book.Known.size(), 2u);
  // With x for y and y for x it is the same question.
  T.Prove->about({T.More, T.Less}, {})->possible(One);
  T.Prove->about({T.Less, T.More}, {})->possible(One);
  EXPECT_EQ(Book.Known.size(), 3u);
  T.Prove->about({T.Less, T.Less}, {})->possible(One);
  EXPECT_EQ(Book.Known.size(), 4u);
}

TEST(KnownAnswers, WithoutABookNothingIsKept) {
  Terms T(32);
  EXPECT_EQ(T.Prove->about({T.Less}, {})->possible(One), Answer::Yes);
  EXPECT_EQ(T.Prove->statistics().Kept, 0u);
  EXPECT_EQ(T.Prove->askedWithBook(), 0u);
}

AnswerBook rich() {
  AnswerBook B;
  B.Known[keyOf("a")] = {Answer::Yes, {true, false, true}, {}};
  B.Known[keyOf("b")] = {Answer::No, {}, {{0, true}, {12, false}}};
  B.Known[keyOf("c")] = {Answer::Unknown, {}, {}};
  return B;
}

TEST(KnownAnswers, AreReadAsTheyWereWritten) {
  AnswerBook Book = rich();
  for (uint32_t Term : {0u, 9u, 10u, 99u, 1234567890u})
    Book.Known[keyOf(std::to_string(Term))] = {Answer::No, {}, {{Term, true}}};
  std::optional<AnswerBook> Read = decodeAnswers(encode(Book));
  ASSERT_TRUE(Read);
  EXPECT_EQ(*Read, Book);
}

TEST(KnownAnswers, AnAnswerThatCannotBeOneIsNotTaken) {
  AnswerBook Book;
  Terms T(32);
  T.Prove->use(&Book);
  T.Prove->about({T.Less, T.More}, {})->possible(Both);
  // As a hostile file might have it.
  for (auto &[Question, E] : Book.Known)
    E = {Answer::Yes, {true}, {}};
  EXPECT_EQ(T.Prove->about({T.Less, T.More}, {})->possible(Both), Answer::No);
  for (auto &[Question, E] : Book.Known)
    E = {Answer::No, {}, {{77, true}}};
  auto Ask = T.Prove->about({T.Less, T.More}, {});
  EXPECT_EQ(Ask->possible(Both), Answer::No);
  EXPECT_EQ(Ask->core().size(), 2u);
}

TEST(KnownAnswers, DamageIsNoticed) {
  std::string Bytes = encode(rich());
  ASSERT_TRUE(decodeAnswers(Bytes));
  for (size_t I = 0; I < Bytes.size() * 8; ++I) {
    std::string Bad = Bytes;
    Bad[I / 8] = char(Bad[I / 8] ^ (1 << I % 8));
    EXPECT_FALSE(decodeAnswers(Bad));
  }
  for (size_t I = 0; I < Bytes.size(); ++I)
    EXPECT_FALSE(decodeAnswers(Bytes.substr(0, I)));
}

TEST(KnownAnswers, SurvivesDamageWithAGoodChecksum) {
  std::string Bytes = encode(rich());
  size_t Start = Bytes.find('\n') + 34;
  std::mt19937_64 Random(1);
  for (unsigned I = 0; I < 5000; ++I) {
    std::string Body = Bytes.substr(Start);
    for (unsigned N = 0; N <= Random() % 3; ++N)
      Body[Random() % Body.size()] = " +-01\n9af\xff"[Random() % 10];
    std::string Bad =
        Bytes.substr(0, Start - 33) + keyOf(Body).str() + "\n" + Body;
    if (std::optional<AnswerBook> Book = decodeAnswers(Bad)) {
      EXPECT_EQ(*decodeAnswers(encode(*Book)), *Book);
    }
  }
}

} // namespace
