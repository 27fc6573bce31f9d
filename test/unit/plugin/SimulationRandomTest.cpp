// Random C programs and random predicates: each step of each run is simulated
// by the Boolean program (Theorem 1 of the polymorphic paper, checked by
// running). PREDABS_RANDOM_PROGRAMS=N takes N programs in place of 100;
// PREDABS_RANDOM_SEED=S begins with that one, and takes it alone if N is not
// given. What fails is made small and printed with its predicates and its
// Boolean program.

#include "predicates/abstraction/Abstract.h"
#include "predicates/bp/Print.h"
#include "predicates/ir/Forward.h"
#include "predicates/language/ParsePredicates.h"
#include "test/support/RandomC.h"
#include "test/support/Simulation.h"
#include "test/support/clang/LowerText.h"

#include <gtest/gtest.h>

#include <iostream>
#include <random>

using namespace predabs;

namespace {

/// Small numbers mostly; the null pointer.
class RandomInputs : public ir::InputSource {
public:
  explicit RandomInputs(uint64_t Seed) : Random(Seed) {}

  std::optional<ir::UInt128> value(const ir::ValueRequest &R) override {
    if (!R.Ty->isInt())
      return 0;
    if (Random() % 16 == 0)
      return Random();
    return ir::UInt128(ir::SInt128(Random() % 12) - 3);
  }
  std::optional<uint32_t> successor(const ir::ChoiceRequest &R) override {
    return R.Possible[Random() % R.Possible.size()];
  }

private:
  std::mt19937_64 Random;
};

constexpr unsigned RunsPerProgram = 6;
constexpr uint64_t MaxSteps = 300;

bool hasBitsAlone(uint64_t Seed) { return Seed % 16 == 5; }

AbstractionOptions optionsFor(uint64_t Seed, const ir::Module &M) {
  AbstractionOptions O;
  // The exact ones ask far more questions.
  if (Seed % 10 >= 8)
    O.How = Seed % 10 == 8 ? Precision::Exact : Precision::Blocks;
  const unsigned Lengths[] = {3, 0, 2};
  O.Strengthen.MaxCube = Lengths[Seed % 3];
  const Search Searches[] = {Search::Cheapest, Search::Cubes, Search::Models};
  O.Strengthen.How = Searches[Seed / 3 % 3];
  O.Strengthen.MaxLookedAt = hasBitsAlone(Seed) ? 60 : 300;
  if (Seed % 7 == 2)
    O.Strengthen.Distribute = Distribution::OverAndAndOr;
  // Its callers are passed over then.
  const ir::Function *First = M.findFunction("f0");
  if (Seed % 13 == 7 && First && First->isDefined())
    O.Functions = {First};
  return O;
}

std::vector<std::string> argumentsFor(uint64_t Seed) {
  if (Seed % 7 == 3)
    return {"-fwrapv"};
  if (Seed % 7 == 5)
    return {"-O2"};
  return {};
}

ProverOptions proverFor(uint64_t Seed) {
  return {10'000, hasBitsAlone(Seed) ? Arithmetic::Bits : Arithmetic::Cheapest};
}

struct Verdict {
  enum class Kind : uint8_t { Simulated, TooBig, Unsound, Rejected };
  Kind What = Kind::Simulated;
  std::string Why;         ///< Unsound, Rejected
  std::string BoolProgram; ///< Unsound
  SimulationCounts Counts;
};

enum class BadPredicates : uint8_t { Reject, Ignore };

std::vector<PredicateError> addPredicates(const CProgram &P, PredicateSet &To) {
  ModuleNames Names(To.module());
  return parsePredicates(P.predicates(), "random.preds", Names, To);
}

/// An `extern` that the program does not use is not in the module.
bool isAboutUnused(const PredicateError &E) {
  return E.Message.starts_with("unknown name 'g") ||
         E.Message.starts_with("unknown global 'g");
}

CProgram firstHalf(CProgram P) {
  for (CPredicates &L : P.Predicates)
    L.Texts.resize(L.Texts.size() / 2);
  return P;
}

Verdict judge(const CProgram &P, uint64_t Seed, BadPredicates Bad) {
  std::unique_ptr<ir::Module> M = lowerText(P.text(), argumentsFor(Seed));
  if (!M)
    return {Verdict::Kind::Rejected, "does not compile", "", {}};
  if (Seed % 4)
    ir::forwardTemporaries(*M);
  PredicateSet Predicates(*M);
  Aliases A(*M, Seed % 2 ? World::Closed : World::Open);
  std::unique_ptr<Prover> Z = createZ3Prover(M->Ctx, proverFor(Seed));
  Abstractor Makes(Predicates, A, *Z, optionsFor(Seed, *M));
  // What is kept from an earlier round must not spoil a later one.
  if (Seed % 5 == 1) {
    addPredicates(firstHalf(P), Predicates);
    Makes.abstract();
  }
  for (const PredicateError &E : addPredicates(P, Predicates))
    if (Bad == BadPredicates::Reject && !isAboutUnused(E))
      return {Verdict::Kind::Rejected, E.str(), "", {}};
  Abstraction Abs = Makes.abstract();
  if (std::optional<std::string> Wrong = bp::verify(Abs.Program))
    return {Verdict::Kind::Unsound, *Wrong, bp::print(Abs.Program), {}};
  Simulation S(*M, Abs,
               [&](const ir::Function &F) { return Predicates.constants(F); });
  for (unsigned Run = 0; Run < RunsPerProgram; ++Run) {
    RandomInputs Inputs(Seed * 1000 + Run);
    ir::RunOptions O;
    O.Inputs = &Inputs;
    O.MaxSteps = MaxSteps;
    if (std::optional<std::string> Wrong = S.follow(O))
      return {Verdict::Kind::Unsound,
              "run " + std::to_string(Run) + ": " + *Wrong,
              bp::print(Abs.Program), S.counts()};
  }
  return {S.isTooBig() ? Verdict::Kind::TooBig : Verdict::Kind::Simulated, "",
          "", S.counts()};
}

std::string describe(const CProgram &P, const Verdict &V) {
  return P.text() + "\n" + P.predicates() + "\n" + V.BoolProgram + "\n" + V.Why;
}

/// The same failure in a smaller program.
std::string shrunk(const CProgram &P, uint64_t Seed) {
  unsigned Tries = 0;
  CProgram Small = shrink(P, [&](const CProgram &Less) {
    return ++Tries < 1000 && judge(Less, Seed, BadPredicates::Ignore).What ==
                                 Verdict::Kind::Unsound;
  });
  return describe(Small, judge(Small, Seed, BadPredicates::Ignore));
}

struct Totals {
  SimulationCounts Counts;
  unsigned Simulated = 0, TooBig = 0;
};

/// Whether all went well.
bool simulate(uint64_t Seed, Totals &Sum) {
  // Most are small: predicates cost more than programs.
  CProgram P =
      randomC(Seed, Seed % 16 == 15 ? RandomCSize() : RandomCSize{2, 5, 3});
  Verdict V = judge(P, Seed, BadPredicates::Reject);
  Sum.Counts += V.Counts;
  switch (V.What) {
  case Verdict::Kind::Rejected:
    ADD_FAILURE() << describe(P, V);
    return false;
  case Verdict::Kind::Unsound:
    ADD_FAILURE() << shrunk(P, Seed);
    return false;
  case Verdict::Kind::TooBig:
    return ++Sum.TooBig;
  case Verdict::Kind::Simulated:
    return ++Sum.Simulated;
  }
  return false;
}

/// All that can be seen of a run: where it was, and the values there of all
/// that is no temporary.
class Diary : public ir::RunObserver {
public:
  explicit Diary(ir::Module &M) : M(M) {}

  void at(const ir::RunPoint &P, ir::RunState &S) override {
    note(P.Func->Id), note(P.Block), note(P.Stmt);
    // Here a result may be in a temporary still.
    if (P.Stmt &&
        P.Func->Blocks[P.Block].Stmts[P.Stmt - 1].Kind == ir::StmtKind::Call)
      return;
    for (const auto &G : M.Globals)
      look(*G, S);
    for (const auto &V : P.Func->Vars)
      if (V->Kind != ir::Storage::Temporary)
        look(*V, S);
  }
  std::vector<uint64_t> Notes;

private:
  void note(uint64_t N) { Notes.push_back(N); }
  void look(const ir::Variable &V, ir::RunState &S) {
    if (V.Ty->isScalar())
      note(uint64_t(S.evaluate(M.Ctx.var(&V)).value_or(~ir::UInt128(0))));
  }
  ir::Module &M;
};

std::vector<uint64_t> diaryOf(ir::Module &M, uint64_t Seed) {
  Diary D(M);
  RandomInputs Inputs(Seed);
  ir::RunOptions O;
  O.Inputs = &Inputs;
  O.MaxSteps = MaxSteps;
  O.Observer = &D;
  ir::RunResult R = ir::run(M, O);
  D.Notes.push_back(uint64_t(R.How));
  return D.Notes;
}

uint64_t number(const char *Variable, uint64_t Otherwise) {
  const char *Text = std::getenv(Variable);
  return Text ? std::strtoull(Text, nullptr, 10) : Otherwise;
}

} // namespace

TEST(SimulationRandom, EachStepIsSimulated) {
  Totals Sum;
  const char *Alone = std::getenv("PREDABS_RANDOM_SEED");
  uint64_t First = number("PREDABS_RANDOM_SEED", 0);
  uint64_t Count = number("PREDABS_RANDOM_PROGRAMS", Alone ? 1 : 100);
  unsigned Failed = 0;
  for (uint64_t Seed = First; Seed < First + Count && Failed < 3; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    Failed += !simulate(Seed, Sum);
    if ((Seed + 1) % 500 == 0)
      std::cerr << Seed + 1 << " programs\n";
  }
  const SimulationCounts &C = Sum.Counts;
  std::cout << Sum.Simulated << " programs simulated, " << Sum.TooBig
            << " too big; " << C.Runs << " runs, " << C.Points << " points, "
            << C.Entries << " calls, " << C.Defined << " predicates defined, "
            << C.Undefined << " undefined, "
            << (C.Sampled ? 100 * C.Decided / C.Sampled : 0)
            << "% decided by the Boolean program\n";
  if (Count < 100)
    return;
  EXPECT_LT(Sum.TooBig, Count / 20);
  EXPECT_GT(C.Points, Count * 50);
  EXPECT_GT(C.Entries, Count * 3);
}

TEST(SimulationRandom, ForwardingTemporariesChangesNoRun) {
  uint64_t Count = number("PREDABS_RANDOM_PROGRAMS", 100);
  for (uint64_t Seed = 0; Seed < Count; ++Seed) {
    CProgram P = randomC(Seed);
    std::unique_ptr<ir::Module> Plain = lowerText(P.text()),
                                Forwarded = lowerText(P.text());
    ASSERT_TRUE(Plain);
    ir::forwardTemporaries(*Forwarded);
    for (unsigned Run = 0; Run < 3; ++Run)
      ASSERT_EQ(diaryOf(*Plain, Seed * 3 + Run),
                diaryOf(*Forwarded, Seed * 3 + Run))
          << "seed " << Seed << "\n"
          << P.text();
  }
}
