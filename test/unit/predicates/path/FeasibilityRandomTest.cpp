// Random conditions, with values for all variables: the interpreter says
// whether a condition holds, does not, or has no value. The path on which it
// holds is possible in the first case only, and the one on which it does not in
// the second, whether the values are known to the execution of the path or are
// left to the solver.

#include "predicates/interpreter/Interpreter.h"
#include "predicates/ir/Print.h"
#include "predicates/path/Feasibility.h"
#include "test/support/ModuleBuilder.h"
#include "test/support/RandomTerms.h"
#include "test/support/RecordPath.h"

#include <gtest/gtest.h>

using namespace predabs;
using ir::Expr;
using ir::Type;
using ir::UInt128;

namespace {

/// What evaluating a condition gives.
enum class Truth : uint8_t { True, False, Undefined };

/// How the variables get their values.
enum class Values : uint8_t { Assigned, Assumed };

class Condition : ir::ModuleBuilder {
public:
  Condition(uint64_t Seed, Values How, ir::Target T)
      : ModuleBuilder(T), Random(Seed) {
    std::vector<const Type *> Types = {I8,  U8,  I16, I32,         U32,
                                       I64, U64, I32, C.boolType()};
    if (Seed % 4 == 0) {
      Types.push_back(C.intType(128, true));
      Types.push_back(C.intType(128, false));
      Types.push_back(C.intType(17, true));
    }
    F = begin("f", C.voidType(), Types);
    std::vector<const Expr *> Places;
    for (unsigned I = 0; I < Types.size(); ++I) {
      Places.push_back(param(I));
      Chosen.push_back(value(Types[I]));
    }
    RandomTerms Terms(C, Places, Seed, Operations::All);
    What = Terms.boolean(1 + unsigned(Seed % 5));
    for (unsigned I = 0; I < Types.size(); ++I) {
      const Expr *V = C.intConst(Types[I], Chosen[I]);
      if (How == Values::Assigned)
        assign(Places[I], V);
      else
        assume(C.binary(ir::Op::Eq, Places[I], V));
    }
    auto [Then, Else] = branch(What);
    ir::Function *Fail = declare("fail", C.voidType());
    for (ir::BlockId B : {Then, Else}) {
      at(B);
      call(nullptr, Fail, {});
    }
    EXPECT_EQ(verify(M).value_or(""), "");
  }

  Truth run() {
    struct Inputs : ir::RefusingInputs {
      explicit Inputs(std::vector<UInt128> V) : V(std::move(V)) {}
      std::optional<UInt128> value(const ir::ValueRequest &R) override {
        return R.What == ir::ValueRequest::Kind::Parameter
                   ? std::optional(V[Next++])
                   : std::nullopt;
      }
      std::vector<UInt128> V;
      size_t Next = 0;
    } In(Chosen);
    PathRecorder Recorder(100);
    ir::RunOptions O;
    O.Entry = "f";
    O.From = ir::RunFrom::Entry;
    O.Inputs = &In;
    O.Observer = &Recorder;
    ir::RunResult R = ir::run(M, O);
    if (R.How == ir::RunResult::Outcome::Undefined)
      return Truth::Undefined;
    EXPECT_EQ(R.How, ir::RunResult::Outcome::Refused) << R.Why;
    return F->Blocks[Recorder.Taken.Steps.back().Block].Name == "then"
               ? Truth::True
               : Truth::False;
  }

  Feasibility check(const std::string &Block) {
    Path P = pathThrough(*F, {Block});
    Feasibility Found = PathChecker(M, A ? *A : A.emplace(M)).check(P, {});
    if (Found.Possible == Answer::Yes) {
      Replay R = replay(M, P, {}, Found.How);
      EXPECT_TRUE(R.Fails) << R.Why << "\n" << text();
    }
    return Found;
  }

  std::string text() { return ir::print(M, ir::Locations::Hide); }

private:
  UInt128 value(const Type *T) {
    UInt128 Bits = UInt128(Random()) << 64 | Random();
    switch (Random() % 4) {
    case 0:
      return ir::truncateTo(Bits, T->width());
    case 1: // near the ends
      return ir::truncateTo((UInt128(1) << (T->width() - 1)) - Random() % 3,
                            T->width());
    default:
      return ir::truncateTo(UInt128(ir::SInt128(Random() % 40) - 8),
                            T->width());
    }
  }

  std::mt19937_64 Random;
  ir::Function *F = nullptr;
  const Expr *What = nullptr;
  std::vector<UInt128> Chosen;
  std::optional<Aliases> A;
};

void compare(uint64_t Seed, Values How, unsigned (&Count)[3]) {
  ir::Target T;
  T.WrapSigned = Seed % 5 == 1;
  Condition Known(Seed, How, T);
  Truth Is = Known.run();
  ++Count[unsigned(Is)];
  auto Expect = [&](Truth When) {
    return Is == When ? Answer::Yes : Answer::No;
  };
  EXPECT_EQ(Known.check("then").Possible, Expect(Truth::True))
      << "seed " << Seed << "\n"
      << Known.text();
  EXPECT_EQ(Known.check("else").Possible, Expect(Truth::False))
      << "seed " << Seed << "\n"
      << Known.text();
}

TEST(FeasibilityRandom, FoldsAsTheInterpreterComputes) {
  unsigned Count[3] = {};
  for (uint64_t Seed = 1; Seed <= 2000 && !HasFailure(); ++Seed)
    compare(Seed, Values::Assigned, Count);
  for (unsigned N : Count)
    EXPECT_GT(N, 200u);
}

TEST(FeasibilityRandom, SolvesAsTheInterpreterComputes) {
  unsigned Count[3] = {};
  for (uint64_t Seed = 1; Seed <= 100 && !HasFailure(); ++Seed)
    compare(Seed, Values::Assumed, Count);
  for (unsigned N : Count)
    EXPECT_GT(N, 5u);
}

} // namespace
