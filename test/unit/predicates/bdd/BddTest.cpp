// The BDD handle against truth tables.

#include "predicates/bdd/Bdd.h"
#include "predicates/bdd/Cover.h"

#include <bitset>
#include <gtest/gtest.h>
#include <random>

using namespace predabs;

namespace {

constexpr unsigned NumVars = 10;
using Table = std::bitset<1 << NumVars>;

bool bit(unsigned Row, BddVar V) { return Row >> V & 1; }

Table tableOfVar(BddVar V) {
  Table T;
  for (unsigned Row = 0; Row < T.size(); ++Row)
    T[Row] = bit(Row, V);
  return T;
}

Table existsTable(const Table &T, BddVar V) {
  Table R;
  for (unsigned Row = 0; Row < T.size(); ++Row)
    R[Row] = T[Row | 1u << V] || T[Row & ~(1u << V)];
  return R;
}

void expectEqual(const Bdd &B, const Table &T) {
  ASSERT_TRUE(B.isValid());
  for (unsigned Row = 0; Row < T.size(); ++Row) {
    std::vector<bool> Values(NumVars);
    for (BddVar V = 0; V < NumVars; ++V)
      Values[V] = bit(Row, V);
    ASSERT_EQ(B.contains(Values), T[Row]) << "row " << Row;
  }
}

/// The same random set in both forms.
struct Twin {
  Bdd B;
  Table T;
};

class Random {
public:
  explicit Random(BddSpace &Space, unsigned Seed)
      : Space(Space), Engine(Seed) {}

  unsigned below(unsigned N) { return unsigned(Engine() % N); }

  Twin set(unsigned Depth = 6) {
    if (Depth == 0) {
      BddVar V = below(NumVars);
      return {Space.var(V), tableOfVar(V)};
    }
    Twin A = set(Depth - 1), C = set(Depth - 1);
    switch (below(5)) {
    case 0:
      return {A.B & C.B, A.T & C.T};
    case 1:
      return {A.B | C.B, A.T | C.T};
    case 2:
      return {A.B ^ C.B, A.T ^ C.T};
    case 3:
      return {A.B.iff(C.B), ~(A.T ^ C.T)};
    default:
      return {!A.B - C.B, ~A.T & ~C.T};
    }
  }

private:
  BddSpace &Space;
  std::mt19937 Engine;
};

bool satisfies(unsigned Row, const BddLiterals &Cube) {
  for (auto [V, Value] : Cube)
    if (bit(Row, V) != Value)
      return false;
  return true;
}

Table tableOf(const BddCover &Cover) {
  Table T;
  for (unsigned Row = 0; Row < T.size(); ++Row)
    for (const BddLiterals &Cube : Cover)
      if (satisfies(Row, Cube))
        T[Row] = true;
  return T;
}

} // namespace

