// The alias analysis against runs of random programs: places that have bytes in
// common at some moment may overlap, what a call changed it may modify, and
// the function that ran at a call is one of its targets. Asked of the whole
// program, in an open and a closed world, and of each of its files alone.
// PREDABS_RANDOM_PROGRAMS=N takes N programs in place of 150,
// PREDABS_RANDOM_SEED=N begins with that one.

#include "predicates/alias/Aliases.h"
#include "predicates/interpreter/Interpreter.h"
#include "predicates/ir/Parse.h"
#include "test/support/RandomPointerProgram.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <sstream>

using namespace predabs;
using namespace predabs::ir;

namespace {

/// Whatever is open is zero.
class ZeroInputs : public InputSource {
public:
  std::optional<UInt128> value(const ValueRequest &) override { return 0; }
  std::optional<uint32_t> successor(const ChoiceRequest &R) override {
    return R.Possible.front();
  }
};

struct Seen {
  std::set<unsigned> Overlaps, Modifies;
  std::set<std::pair<unsigned, unsigned>> Targets;
};

Seen observe(const Module &M, uint64_t &Steps) {
  ZeroInputs Inputs;
  RunOptions O;
  O.MaxSteps = 20'000;
  O.Inputs = &Inputs;
  RunResult R = run(M, O);
  Steps += R.Steps;
  if (std::getenv("PREDABS_RANDOM_VERBOSE"))
    std::cerr << describe(R, M) << "\n";
  Seen Result;
  std::istringstream In(R.Output);
  std::string What;
  unsigned N = 0, F = 0;
  while (In >> What >> N) {
    if (What == "o")
      Result.Overlaps.insert(N);
    else if (What == "m")
      Result.Modifies.insert(N);
    else if (In >> F)
      Result.Targets.insert({N, F});
  }
  return Result;
}

struct Totals {
  uint64_t Overlaps = 0, Modifies = 0, Targets = 0;
  uint64_t AskedOverlaps = 0, MayOverlap = 0, Asked = 0, May = 0, Steps = 0;
};

std::unique_ptr<Module> parsed(const std::string &Text) {
  ParsedModule P = parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str() << "\n" << Text;
  if (!P)
    return nullptr;
  EXPECT_EQ(verify(*P.Parsed).value_or(""), "");
  return std::move(P.Parsed);
}

const Stmt *callOf(const Function &F, unsigned N) {
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Kind == StmtKind::Call && N-- == 0)
        return &S;
  return nullptr;
}

/// Compares what was seen with what is said about one text.
class Comparison {
public:
  Comparison(const PointerProgram &P, const std::string &Text, World W,
             AliasLimits Limits, Totals &Sum)
      : P(P), M(parsed(Text)), A(*M, W, Limits), Sum(Sum) {}

  void compare(const Seen &S) {
    for (unsigned N = 0; N < P.Overlaps.size(); ++N)
      compareOverlap(P.Overlaps[N], S.Overlaps.contains(N));
    for (unsigned N = 0; N < P.Modifies.size(); ++N)
      compareModify(P.Modifies[N], S.Modifies.contains(N));
    for (auto [Site, F] : S.Targets)
      compareTarget(P.Targets[Site], P.Functions[F]);
  }

private:
  const Function *defined(const std::string &Name) {
    const Function *F = M->findFunction(Name);
    return F && F->isDefined() ? F : nullptr;
  }
  const Expr *expr(const Function *F, const std::string &Text) {
    ParsedExpr E = parseExpr(*M, F, Text);
    EXPECT_TRUE(E) << E.Error.str();
    return E.Parsed;
  }

  void compareOverlap(const OverlapCheck &C, bool Happened) {
    const Function *F = defined(C.Function);
    if (!F)
      return;
    bool May = A.mayOverlap(expr(F, C.A), expr(F, C.B));
    EXPECT_TRUE(May || !Happened) << C.Function << ": " << C.A << ", " << C.B;
    Sum.Overlaps += Happened;
    Sum.MayOverlap += May;
    ++Sum.AskedOverlaps;
  }

