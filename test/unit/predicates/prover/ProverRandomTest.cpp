// The prover against brute force, on random terms.
//
// Over a few integers of two to four bits, all states are enumerated: each
// answer must be right, each witness must belong to a state, each core must be
// impossible. Over pointers and memory, states are drawn at random: what is
// true in a state must be possible. PREDABS_RANDOM_TERMS=N takes N lists of
// terms for each setting in place of 120.

#include "predicates/ir/Print.h"
#include "predicates/prover/Prover.h"
#include "test/support/ConcreteState.h"
#include "test/support/RandomTerms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

using namespace predabs;

namespace {

unsigned numLists() {
  const char *Wanted = std::getenv("PREDABS_RANDOM_TERMS");
  return Wanted ? unsigned(std::atoi(Wanted)) : 120;
}

struct Setting {
  Arithmetic How;
  Operations Allowed;
  bool WrapSigned;
};

std::string nameOf(const testing::TestParamInfo<Setting> &I) {
  std::string Name = I.param.How == Arithmetic::Bits ? "Bits" : "Cheapest";
  Name += I.param.Allowed == Operations::All ? "All" : "Linear";
  return Name + (I.param.WrapSigned ? "Wrapping" : "");
}

/// The truth values of terms in a state, where they have one.
using Truth = std::vector<std::optional<bool>>;

Truth truthOf(const ConcreteState &S, const std::vector<const ir::Expr *> &T) {
  Truth Result;
  for (const ir::Expr *E : T) {
    auto V = evaluate(S, E, Meaning::Formula);
    Result.push_back(V ? std::optional(*V != 0) : std::nullopt);
  }
  return Result;
}

bool isAllowed(const ConcreteState &S, const Situation &Where) {
  for (const ir::Expr *E : Where.Facts)
    if (evaluate(S, E, Meaning::Formula) != ir::UInt128(1))
      return false;
  for (const ir::Expr *E : Where.Evaluated)
    if (!isDefined(S, E, Meaning::Program))
      return false;
  return true;
}

bool agrees(const Truth &T, const std::vector<Literal> &Literals) {
  for (Literal L : Literals)
    if (T[L.Term].value_or(L.Value) != L.Value)
      return false;
  return true;
}

std::string describe(const std::vector<const ir::Expr *> &Terms,
                     const Situation &Where,
                     const std::vector<Literal> &Asked) {
  std::string Text = "asked:";
  for (Literal L : Asked)
    Text += "\n  " + std::string(L.Value ? "" : "not ") + print(Terms[L.Term]);
  Text += "\nfacts:";
  for (const ir::Expr *E : Where.Facts)
    Text += "\n  " + print(E);
  Text += "\nevaluated:";
  for (const ir::Expr *E : Where.Evaluated)
    Text += "\n  " + print(E);
  return Text;
}

class ProverRandomTest : public testing::TestWithParam<Setting> {
protected:
  ProverRandomTest() : M(target()) {
    F = M.addFunction("f", M.Ctx.functionType(M.Ctx.voidType(), {}, false));
  }
  static ir::Target target() {
    ir::Target T;
    T.PointerBytes = 2;
    T.WrapSigned = GetParam().WrapSigned;
    return T;
  }
  const ir::Expr *variable(const ir::Type *T,
                           ir::Storage Kind = ir::Storage::Local) {
    return M.Ctx.var(addVariable(*F, "v", T, Kind));
  }
  std::unique_ptr<Prover> prover() {
    return createZ3Prover(M.Ctx, {0, GetParam().How});
  }
  static std::vector<Literal> someLiterals(RandomTerms &R, size_t NumTerms) {
    std::vector<Literal> Result;
    for (uint32_t I = 0; I < NumTerms; ++I)
      if (R.below(2))
        Result.push_back({I, R.below(2) == 0});
    return Result;
  }
  void askAbout(Prover &P, const std::vector<const ir::Expr *> &Terms,
                const Situation &Where, const std::vector<Truth> &States,
                RandomTerms &R);

