// Paths of random C programs. A path that a run took is possible, and its
// witness takes it again. A path that was changed may be possible or not, but
// if it is said to be, then its witness takes it. PREDABS_RANDOM_PROGRAMS=N
// takes N programs in place of 60; PREDABS_RANDOM_SEED=S begins with that one,
// and takes it alone if N is not given.

#include "predicates/interpreter/Memory.h"
#include "predicates/ir/Forward.h"
#include "predicates/ir/Print.h"
#include "predicates/path/Feasibility.h"
#include "test/support/RandomC.h"
#include "test/support/RecordPath.h"
#include "test/support/clang/LowerText.h"

#include <gtest/gtest.h>

#include <iostream>
#include <random>

using namespace predabs;

namespace {

constexpr uint64_t LentSize = 4096;
constexpr unsigned NumLent = 4;

/// Small numbers mostly; null or memory that is lent. Memory that nobody wrote
/// has the same byte everywhere.
class RandomInputs : public ir::InputSource {
public:
  explicit RandomInputs(uint64_t Seed)
      : Random(Seed), Unset(Seed % 3 ? 0 : uint8_t(Seed % 5)) {}

  std::optional<ir::UInt128> value(const ir::ValueRequest &R) override {
    if (R.Ty->isPointer())
      return R.BitWidth || Random() % 3 == 0 ? ir::UInt128(0) : lent(R);
    if (R.BitWidth)
      return unset(R);
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
  /// Objects of different types are apart.
  ir::UInt128 lent(const ir::ValueRequest &R) {
    if (R.Ty->inner()->isFunction())
      return 0;
    return ir::interp::LentBase +
           (R.Ty->inner()->id() * NumLent + Random() % NumLent) * 2 * LentSize;
  }
  ir::UInt128 unset(const ir::ValueRequest &R) {
    std::vector<uint8_t> Bytes(17, Unset);
    return ir::interp::readBits(Bytes.data(), {R.BitOffset, R.BitWidth},
                                ir::interp::ByteOrder::Little);
  }

  std::mt19937_64 Random;
  uint8_t Unset;
};

struct Counts {
  uint64_t Taken = 0, Changed = 0, Steps = 0, Inputs = 0;
  uint64_t Answers[3] = {};         ///< of changed paths
  uint64_t Unknown = 0, Missed = 0; ///< of taken paths
  uint64_t DoNotMatter = 0;
};

class Checks {
public:
  Checks(ir::Module &M, uint64_t Seed)
      : M(M), A(M), Random(Seed), Checker(M, A, {2'000'000, 100'000}) {}

  /// What is wrong, or nothing.
  std::optional<std::string> taken(const Path &P, Beginning B) {
    ++N.Taken;
    N.Steps += P.Steps.size();
    Feasibility F = Checker.check(P, B);
    if (F.Possible == Answer::Yes)
      return replayed(P, B, F);
    if (F.Possible == Answer::Unknown) {
      ++N.Unknown;
      ++Why[F.Why];
      return std::nullopt;
    }
    // Not all that the environment may do is thought of.
    if (B == Beginning::OfCall) {
      ++N.Missed;
      return std::nullopt;
    }
    std::string Text = "a path that was taken is called impossible:";
    for (uint32_t I : F.Core)
      Text += " " + std::to_string(I);
    return Text + "\n" + print(P);
  }

  std::optional<std::string> changed(Path P, Beginning B) {
    std::vector<size_t> Ends;
    for (size_t I = 0; I < P.Steps.size(); ++I)
      if (P.Steps[I].isBlockEnd() && P.Steps[I].block().Succs.size() > 1)
        Ends.push_back(I);
    if (Ends.empty())
      return std::nullopt;
    P.Steps.resize(Ends[Random() % Ends.size()] + 1);
    size_t MaxSteps = P.Steps.size() + 1 + Random() % 60;
    extendPath(P, MaxSteps, [&](const std::vector<std::string> &Names) {
      return Random() % Names.size();
    });
    if (auto Wrong = verify(P))
      return *Wrong + "\n" + print(P);
    ++N.Changed;
    Feasibility F = Checker.check(P, B);
    ++N.Answers[size_t(F.Possible)];
    if (F.Possible == Answer::Yes)
      return replayed(P, B, F);
    if (F.Possible == Answer::Unknown)
      ++Why[F.Why];
    return std::nullopt;
  }

  Counts N;
  std::map<std::string, unsigned> Why;

private:
  std::optional<std::string> replayed(const Path &P, Beginning B,
                                      const Feasibility &F) {
    N.Inputs += F.How.Inputs.size();
    N.DoNotMatter += F.Entry == EntryValues::DoNotMatter;
    Replay R = replay(M, P, B, F.How);
    if (!R.Fails)
      return "the replay leaves the path: " + R.Why + "\n" + print(P);
    if (F.Entry == EntryValues::DoNotMatter)
      return otherParameters(P, B, F.How);
    return std::nullopt;
  }

  /// Other values lead along the path too, or to no execution.
  std::optional<std::string> otherParameters(const Path &P, Beginning B,
                                             Witness W) {
    for (PathInput &I : W.Inputs)
      if (I.What == ir::ValueRequest::Kind::Parameter && I.Ty->isInt())
        I.Bits = Random() % 2 ? Random() : Random() % 8;
    Replay R = replay(M, P, B, W);
    if (R.Fails || R.Why.find("undefined behaviour") != std::string::npos)
      return std::nullopt;
    return "other parameters lead astray: " + R.Why + "\n" + print(P);
  }

  ir::Module &M;
  Aliases A;
  std::mt19937_64 Random;
  PathChecker Checker;
};

Path record(const ir::Module &M, const ir::Function &F, Beginning B,
            uint64_t Seed) {
  RandomInputs Inputs(Seed);
  PathRecorder Recorder(20 + Seed % 400);
  ir::RunOptions O;
  O.Entry = F.Name;
  O.From = ir::RunFrom::Entry;
  // On paths volatile variables of the program keep their values.
  O.Volatile = ir::VolatileReads::FromMemory;
  O.Inputs = &Inputs;
  O.Observer = &Recorder;
  if (B == Beginning::OfCall)
    O.Globals = ir::GlobalsStart::Arbitrary;
  for (const ir::Type &T : M.Ctx.types())
    for (unsigned I = 0; T.size() && I < NumLent; ++I)
      O.Lent.push_back(
          {ir::interp::LentBase + (T.id() * NumLent + I) * 2 * LentSize,
           LentSize});
  ir::run(M, O);
  return std::move(Recorder.Taken);
}

std::vector<std::string> argumentsFor(uint64_t Seed) {
  std::vector<std::string> Args;
  if (Seed % 7 == 3)
    Args.push_back("-fwrapv");
  if (Seed % 5 == 2)
    Args.push_back("--target=i386-linux-gnu");
  return Args;
}

std::optional<std::string> checkProgram(uint64_t Seed, const CProgram &C,
                                        Counts &Sum,
                                        std::map<std::string, unsigned> &Why) {
  auto M = lowerText(C.text(), argumentsFor(Seed));
  if (!M)
    return std::nullopt;
  ir::forwardTemporaries(*M);
  Checks All(*M, Seed);
  std::optional<std::string> Wrong;
  for (const auto &F : M->Functions)
    for (unsigned Run = 0; Run < 4 && F->isDefined() && !Wrong; ++Run) {
      Beginning B =
          F->Name == "main" ? Beginning::OfProgram : Beginning::OfCall;
      Path P = record(*M, *F, B, Seed * 31 + Run);
      if (P.Steps.empty())
        continue;
      Wrong = All.taken(P, B);
      for (unsigned I = 0; I < 3 && !Wrong; ++I)
        Wrong = All.changed(P, B);
    }
  Sum.Taken += All.N.Taken;
  Sum.Changed += All.N.Changed;
  Sum.Steps += All.N.Steps;
  Sum.Inputs += All.N.Inputs;
  Sum.Unknown += All.N.Unknown;
  Sum.Missed += All.N.Missed;
  Sum.DoNotMatter += All.N.DoNotMatter;
  for (unsigned I = 0; I < 3; ++I)
    Sum.Answers[I] += All.N.Answers[I];
  for (const auto &[Text, Count] : All.Why)
    Why[Text] += Count;
  if (Wrong)
    *Wrong += ir::print(*M, ir::Locations::Hide);
  return Wrong;
}

uint64_t fromEnvironment(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Default;
}

TEST(FeasibilityRandom, PathsOfRunsArePossibleAndWitnessesTakeThem) {
  bool HasSeed = std::getenv("PREDABS_RANDOM_SEED");
  uint64_t First = fromEnvironment("PREDABS_RANDOM_SEED", 1);
  uint64_t Count = fromEnvironment("PREDABS_RANDOM_PROGRAMS", HasSeed ? 1 : 60);
  Counts Sum;
  std::map<std::string, unsigned> Why;
  for (uint64_t Seed = First; Seed < First + Count; ++Seed) {
    CProgram C = randomC(Seed);
    auto Wrong = checkProgram(Seed, C, Sum, Why);
    if (!Wrong)
      continue;
    Counts Ignored;
    C = shrink(C, [&](const CProgram &Smaller) {
      return checkProgram(Seed, Smaller, Ignored, Why).has_value();
    });
    Wrong = checkProgram(Seed, C, Ignored, Why);
    ADD_FAILURE() << "seed " << Seed << "\n"
                  << C.text() << "\n"
                  << Wrong.value_or("");
    break;
  }
  std::cout << Sum.Taken << " paths taken (" << Sum.Unknown << " unknown, "
            << Sum.Missed << " missed), " << Sum.Changed
            << " changed: " << Sum.Answers[0] << " possible, " << Sum.Answers[1]
            << " impossible, " << Sum.Answers[2] << " unknown; " << Sum.Steps
            << " steps, " << Sum.Inputs << " inputs, " << Sum.DoNotMatter
            << " for all entry values\n";
  for (const auto &[Text, N] : Why)
    std::cout << "  " << N << "  " << Text << "\n";
  if (Count >= 60)
    EXPECT_GT(Sum.Answers[0], Sum.Answers[2]);
}

} // namespace
