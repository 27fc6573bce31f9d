// Random C programs: wherever a run comes, the condition for coming there is
// one that the state at the entry of each open call satisfies, as far as that
// state can be said: the values of integer parameters and globals, and which
// pointers are null. PREDABS_RANDOM_PROGRAMS=N takes N programs in place of 60,
// PREDABS_RANDOM_SEED=S begins with that one. What fails is printed.

#include "predicates/interpreter/Interpreter.h"
#include "predicates/ir/Forward.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Terms.h"
#include "predicates/prover/Prover.h"
#include "predicates/vc/FailureCondition.h"
#include "test/support/RandomC.h"
#include "test/support/clang/LowerText.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

using namespace predabs;
using namespace predabs::ir;

namespace {

class RandomInputs : public InputSource {
public:
  explicit RandomInputs(uint64_t Seed) : Random(Seed) {}

  std::optional<UInt128> value(const ValueRequest &R) override {
    if (!R.Ty->isInt())
      return 0;
    return Random() % 16 ? UInt128(SInt128(Random() % 12) - 3) : Random();
  }
  std::optional<uint32_t> successor(const ChoiceRequest &R) override {
    return R.Possible[Random() % R.Possible.size()];
  }

private:
  std::mt19937_64 Random;
};

/// Where a run came, and what was known when a call began that was open then.
struct Arrival {
  const Function *Entry = nullptr;
  PathStep At;
  std::vector<std::pair<const Expr *, UInt128>> Known;
};

class Recorder : public RunObserver {
public:
  explicit Recorder(Module &M) : M(M) {}

  /// What the last run left open is over.
  void beginRun() { Open.clear(); }

  void enter(const Function &F, RunState &S) override {
    Arrival Frame;
    Frame.Entry = &F;
    for (uint32_t I = 0; I < F.NumParams; ++I)
      look(*F.Vars[I], S, Frame);
    for (const auto &G : M.Globals)
      look(*G, S, Frame);
    Open.push_back(std::move(Frame));
  }
  void leave(const Function &, std::optional<UInt128>, RunState &) override {
    Open.pop_back();
  }
  void at(const RunPoint &P, RunState &) override {
    if (P.Stmt == P.Func->Blocks[P.Block].Stmts.size())
      return;
    for (const Arrival &Frame : Open) {
      // Of several calls of one function it is about the one that comes there.
      bool IsOther = Frame.Entry == P.Func && &Frame != &Open.back();
      if (IsOther || All.size() >= MaxArrivals ||
          !Seen.insert({Frame.Entry, P.Func, P.Block, P.Stmt}).second)
        continue;
      All.push_back(Frame);
      All.back().At = {P.Func, P.Block, P.Stmt, 0};
    }
  }

  std::vector<Arrival> All;

private:
  static constexpr size_t MaxArrivals = 80;

  void look(const Variable &V, RunState &S, Arrival &Frame) {
    const Expr *E = M.Ctx.var(&V);
    if (!V.Ty->isInt() && !V.Ty->isPointer())
      return;
    if (auto Bits = S.evaluate(E, {}))
      Frame.Known.emplace_back(E, *Bits);
  }

  Module &M;
  std::vector<Arrival> Open;
  std::set<std::tuple<const Function *, const Function *, BlockId, uint32_t>>
      Seen;
};

/// What is known, as facts about the state.
Situation situationOf(Context &Ctx, const Arrival &A) {
  Situation Result;
  for (auto [Place, Bits] : A.Known) {
    const Type *T = Place->type();
    const Expr *Value = T->isPointer() ? Ctx.null(T) : Ctx.intConst(T, Bits);
    const Expr *Equal = Ctx.binary(Op::Eq, Place, Value);
    bool IsSame = !T->isPointer() || Bits == 0;
    Result.Facts.push_back(IsSame ? Equal : Ctx.notOf(Equal));
  }
  return Result;
}

FailureCondition::Points allAssumptions(const Module &M) {
  FailureCondition::Points Result;
  for (const auto &F : M.Functions)
    for (BlockId B = 0; B < F->Blocks.size(); ++B)
      for (uint32_t I = 0; I < F->Blocks[B].Stmts.size(); ++I)
        if (F->Blocks[B].Stmts[I].Kind == StmtKind::Assume)
          Result.insert({F.get(), B, I});
  return Result;
}

struct Counts {
  unsigned Arrivals = 0, Conditions = 0, Answered = 0;
};

/// What is wrong, or nothing.
std::string judge(uint64_t Seed, Counts &Sum) {
  CProgram P = randomC(Seed, {2, 5, 1});
  std::unique_ptr<Module> M = lowerText(P.text());
  if (!M)
    return "does not compile:\n" + P.text();
  if (Seed % 4)
    forwardTemporaries(*M);
  Recorder Seen(*M);
  for (unsigned Run = 0; Run < 4; ++Run) {
    RandomInputs Inputs(Seed * 1000 + Run);
    Seen.beginRun();
    RunOptions O;
    O.Inputs = &Inputs;
    O.MaxSteps = 300;
    O.Observer = &Seen;
    (void)run(*M, O);
  }
  PredicateSet Predicates(*M);
  Aliases A(*M, Seed % 2 ? World::Closed : World::Open);
  std::unique_ptr<Prover> Z = createZ3Prover(M->Ctx);
  FailureCondition C(Predicates, A, [](const Function &) { return false; });
  FailureCondition::Points Relevant = allAssumptions(*M);
  for (const Arrival &To : Seen.All) {
    ++Sum.Arrivals;
    const Expr *Condition = C.of(*To.Entry, To.At, Relevant);
    if (!Condition)
      continue;
    ++Sum.Conditions;
    Literal Asked[] = {{0, true}};
    Answer Is = Z->about({Condition}, situationOf(M->Ctx, To))->possible(Asked);
    Sum.Answered += Is == Answer::Yes;
    if (Is == Answer::No)
      return "seed " + std::to_string(Seed) + ": from " + To.Entry->Name +
             " a run came to " + To.At.Func->Name + ": " +
             print(To.At.statement()) + "\n" + print(Condition) + "\n" +
             P.text();
  }
  return "";
}

uint64_t number(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Default;
}

TEST(FailureConditionRandom, WhereARunComesTheConditionHolds) {
  Counts Sum;
  uint64_t First = number("PREDABS_RANDOM_SEED", 1);
  uint64_t Count = number("PREDABS_RANDOM_PROGRAMS", 60);
  for (uint64_t Seed = First; Seed < First + Count; ++Seed)
    ASSERT_EQ(judge(Seed, Sum), "");
  // Most can be said and asked.
  EXPECT_GT(Sum.Conditions, Sum.Arrivals / 2);
  EXPECT_GT(Sum.Answered, Sum.Conditions / 2);
  RecordProperty("arrivals", int(Sum.Arrivals));
  RecordProperty("conditions", int(Sum.Conditions));
}

} // namespace
