// The checker of Boolean programs against brute force, on random programs:
// the same states at each node, and shortest traces to each node and to the
// failure of each assertion. PREDABS_RANDOM_PROGRAMS=N takes N programs in
// place of 2,000.

#include "checkers/bebop/Check.h"
#include "predicates/bp/Print.h"
#include "test/support/ExplicitChecker.h"
#include "test/support/RandomBoolProgram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace predabs;
using namespace predabs::bebop;

namespace {

struct Totals {
  unsigned Nodes = 0, Reached = 0, Asserts = 0, Failed = 0, Longest = 0;
};

std::vector<Question> everything(const bp::Flow &F) {
  std::vector<Question> Result = assertions(F);
  for (bp::ProcId P = 0; P < F.Procs.size(); ++P)
    for (bp::NodeId N = 0; N < F.Procs[P].Nodes.size(); ++N)
      Result.push_back({{P, N}, bp::Goal::NodeReached, ""});
  return Result;
}

/// Whether the invariant holds exactly the states that brute force found.
void compareStates(const Check &C, const bp::Flow &F, Site S,
                   const bp::ExplicitNode &Truth) {
  const Variables &Vars = C.variables();
  std::vector<const bp::Variable *> Scope;
  for (const auto &G : F.Prog->Globals)
    Scope.push_back(G.get());
  for (const auto &V : F.Procs[S.Proc].Proc->Vars)
    Scope.push_back(V.get());
  Bdd Invariant = C.invariant(S);
  std::vector<bool> Values(Vars.space().variableCount());
  for (const auto &[State, Distance] : Truth.States) {
    for (size_t I = 0; I < Scope.size(); ++I)
      Values[Vars.now(Scope[I])] = State >> I & 1;
    ASSERT_TRUE(Invariant.contains(Values));
  }
  // The support lies in scope, so the count is that of states.
  double Unused = double(Vars.space().variableCount() - Scope.size());
  ASSERT_EQ(Invariant.count(Vars.space().variableCount()),
            std::ldexp(double(Truth.States.size()), int(Unused)));
}

void compareAnswer(const Answer &A, const bp::ExplicitNode &Truth,
                   Totals &Sum) {
  bool IsAssert = A.To.What == bp::Goal::AssertFails;
  const auto &Length = IsAssert ? Truth.Failed : Truth.Reached;
  ASSERT_FALSE(A.IsWrong) << A.Why;
  ASSERT_EQ(A.Found,
            Length ? Reachability::Reachable : Reachability::Unreachable);
  ++(IsAssert ? Sum.Asserts : Sum.Nodes);
  if (!Length)
    return;
  ++(IsAssert ? Sum.Failed : Sum.Reached);
  ASSERT_TRUE(A.Way) << A.Why;
  ASSERT_EQ(A.Way->length(), *Length);
  Sum.Longest = std::max(Sum.Longest, *Length);
}

void compare(uint64_t Seed, Totals &Sum) {
  bp::RandomSize Size;
  if (Seed % 3 == 1) {
    Size.Procedures = 5;
    Size.Statements = 14;
  } else if (Seed % 3 == 2) {
    Size.Globals = 3;
    Size.Locals = 3;
    Size.Statements = 12;
  }
  bp::Program P = bp::randomBoolProgram(Seed, Size);
  bp::Flow F = bp::buildFlow(P);
  std::vector<bp::ProcId> Starts = bp::defaultEntries(F);
  bp::ExplicitResult Truth = bp::checkExplicitly(F, Starts);
  CheckOptions Options;
  Options.MaxNodes = 1'000'000;
  Options.ReorderFrom = Seed % 5 == 0 ? 40 : 0;
  Options.Kept = Seed % 2 ? Entries::OfAll : Entries::OfCalled;
  Check C(F, Options);
  C.run(Starts);
  ASSERT_TRUE(C.isComplete());
  for (bp::ProcId Proc = 0; Proc < F.Procs.size(); ++Proc)
    for (bp::NodeId N = 0; N < F.Procs[Proc].Nodes.size(); ++N)
      ASSERT_NO_FATAL_FAILURE(compareStates(C, F, {Proc, N}, Truth[Proc][N]));
  for (const Answer &A : C.answer(everything(F)))
    ASSERT_NO_FATAL_FAILURE(
        compareAnswer(A, Truth[A.To.Where.Proc][A.To.Where.Node], Sum));
}

} // namespace

TEST(BebopRandom, AgreesWithBruteForce) {
  const char *Wanted = std::getenv("PREDABS_RANDOM_PROGRAMS");
  uint64_t Programs = Wanted ? std::strtoull(Wanted, nullptr, 10) : 2000;
  Totals Sum;
  for (uint64_t Seed = 0; Seed < Programs; ++Seed) {
    ASSERT_NO_FATAL_FAILURE(compare(Seed, Sum))
        << "seed " << Seed << "\n"
        << bp::print(bp::randomBoolProgram(Seed));
    if (Wanted && (Seed + 1) % 1000 == 0)
      std::cerr << Seed + 1 << " programs\n";
  }
  RecordProperty("nodes", int(Sum.Nodes));
  std::cout << Programs << " programs: " << Sum.Reached << " of " << Sum.Nodes
            << " nodes reached, " << Sum.Failed << " of " << Sum.Asserts
            << " assertions fail, longest trace " << Sum.Longest << "\n";
  EXPECT_GT(Sum.Failed, Programs / 10);
}
