// Random Boolean programs: the text form loses nothing, and brute force finds
// what random runs find.

#include "predicates/bp/Evaluate.h"
#include "predicates/bp/Parse.h"
#include "predicates/bp/Print.h"
#include "test/support/ComparePrograms.h"
#include "test/support/ExplicitChecker.h"
#include "test/support/RandomBoolProgram.h"

#include <gtest/gtest.h>

#include <random>

using namespace predabs::bp;

namespace {

TEST(BpRandom, ReadsBackTheSameProgram) {
  RandomSize Large;
  Large.Globals = 5;
  Large.Procedures = 6;
  Large.Statements = 30;
  Large.ExprDepth = 6;
  for (uint64_t Seed = 0; Seed != 3000; ++Seed) {
    Program P = randomBoolProgram(Seed, Seed % 2 ? Large : RandomSize());
    ASSERT_EQ(verify(P), std::nullopt) << Seed;
    std::string Text = print(P);
    ParsedProgram Again = parseProgram(Text);
    ASSERT_TRUE(bool(Again)) << Again.Error.strWithLine() << "\n" << Text;
    ASSERT_EQ(difference(P, *Again.Parsed), std::nullopt) << Text;
    ASSERT_EQ(print(*Again.Parsed), Text);
  }
}

/// A run that guesses every value and step: it never looks at what the
/// checker does, so what it reaches the checker must have.
class RandomRun {
public:
  RandomRun(const Flow &F, uint64_t Seed) : F(F), Random(Seed) {}

  /// At most \p Steps steps from \p Entry; empty if no start exists.
  Trace run(ProcId Entry, unsigned Steps) {
    Trace T;
    TraceStep Start{Entry, F.Procs[Entry].Entry, guess(F.Prog->Globals.size()),
                    guess(F.Procs[Entry].Proc->Vars.size())};
    T.Steps.push_back(Start);
    if (confirm(F, {Entry}, T))
      return {};
    std::vector<TraceStep> Callers;
    for (unsigned I = 0; I != Steps; ++I)
      if (!step(T, Entry, Callers))
        break;
    return T;
  }

private:
  Values guess(size_t N) {
    Values Result(N);
    for (size_t I = 0; I != N; ++I)
      Result[I] = Random() & 1;
    return Result;
  }

  bool step(Trace &T, ProcId Entry, std::vector<TraceStep> &Callers) {
    std::vector<TraceStep> Before = Callers;
    for (unsigned Try = 0; Try != 20; ++Try) {
      Callers = Before;
      std::optional<TraceStep> Next = candidate(T.Steps.back(), Callers);
      if (!Next)
        return false;
      T.Steps.push_back(*Next);
      if (!confirm(F, {Entry}, T))
        return true;
      T.Steps.pop_back();
    }
    return false;
  }

  std::optional<TraceStep> candidate(const TraceStep &S,
                                     std::vector<TraceStep> &Callers) {
    const FlowNode &N = F.Procs[S.Proc].Nodes[S.Node];
    TraceStep Next = S;
    if (N.Kind == NodeKind::Call) {
      Callers.push_back(S);
      const ProcFlow &Callee = F.Procs[N.Callee];
      return TraceStep{N.Callee, Callee.Entry, S.Globals,
                       guess(Callee.Proc->Vars.size())};
    }
    const std::vector<const Variable *> *Targets = &N.Targets;
    if (N.Kind == NodeKind::Return) {
      if (Callers.empty())
        return std::nullopt;
      const TraceStep &Caller = Callers.back();
      const FlowNode &Call = F.Procs[Caller.Proc].Nodes[Caller.Node];
      Next = {Caller.Proc, Call.Succs[0], S.Globals, Caller.Locals};
      Targets = &Call.Targets;
      Callers.pop_back();
    } else {
      Next.Node = N.Succs[Random() % N.Succs.size()];
    }
    for (const Variable *V : *Targets)
      if (V)
        (V->isGlobal() ? Next.Globals : Next.Locals)[V->Index] = Random() & 1;
    return Next;
  }

  const Flow &F;
  std::mt19937_64 Random;
};

StateBits bitsOf(const TraceStep &S) {
  StateBits Bits = 0;
  for (size_t I = 0; I != S.Globals.size(); ++I)
    Bits |= StateBits(S.Globals[I]) << I;
  for (size_t I = 0; I != S.Locals.size(); ++I)
    Bits |= StateBits(S.Locals[I]) << (S.Globals.size() + I);
  return Bits;
}

/// Random runs reach nothing that brute force misses, and never earlier.
TEST(BpRandom, RunsStayInsideWhatBruteForceReaches) {
  uint64_t StepsSeen = 0;
  for (uint64_t Seed = 0; Seed != 300; ++Seed) {
    Program P = randomBoolProgram(Seed);
    Flow F = buildFlow(P);
    std::vector<ProcId> Entries = defaultEntries(F);
    ExplicitResult Result = checkExplicitly(F, Entries);
    for (uint64_t Run = 0; Run != 5; ++Run) {
      Trace T = RandomRun(F, Seed * 100 + Run).run(Entries[0], 15);
      for (size_t I = 0; I != T.Steps.size(); ++I, ++StepsSeen) {
        const TraceStep &S = T.Steps[I];
        const auto &States = Result[S.Proc][S.Node].States;
        auto Found = States.find(bitsOf(S));
        ASSERT_NE(Found, States.end()) << print(P) << print(F, T);
        ASSERT_LE(Found->second, I) << print(P) << print(F, T);
      }
    }
  }
  EXPECT_GT(StepsSeen, 3000u);
}

} // namespace