  ir::Module M;
  ir::Function *F;
};

INSTANTIATE_TEST_SUITE_P(
    , ProverRandomTest,
    testing::Values(Setting{Arithmetic::Cheapest, Operations::Linear, false},
                    Setting{Arithmetic::Cheapest, Operations::Linear, true},
                    Setting{Arithmetic::Cheapest, Operations::All, false},
                    Setting{Arithmetic::Bits, Operations::All, false},
                    Setting{Arithmetic::Bits, Operations::All, true},
                    Setting{Arithmetic::Bits, Operations::Linear, false}),
    nameOf);

void ProverRandomTest::askAbout(Prover &P,
                                const std::vector<const ir::Expr *> &Terms,
                                const Situation &Where,
                                const std::vector<Truth> &States,
                                RandomTerms &R) {
  auto Q = P.about(Terms, Where);
  auto IsPossible = [&](const std::vector<Literal> &Asked) {
    return std::any_of(States.begin(), States.end(),
                       [&](const Truth &T) { return agrees(T, Asked); });
  };
  for (int I = 0; I < 12; ++I) {
    std::vector<Literal> Asked = someLiterals(R, Terms.size());
    SCOPED_TRACE(describe(Terms, Where, Asked));
    Answer Expected = IsPossible(Asked) ? Answer::Yes : Answer::No;
    ASSERT_EQ(Q->possible(Asked), Expected);
    if (Expected == Answer::No) {
      ASSERT_FALSE(IsPossible(Q->core()));
      ASSERT_TRUE(std::is_sorted(Q->core().begin(), Q->core().end()));
      ASSERT_TRUE(std::includes(Asked.begin(), Asked.end(), Q->core().begin(),
                                Q->core().end()));
      continue;
    }
    std::vector<Literal> All;
    for (uint32_t T = 0; T < Terms.size(); ++T)
      All.push_back({T, Q->witness()[T]});
    ASSERT_TRUE(IsPossible(All));
    ASSERT_TRUE(
        std::includes(All.begin(), All.end(), Asked.begin(), Asked.end()));
  }
}

TEST_P(ProverRandomTest, EveryAnswerOverTinyIntegers) {
  ir::Context &C = M.Ctx;
  auto P = prover();
  for (unsigned Seed = 0; Seed < numLists(); ++Seed) {
    std::vector<const ir::Expr *> Vars;
    RandomTerms Types(C, {}, Seed, GetParam().Allowed);
    for (int I = 0; I < 2; ++I)
      Vars.push_back(variable(C.intType(2 + Types.below(3), Types.below(2))));
    Vars.push_back(
        variable(Types.below(2) ? C.boolType() : C.intType(1, true)));
    RandomTerms R(C, Vars, Seed, GetParam().Allowed);
    std::vector<const ir::Expr *> Terms;
    for (int I = 0; I < 5; ++I)
      Terms.push_back(R.below(16) ? R.boolean(1 + R.below(4)) : R.tower(30));
    Situation Where;
    if (R.below(2))
      Where.Facts.push_back(R.boolean(2));
    if (R.below(2))
      Where.Evaluated.push_back(R.ofType(R.someType(), 3));

    std::vector<Truth> States;
    ConcreteState S(C.target());
    unsigned NumBits = 0;
    for (const ir::Expr *V : Vars) {
      S.Addresses[V->variable()] = 16 + S.Addresses.size();
      NumBits += V->type()->width();
    }
    for (uint32_t Bits = 0; Bits >> NumBits == 0; ++Bits) {
      uint32_t Rest = Bits;
      for (const ir::Expr *V : Vars) {
        S.write(S.Addresses[V->variable()], 1,
                ir::truncateTo(Rest, V->type()->width()));
        Rest >>= V->type()->width();
      }
      if (isAllowed(S, Where))
        States.push_back(truthOf(S, Terms));
    }
    askAbout(*P, Terms, Where, States, R);
    if (HasFatalFailure())
      return;
  }
}

/// Records, arrays and pointers to them, some of which point to variables.
class MemoryStates {
public:
  MemoryStates(ir::Module &M, ir::Function &F, uint64_t Seed)
      : Ctx(M.Ctx), Random(Seed) {
    const ir::Type *I8 = Ctx.intType(8, true), *U8 = Ctx.intType(8, false);
    const ir::Type *U16 = Ctx.intType(16, false);
    const ir::Type *Node = Ctx.recordType("node");
    if (!Node->isComplete())
      Ctx.completeRecord(Node, false,
                         {{"a", I8, 0},
                          {"b", U8, 8},
                          {"low", U8, 16, 3},
                          {"high", I8, 19, 4},
                          {"next", Ctx.pointerType(Node), 32}},
                         6, 2);
    const ir::Expr *Byte = add(F, I8), *Index = add(F, U8), *N = add(F, Node);
    const ir::Expr *Array = add(F, Ctx.arrayType(I8, 3));
    const ir::Expr *P = add(F, Ctx.pointerType(Node));
    const ir::Expr *Q = add(F, Ctx.pointerType(Node));
    const ir::Expr *B = add(F, Ctx.pointerType(I8));
    const ir::Expr *C = add(F, Ctx.pointerType(U8));
    Logical = Ctx.var(addVariable(F, "l", I8, ir::Storage::Logical));
    Places = {Byte,
              Index,
              Ctx.index(Array, Index),
              Logical,
              Ctx.index(Array, Ctx.intConst(I8, 1)),
              Ctx.deref(B),
              Ctx.deref(C),
              P,
              Q,
              B,
              C,
              Ctx.addrOf(N),
              Ctx.addrOf(Byte),
              Ctx.addrOf(Ctx.index(Array, Index)),
              Ctx.addrOf(Ctx.field(Ctx.deref(P), 0)),
              add(F, U16)};
    for (uint32_t I = 0; I < 5; ++I)
      for (const ir::Expr *Of : {N, Ctx.deref(P), Ctx.deref(Q)})
        Places.push_back(Ctx.field(Of, I));
  }

