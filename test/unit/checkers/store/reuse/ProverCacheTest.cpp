// Answers that outlive a run.

#include "test/support/ModuleBuilder.h"

#include "checkers/store/reuse/ProverCache.h"

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
    Prove = std::make_unique<CachingProver>(
        M.Ctx, createZ3Prover(M.Ctx),
        createZ3Prover(M.Ctx, {.Remembers = Memory::None}));
  }

  const ir::Expr *Less, *More, *NotMore;
  std::unique_ptr<CachingProver> Prove;
};

const Literal Both[] = {{0, true}, {1, true}}, One[] = {{0, true}};

TEST(ProverCache, AreNotAskedAgain) {
  ProverCache Cache;
  {
    Terms T(32);
    T.Prove->use(&Cache);
    auto Ask = T.Prove->about({T.Less, T.More}, {});
    EXPECT_EQ(Ask->possible(Both), Answer::No);
    EXPECT_EQ(Ask->possible(One), Answer::Yes);
    EXPECT_GT(T.Prove->askedWithCache(), 0u);
  }
  std::optional<ProverCache> Read = decodeProverCache(encode(Cache));
  ASSERT_TRUE(Read);
  EXPECT_EQ(*Read, Cache);
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
// asked without a cache.
TEST(ProverCache, CostTheSameFromACache) {
  ProverCache Cache;
  uint64_t Work[2];
  for (uint64_t &W : Work) {
    Terms T(32);
    T.Prove->use(&Cache);
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

TEST(ProverCache, AreAboutTypesToo) {
  ProverCache Cache;
  Terms Wide(32), Narrow(16);
  Wide.Prove->use(&Cache);
  Wide.Prove->about({Wide.Less, Wide.More}, {})->possible(Both);
  Narrow.Prove->use(&Cache);
  Narrow.Prove->about({Narrow.Less, Narrow.More}, {})->possible(Both);
  EXPECT_EQ(Narrow.Prove->statistics().Kept, 0u);
  EXPECT_EQ(Cache.Known.size(), 2u);
}

// SOUND: `x <= y` without `x < y` is possible, the other way round it is not.
TEST(ProverCache, AreAboutOperatorsToo) {
  ProverCache Cache;
  Terms T(32);
  T.Prove->use(&Cache);
  Literal NoLess[] = {{0, true}, {1, false}};
  EXPECT_EQ(T.Prove->about({T.NotMore, T.Less}, {})->possible(NoLess),
            Answer::Yes);
  EXPECT_EQ(T.Prove->about({T.Less, T.NotMore}, {})->possible(NoLess),
            Answer::No);
  EXPECT_EQ(Cache.Known.size(), 2u);
}

TEST(ProverCache, WhatIsClearIsCounted) {
  ProverCache Cache;
  Terms T(32);
  T.Prove->use(&Cache);
  auto Ask = T.Prove->about({T.Less, T.More}, {});
  Ask->possible(Both);
  EXPECT_EQ(T.Prove->statistics().Remembered, 0u);
  Ask->possible(Both);
  EXPECT_EQ(T.Prove->statistics().Remembered, 1u);
  EXPECT_EQ(T.Prove->statistics().Asked, 1u);
}

TEST(ProverCache, AreAboutTheSituationToo) {
  ProverCache Cache;
  Terms T(32);
  T.Prove->use(&Cache);
  EXPECT_EQ(T.Prove->about({T.Less}, {})->possible(One), Answer::Yes);
  EXPECT_EQ(T.Prove->about({T.Less}, {{T.More}, {}})->possible(One),
            Answer::No);
  EXPECT_EQ(Cache.Known.size(), 2u);
  // With x for y and y for x it is the same question.
  T.Prove->about({T.More, T.Less}, {})->possible(One);
  T.Prove->about({T.Less, T.More}, {})->possible(One);
  EXPECT_EQ(Cache.Known.size(), 3u);
  T.Prove->about({T.Less, T.Less}, {})->possible(One);
  EXPECT_EQ(Cache.Known.size(), 4u);
}

TEST(ProverCache, WithoutABookNothingIsKept) {
  Terms T(32);
  EXPECT_EQ(T.Prove->about({T.Less}, {})->possible(One), Answer::Yes);
  EXPECT_EQ(T.Prove->statistics().Kept, 0u);
  EXPECT_EQ(T.Prove->askedWithCache(), 0u);
}

ProverCache rich() {
  ProverCache B;
  B.Known[keyOf("a")] = {Answer::Yes, {true, false, true}, {}};
  B.Known[keyOf("b")] = {Answer::No, {}, {{0, true}, {12, false}}};
  B.Known[keyOf("c")] = {Answer::Unknown, {}, {}};
  return B;
}

TEST(ProverCache, AreReadAsTheyWereWritten) {
  ProverCache Cache = rich();
  for (uint32_t Term : {0u, 9u, 10u, 99u, 1234567890u})
    Cache.Known[keyOf(std::to_string(Term))] = {Answer::No, {}, {{Term, true}}};
  std::optional<ProverCache> Read = decodeProverCache(encode(Cache));
  ASSERT_TRUE(Read);
  EXPECT_EQ(*Read, Cache);
}

TEST(ProverCache, AnAnswerThatCannotBeOneIsNotTaken) {
  ProverCache Cache;
  Terms T(32);
  T.Prove->use(&Cache);
  T.Prove->about({T.Less, T.More}, {})->possible(Both);
  // As a hostile file might have it.
  for (auto &[Question, E] : Cache.Known)
    E = {Answer::Yes, {true}, {}};
  EXPECT_EQ(T.Prove->about({T.Less, T.More}, {})->possible(Both), Answer::No);
  for (auto &[Question, E] : Cache.Known)
    E = {Answer::No, {}, {{77, true}}};
  auto Ask = T.Prove->about({T.Less, T.More}, {});
  EXPECT_EQ(Ask->possible(Both), Answer::No);
  EXPECT_EQ(Ask->core().size(), 2u);
}

TEST(ProverCache, DamageIsNoticed) {
  std::string Bytes = encode(rich());
  ASSERT_TRUE(decodeProverCache(Bytes));
  for (size_t I = 0; I < Bytes.size() * 8; ++I) {
    std::string Bad = Bytes;
    Bad[I / 8] = char(Bad[I / 8] ^ (1 << I % 8));
    EXPECT_FALSE(decodeProverCache(Bad));
  }
  for (size_t I = 0; I < Bytes.size(); ++I)
    EXPECT_FALSE(decodeProverCache(Bytes.substr(0, I)));
}

TEST(ProverCache, SurvivesDamageWithAGoodChecksum) {
  std::string Bytes = encode(rich());
  size_t Start = Bytes.find('\n') + 34;
  std::mt19937_64 Random(1);
  for (unsigned I = 0; I < 5000; ++I) {
    std::string Body = Bytes.substr(Start);
    for (unsigned N = 0; N <= Random() % 3; ++N)
      Body[Random() % Body.size()] = " +-01\n9af\xff"[Random() % 10];
    std::string Bad =
        Bytes.substr(0, Start - 33) + keyOf(Body).str() + "\n" + Body;
    if (std::optional<ProverCache> Cache = decodeProverCache(Bad)) {
      EXPECT_EQ(*decodeProverCache(encode(*Cache)), *Cache);
    }
  }
}

} // namespace
