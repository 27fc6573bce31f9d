// Forgetting dead variables changes nothing that anybody asks for.

#include "predicates/bp/Liveness.h"
#include "checkers/bebop/Check.h"
#include "predicates/bp/Parse.h"
#include "predicates/bp/Print.h"
#include "test/support/RandomBoolProgram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cassert>

using namespace predabs;
using namespace predabs::bebop;

namespace {

std::vector<Question> everything(const bp::Flow &F) {
  std::vector<Question> Result = assertions(F);
  for (bp::ProcId P = 0; P < F.Procs.size(); ++P)
    for (bp::NodeId N = 0; N < F.Procs[P].Nodes.size(); ++N)
      Result.push_back({{P, N}, bp::Goal::NodeReached, ""});
  return Result;
}

bool enforces(const bp::Program &P) {
  return std::any_of(P.Procs.begin(), P.Procs.end(),
                     [](const auto &Proc) { return !Proc->Enforce.empty(); });
}

std::vector<Answer> answers(const bp::Flow &F,
                            const std::vector<Question> &Questions) {
  Check C(F, {});
  C.run(bp::defaultEntries(F));
  return C.answer(Questions);
}

struct Totals {
  unsigned Exact = 0;     ///< programs without `enforce`
  unsigned Forgetful = 0; ///< nodes that were added
};

void compare(uint64_t Seed, Totals &Sum) {
  bp::RandomSize Size;
  Size.Procedures = 2 + Seed % 4;
  Size.Statements = 14;
  bp::Program P = bp::randomBoolProgram(Seed, Size);
  bp::Flow Before = bp::buildFlow(P), After = bp::buildFlow(P);
  bp::forgetDead(After, P);
  for (bp::ProcId I = 0; I < Before.Procs.size(); ++I)
    Sum.Forgetful += After.Procs[I].Nodes.size() - Before.Procs[I].Nodes.size();
  Sum.Exact += !enforces(P);
  std::vector<Question> Questions = everything(Before);
  std::vector<Answer> Old = answers(Before, Questions),
                      New = answers(After, Questions);
  for (size_t I = 0; I < Questions.size(); ++I) {
    ASSERT_FALSE(New[I].IsWrong) << New[I].Why;
    if (!enforces(P) || Old[I].Found == Reachability::Reachable)
      ASSERT_EQ(New[I].Found, Old[I].Found);
  }
}

} // namespace

TEST(Liveness, ChangesNothingThatIsAsked) {
  Totals Sum;
  for (uint64_t Seed = 0; Seed < 500; ++Seed)
    ASSERT_NO_FATAL_FAILURE(compare(Seed, Sum))
        << "seed " << Seed << "\n"
        << bp::print(bp::randomBoolProgram(Seed));
  EXPECT_GT(Sum.Forgetful, 500u);
  EXPECT_GT(Sum.Exact, 100u);
}

TEST(Liveness, ForgetsWhatIsNotReadAgain) {
  auto Parsed = bp::parseProgram(R"(
void main() {
  decl a, b, c;
  a, b := c, !c;
  if (b) { c := a; }
  assert(b);
})");
  ASSERT_TRUE(bool(Parsed));
  bp::Flow F = bp::buildFlow(*Parsed.Parsed);
  bp::forgetDead(F, *Parsed.Parsed);
  Check C(F, {});
  C.run(bp::defaultEntries(F));
  Site AtAssert = assertions(F).at(0).Where;
  EXPECT_TRUE(C.invariant(AtAssert).isTrue()) << C.invariantText(AtAssert);
  EXPECT_EQ(C.answer(assertions(F)).at(0).Found, Reachability::Reachable);
}
