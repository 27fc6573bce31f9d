// Random C programs and random predicates: each step of each run is simulated
// by the Boolean program (Theorem 1 of the polymorphic paper, checked by
// running). PREDABS_RANDOM_PROGRAMS=N takes N programs in place of 300;
// PREDABS_RANDOM_SEED=S begins with that one, and takes it alone if N is not
// given. What fails is made small and printed with its predicates and its
// Boolean program.

#include "predicates/abstraction/Abstract.h"
#include "predicates/bp/Print.h"
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

AbstractionOptions optionsFor(uint64_t Seed) {
  AbstractionOptions O;
  // The exact ones ask far more questions.
  if (Seed % 10 >= 8)
    O.How = Seed % 10 == 8 ? Precision::Exact : Precision::Blocks;
  const unsigned Lengths[] = {3, 0, 2};
  O.Strengthen.MaxCube = Lengths[Seed % 3];
  const Search Searches[] = {Search::Cheapest, Search::Cubes, Search::Models};
  O.Strengthen.How = Searches[Seed / 3 % 3];
  O.Strengthen.MaxLookedAt = 300;
  return O;
}

ProverOptions proverFor(uint64_t Seed) {
  return {10'000, Seed % 16 == 5 ? Arithmetic::Bits : Arithmetic::Cheapest};
}

struct Verdict {
  enum class Kind : uint8_t { Simulated, TooBig, Unsound, Rejected };
  Kind What = Kind::Simulated;
  std::string Why;         ///< Unsound, Rejected
  std::string BoolProgram; ///< Unsound
  SimulationCounts Counts;
};

enum class BadPredicates : uint8_t { Reject, Ignore };

Verdict judge(const CProgram &P, uint64_t Seed, BadPredicates Bad) {
  std::unique_ptr<ir::Module> M = lowerText(P.text());
  if (!M)
    return {Verdict::Kind::Rejected, "does not compile", "", {}};
  PredicateSet Predicates(*M);
  ModuleNames Names(*M);
  std::vector<PredicateError> Errors =
      parsePredicates(P.predicates(), "random.preds", Names, Predicates);
  if (!Errors.empty() && Bad == BadPredicates::Reject)
    return {Verdict::Kind::Rejected, Errors[0].str(), "", {}};
  Aliases A(*M, Seed % 2 ? World::Closed : World::Open);
  std::unique_ptr<Prover> Z = createZ3Prover(M->Ctx, proverFor(Seed));
  Abstraction Abs = abstractModule(Predicates, A, *Z, optionsFor(Seed));
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
    return ++Tries < 3000 && judge(Less, Seed, BadPredicates::Ignore).What ==
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

uint64_t number(const char *Variable, uint64_t Otherwise) {
  const char *Text = std::getenv(Variable);
  return Text ? std::strtoull(Text, nullptr, 10) : Otherwise;
}

} // namespace

TEST(SimulationRandom, EachStepIsSimulated) {
  Totals Sum;
  const char *Alone = std::getenv("PREDABS_RANDOM_SEED");
  uint64_t First = number("PREDABS_RANDOM_SEED", 0);
  uint64_t Count = number("PREDABS_RANDOM_PROGRAMS", Alone ? 1 : 300);
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