  ConcreteState next() {
    ConcreteState S(Ctx.target());
    uint64_t End = 1 + Random() % 5;
    for (const ir::Expr *V : Vars) {
      S.Addresses[V->variable()] = End;
      End += V->type()->size() + Random() % 3;
    }
    // Small numbers: equal ones, and pointers to variables, are then frequent.
    for (uint64_t At = 0; At < 2 * End; ++At)
      S.Memory[At] = uint8_t(Random() % (Random() % 2 ? 4 : 256));
    for (const ir::Expr *V : Vars)
      if (V->type()->isPointer())
        S.write(S.Addresses[V->variable()], 2,
                Random() % 8 ? Random() % End : Random());
    S.Logical[Logical->variable()] = Random() % 4;
    return S;
  }

  std::vector<const ir::Expr *> Places;

private:
  const ir::Expr *add(ir::Function &F, const ir::Type *T) {
    Vars.push_back(Ctx.var(addVariable(F, "v", T, ir::Storage::Local)));
    return Vars.back();
  }

  ir::Context &Ctx;
  std::mt19937_64 Random;
  std::vector<const ir::Expr *> Vars;
  const ir::Expr *Logical = nullptr;
};

TEST_P(ProverRandomTest, WhatIsTrueInAStateIsPossible) {
  auto P = prover();
  for (unsigned Seed = 0; Seed < numLists() / 3; ++Seed) {
    MemoryStates States(M, *F, Seed);
    RandomTerms R(M.Ctx, States.Places, Seed, GetParam().Allowed);
    std::vector<const ir::Expr *> Terms;
    for (int I = 0; I < 8; ++I)
      Terms.push_back(R.boolean(1 + R.below(3)));
    Situation Where;
    Where.Evaluated.push_back(R.ofType(R.someType(), 2));
    auto Q = P->about(Terms, Where);
    for (int I = 0; I < 20; ++I) {
      ConcreteState S = States.next();
      if (!isAllowed(S, Where))
        continue;
      Truth T = truthOf(S, Terms);
      std::vector<Literal> Asked;
      for (uint32_t K = 0; K < Terms.size(); ++K)
        Asked.push_back({K, T[K].value_or(R.below(2) == 0)});
      SCOPED_TRACE(describe(Terms, Where, Asked));
      ASSERT_EQ(Q->possible(Asked), Answer::Yes);
      ASSERT_TRUE(
          agrees(Truth(Q->witness().begin(), Q->witness().end()), Asked));
    }
  }
}

TEST_P(ProverRandomTest, WhatIsTrueOfWideIntegersIsPossible) {
  ir::Context &C = M.Ctx;
  std::vector<const ir::Expr *> Vars;
  for (unsigned Width : {8, 32, 64})
    for (bool Signed : {false, true})
      Vars.push_back(variable(C.intType(Width, Signed)));
  auto P = createZ3Prover(C, {20'000, GetParam().How});
  for (unsigned Seed = 0; Seed < numLists() / 6; ++Seed) {
    RandomTerms R(C, Vars, Seed, GetParam().Allowed);
    std::vector<const ir::Expr *> Terms;
    for (int I = 0; I < 6; ++I)
      Terms.push_back(R.boolean(1 + R.below(3)));
    auto Q = P->about(Terms, {});
    for (int I = 0; I < 5; ++I) {
      ConcreteState S(C.target());
      for (size_t V = 0; V < Vars.size(); ++V) {
        S.Addresses[Vars[V]->variable()] = 16 + 8 * V;
        // Near the ends of some range.
        S.write(16 + 8 * V, 8,
                (ir::UInt128(R.below(2)) << (7 + R.below(57))) + R.below(3) -
                    1);
      }
      Truth T = truthOf(S, Terms);
      std::vector<Literal> Asked;
      for (uint32_t K = 0; K < Terms.size(); ++K)
        if (T[K])
          Asked.push_back({K, *T[K]});
      SCOPED_TRACE(describe(Terms, {}, Asked));
      ASSERT_NE(Q->possible(Asked), Answer::No);
    }
  }
  if (GetParam().Allowed == Operations::Linear)
    EXPECT_LT(P->statistics().Unknown, P->statistics().Asked / 4);
}

} // namespace