  void compareModify(const ModifyCheck &C, bool Happened) {
    const Function *F = defined(C.Function);
    if (!F)
      return;
    const Stmt *Call = callOf(*F, C.Call);
    ASSERT_TRUE(Call);
    const Expr *Place = expr(F, C.Place);
    // The result of the call is not its effect.
    if (Call->Dest && A.mayOverlap(Call->Dest, Place))
      return;
    bool May = A.mayModify(*Call, Place);
    EXPECT_TRUE(May || !Happened)
        << C.Function << ": call " << C.Call << ", " << C.Place;
    Sum.Modifies += Happened;
    Sum.May += May;
    ++Sum.Asked;
  }

  void compareTarget(const TargetCheck &C, const std::string &Ran) {
    const Function *F = defined(C.Function);
    if (!F)
      return;
    const Stmt *Call = callOf(*F, C.Call);
    ASSERT_TRUE(Call);
    const Function *Target = defined(Ran);
    CallTargets T = A.targets(*Call);
    bool Listed = false;
    for (const Function *K : T.Known)
      Listed |= K->Name == Ran;
    // A call of others may end in any function that they know.
    bool Behind = T.AndOthers && (!Target || A.isKnownToOthers(*Target));
    for (const Function *K : T.Known)
      Behind |= !K->isDefined();
    EXPECT_TRUE(Listed || Behind)
        << C.Function << ": call " << C.Call << " ran " << Ran;
    ++Sum.Targets;
  }

  const PointerProgram &P;
  std::unique_ptr<Module> M;
  Aliases A;
  Totals &Sum;
};

void compare(uint64_t Seed, Totals &Sum) {
  Typing How = Seed % 2 ? Typing::Loose : Typing::Strict;
  PointerProgram P = randomPointerProgram(Seed, How);
  auto M = parsed(P.Run);
  ASSERT_TRUE(M);
  Seen S = observe(*M, Sum.Steps);
  AliasLimits Few;
  Few.Targets = 1;
  AliasLimits Coarse;
  Coarse.WorkPerExpr = 0;
  Totals Ignored;
  Comparison(P, P.Whole, World::Closed, {}, Sum).compare(S);
  Comparison(P, P.Whole, World::Open, {}, Sum).compare(S);
  Comparison(P, P.Whole, World::Closed, Few, Ignored).compare(S);
  Comparison(P, P.Whole, World::Closed, Coarse, Ignored).compare(S);
  for (const std::string &File : P.Files)
    Comparison(P, File, World::Open, {}, Sum).compare(S);
}

uint64_t setting(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Default;
}

} // namespace

TEST(AliasRandom, CoversWhatHappens) {
  uint64_t Programs = setting("PREDABS_RANDOM_PROGRAMS", 150);
  uint64_t First = setting("PREDABS_RANDOM_SEED", 0);
  Totals Sum;
  for (uint64_t Seed = First; Seed < First + Programs; ++Seed) {
    compare(Seed, Sum);
    if (HasFailure()) {
      Typing How = Seed % 2 ? Typing::Loose : Typing::Strict;
      FAIL() << "seed " << Seed << "\n"
             << randomPointerProgram(Seed, How).Whole;
    }
  }
  std::cout << Programs << " programs, " << Sum.Steps
            << " steps: " << Sum.Overlaps << " of " << Sum.AskedOverlaps
            << " pairs overlap, " << Sum.MayOverlap << " may; " << Sum.Modifies
            << " of " << Sum.Asked << " places change, " << Sum.May << " may; "
            << Sum.Targets << " calls\n";
  EXPECT_GT(Sum.Overlaps, Programs);
  EXPECT_GT(Sum.Modifies, Programs / 4);
}