TEST(Bdd, AgreesWithTruthTables) {
  BddSpace Space(100'000);
  Space.addBlock(NumVars);
  for (unsigned Seed = 0; Seed < 60; ++Seed) {
    Random R(Space, Seed);
    Twin A = R.set(), C = R.set(), D = R.set(3);
    expectEqual(A.B, A.T);
    expectEqual(A.B.ite(C.B, D.B), (A.T & C.T) | (~A.T & D.T));
    BddVar X = R.below(NumVars), Y = (X + 1) % NumVars;
    Bdd Cube = Space.cube({X, Y});
    expectEqual(A.B.exists(Cube), existsTable(existsTable(A.T, X), Y));
    expectEqual(A.B.forall(Cube), ~existsTable(existsTable(~A.T, X), Y));
    expectEqual(A.B.andExists(C.B, Cube),
                existsTable(existsTable(A.T & C.T, X), Y));
    EXPECT_EQ(A.B.isSubsetOf(C.B), (A.T & ~C.T).none());
    EXPECT_EQ(A.B.intersects(C.B), (A.T & C.T).any());
    EXPECT_EQ(A.B.isFalse(), A.T.none());
    EXPECT_EQ(A.B.isTrue(), A.T.all());
    EXPECT_EQ(A.B.count(NumVars), double(A.T.count()));
    if (C.T.any()) {
      EXPECT_EQ(A.B.constrain(C.B) & C.B, A.B & C.B);
    }
  }
}

TEST(Bdd, Renames) {
  BddSpace Space(100'000);
  Space.addBlock(NumVars);
  for (unsigned Seed = 0; Seed < 60; ++Seed) {
    Random R(Space, Seed);
    Twin A = R.set();
    BddRenaming Swap;
    Swap.add(2, 7);
    Swap.add(7, 2);
    Table Swapped, Fixed;
    for (unsigned Row = 0; Row < A.T.size(); ++Row) {
      unsigned Rest = Row & ~(1u << 2 | 1u << 7);
      Swapped[Row] =
          A.T[Rest | unsigned(bit(Row, 7)) << 2 | unsigned(bit(Row, 2)) << 7];
      Fixed[Row] = A.T[(Row | 1u << 3) & ~(1u << 5)];
    }
    expectEqual(A.B.rename(Swap), Swapped);
    expectEqual(A.B.cofactor({{3, true}, {5, false}}), Fixed);
  }
}

TEST(Bdd, FindsSupportAndValuations) {
  BddSpace Space(100'000);
  Space.addBlock(NumVars);
  std::vector<BddVar> All;
  for (BddVar V = 0; V < NumVars; ++V)
    All.push_back(V);
  for (unsigned Seed = 0; Seed < 60; ++Seed) {
    Random R(Space, Seed);
    Twin A = R.set();
    std::vector<BddVar> Support;
    for (BddVar V : All)
      if (existsTable(A.T, V) != A.T || ~existsTable(~A.T, V) != A.T)
        Support.push_back(V);
    EXPECT_EQ(A.B.support(), Support);
    auto One = A.B.pickOne(All);
    ASSERT_EQ(One.has_value(), A.T.any());
    if (One) {
      EXPECT_TRUE(Space.cube(*One).isSubsetOf(A.B));
    }
  }
}

TEST(Bdd, CoversAreExactAndIrredundant) {
  BddSpace Space(100'000);
  Space.addBlock(NumVars);
  for (unsigned Seed = 0; Seed < 14; ++Seed) {
    Random R(Space, Seed);
    Twin A = R.set(Seed % 7);
    auto Cover = irredundantCover(A.B, A.B, 10'000);
    ASSERT_TRUE(Cover);
    ASSERT_EQ(tableOf(*Cover), A.T);
    for (size_t C = 0; C < Cover->size(); ++C) {
      BddCover Less = *Cover;
      Less.erase(Less.begin() + C);
      EXPECT_NE(tableOf(Less), A.T);
      for (size_t L = 0; L < (*Cover)[C].size(); ++L) {
        BddCover Wider = *Cover;
        Wider[C].erase(Wider[C].begin() + L);
        EXPECT_NE(tableOf(Wider), A.T);
      }
    }
  }
}

TEST(Bdd, CoversHaveALimit) {
  BddSpace Space(100'000);
  Space.addBlock(NumVars);
  Bdd Parity = Space.constant(false);
  for (BddVar V = 0; V < NumVars; ++V)
    Parity = Parity ^ Space.var(V);
  EXPECT_FALSE(irredundantCover(Parity, Parity, 511));
  EXPECT_TRUE(irredundantCover(Parity, Parity, 512));
}

/// Pairs (x, y) of equal numbers, exponential where all of x comes first.
static Bdd equalNumbers(BddSpace &Space, BddVar X, BddVar Y, unsigned Bits) {
  Bdd Result = Space.constant(true);
  for (unsigned B = 0; B < Bits; ++B)
    Result &= Space.var(X + B).iff(Space.var(Y + B));
  return Result;
}

TEST(Bdd, LimitMakesInvalidAndStays) {
  BddSpace Space(1000);
  for (unsigned B = 0; B < 40; ++B)
    Space.addBlock(1);
  Bdd Fine = Space.var(0) & Space.var(1);
  Bdd Big = equalNumbers(Space, 0, 20, 20);
  EXPECT_FALSE(Big.isValid());
  EXPECT_TRUE(Space.isExhausted());
  EXPECT_FALSE((Big | Fine).isValid());
  EXPECT_FALSE((Fine & Fine).isValid());
  EXPECT_FALSE(Space.var(3).isValid());
  EXPECT_FALSE(Big.exists(Fine).isValid());
  EXPECT_FALSE(Big.isFalse());
  EXPECT_FALSE(Big.isTrue());
  EXPECT_FALSE(Big == Big);
  EXPECT_EQ(Big.nodeCount(), 0u);
  EXPECT_FALSE(Big.pickOne({0}));
  EXPECT_TRUE(Big.support().empty());
  EXPECT_TRUE(Fine.isValid());
}

TEST(Bdd, AnyLimitIsSurvived) {
  for (unsigned Limit = 0; Limit < 4000; Limit += 37) {
    BddSpace Space(Limit);
    for (unsigned B = 0; B < 24; ++B)
      Space.addBlock(1);
    Space.reorderFrom(500);
    Bdd Equal = equalNumbers(Space, 0, 12, 12);
    EXPECT_EQ(Equal.isValid(), !Space.isExhausted());
    EXPECT_LE(Space.liveNodes(), Limit + 1100u);
  }
}

TEST(Bdd, ReorderingKeepsSetsAndSavesNodes) {
  BddSpace Space(1'000'000);
  for (unsigned B = 0; B < 28; ++B)
    Space.addBlock(1);
  Space.reorderFrom(2000);
  Bdd Equal = equalNumbers(Space, 0, 14, 14);
  ASSERT_TRUE(Equal.isValid());
  EXPECT_GT(Space.reorderings(), 0u);
  Space.reorder();
  EXPECT_LT(Equal.nodeCount(), 200u);
  EXPECT_EQ(Equal.count(28), double(1 << 14));
  EXPECT_EQ(Equal.topVariable() % 14,
            Equal.cofactor({{Equal.topVariable(), true}}).topVariable() % 14);
}

TEST(Bdd, BlocksStayTogether) {
  BddSpace Space(1'000'000);
  std::vector<BddVar> Blocks;
  for (unsigned B = 0; B < 14; ++B)
    Blocks.push_back(Space.addBlock(3));
  Bdd Cross = Space.constant(true);
  for (unsigned B = 0; B < 7; ++B)
    Cross &= Space.var(Blocks[B]).iff(Space.var(Blocks[B + 7] + 1));
  Space.reorder();
  // In a chain through a block its three variables follow each other.
  for (BddVar Block : Blocks) {
    Bdd Chain = Space.cube({Block, Block + 1, Block + 2, Blocks[0]});
    if (Block != Blocks[0]) {
      BddVar Top = Chain.topVariable();
      EXPECT_TRUE(Top == Block || Top == Blocks[0]);
    }
  }
}

TEST(Bdd, ReleasesWhatItHeld) {
  BddSpace Space(100'000);
  Space.addBlock(NumVars);
  unsigned Before = Space.referencedNodes();
  {
    Random R(Space, 1);
    Twin A = R.set();
    Bdd Copy = A.B, Moved = std::move(A.B);
    Copy = Moved & Copy;
    EXPECT_GT(Space.referencedNodes(), Before);
  }
  EXPECT_EQ(Space.referencedNodes(), Before);
}
