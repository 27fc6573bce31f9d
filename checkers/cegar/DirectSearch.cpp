#include "checkers/cegar/DirectSearch.h"

#include <string>

namespace predabs {

using ir::Expr;

namespace {

/// Terms that are looked at in one unit of work, by measurement.
constexpr uint64_t TermsPerUnit = 10;
/// Of so many goals, which may lie on one long path, a part of the units is
/// left to the rounds: these decide all goals together.
constexpr size_t ManyGoals = 64;
constexpr uint64_t PartForRounds = 4;
/// Paths that are tried for one goal.
constexpr unsigned MaxPaths = 5;

/// All terms of a question: the condition, its choices, whether loops are
/// turned in again.
struct Question {
  Question(Prover &Z, const Expr *Condition, const FailureCondition &C)
      : Choices(C.choices()) {
    Terms = {Condition};
    Terms.insert(Terms.end(), Choices.begin(), Choices.end());
    FirstAgain = uint32_t(Terms.size());
    Terms.insert(Terms.end(), C.repetitions().begin(), C.repetitions().end());
    About = Z.about(Terms, {});
  }

  bool hasLoops() const { return FirstAgain < Terms.size(); }
  /// With each loop left in its first turn.
  Answer possibleAtOnce() {
    std::vector<Literal> Asked = {{0, true}};
    for (uint32_t I = FirstAgain; I < Terms.size(); ++I)
      Asked.push_back({I, false});
    return About->possible(Asked);
  }
  Answer possible() {
    Literal Asked[] = {{0, true}};
    return About->possible(Asked);
  }
  /// After Yes.
  std::set<const Expr *> chosen() const {
    std::set<const Expr *> Result;
    for (uint32_t I = 1; I < FirstAgain; ++I)
      if (About->witness()[I])
        Result.insert(Terms[I]);
    return Result;
  }

  const std::vector<const Expr *> &Choices;
  std::vector<const Expr *> Terms;
  uint32_t FirstAgain = 0;
  std::unique_ptr<Questions> About;
};

/// The condition under which the block of \p G, or one before it, is entered.
const Expr *conditionBefore(const Goal &G) {
  const std::vector<ir::Block> &Blocks = G.Func->Blocks;
  auto First = [](const ir::Block &B) -> const Expr * {
    bool Is = !B.Stmts.empty() && B.Stmts[0].Kind == ir::StmtKind::Assume;
    return Is ? B.Stmts[0].Value : nullptr;
  };
  if (const Expr *C = First(Blocks[G.Block]))
    return C;
  for (const ir::Block &B : Blocks)
    if (std::ranges::count(B.Succs, G.Block))
      if (const Expr *C = First(B))
        return C;
  return nullptr;
}

PathStep stepOfGoal(const Goal &G) { return {G.Func, G.Block, G.Stmt, 0}; }

} // namespace

void DirectSearch::search(Wanted What) {
  std::vector<size_t> Open = S.openGoals();
  uint64_t Kept = Open.size() < ManyGoals ? 0 : S.units() / PartForRounds;
  for (size_t G : Open)
    if (S.unitsLeft() > Kept)
      look(G, What);
    else
      Unclear.insert(G);
}

void DirectSearch::look(size_t G, Wanted What) {
  if (S.From.How == Beginning::OfProgram)
    return;
  for (unsigned Tried = 0; Tried < MaxPaths && S.unitsLeft(); ++Tried) {
    uint64_t Before = C.work();
    const Expr *Condition =
        C.of(*S.From.Func, stepOfGoal(S.Goals[G]), Relevant);
    S.addUnits(1 + (C.work() - Before) / TermsPerUnit);
    if (!Condition) {
      Unclear.insert(G);
      return;
    }
    std::optional<Path> Way = decide(G, Condition, What);
    if (!Way || !tryPath(G, *Way, What))
      return;
  }
}

/// Proves the goal, or gives a path; or neither.
std::optional<Path> DirectSearch::decide(size_t G, const Expr *Condition,
                                         Wanted What) {
  if (Condition->isConstant() && !Condition->isInt(0))
    return C.way([](const Expr *) { return false; });
  Question Q(*S.W.Direct, Condition, C);
  Answer AtOnce = Condition->isConstant() ? Answer::No : Q.possibleAtOnce();
  if (AtOnce == Answer::Yes) {
    std::set<const Expr *> Chosen = Q.chosen();
    return C.way([&](const Expr *V) { return Chosen.contains(V); });
  }
  if (AtOnce == Answer::No && What != Wanted::Paths &&
      (!Q.hasLoops() || Q.possible() == Answer::No))
    prove(G);
  return std::nullopt;
}

void DirectSearch::prove(size_t G) {
  Finding F = Finding::proved();
  std::set<std::string> Named;
  for (const auto &[Func, Block, Stmt] : Relevant)
    Named.insert(Func->DisplayName + ": " +
                 predicateText(Func->Blocks[Block].Stmts[Stmt].Value));
  F.Basis.Predicates.assign(Named.begin(), Named.end());
  if (const Expr *C = conditionBefore(S.Goals[G]))
    F.Basis.Invariant = cText(S.W.M.Ctx.notOf(C));
  S.W.log("  nothing leads to " + S.Goals[G].Func->DisplayName + ":" +
          std::to_string(S.Goals[G].statement().Where.Line));
  S.decide(G, std::move(F));
}

/// Whether it is worth to go on: \p Way cannot happen, and conditions were
/// found that say so.
bool DirectSearch::tryPath(size_t G, const Path &Way, Wanted What) {
  std::optional<Feasibility> F = Examples.feasible(G, Way, CoreEffort::Least);
  if (!F)
    return false;
  if (F->Possible == Answer::Yes && What != Wanted::Proofs)
    Examples.confirm(G, Way, *F);
  if (F->Possible != Answer::No)
    return false;
  ++S.W.Numbers.Infeasible;
  size_t NumBefore = Relevant.size();
  for (uint32_t I : F->Core)
    if (const PathStep &At = Way.Steps[I];
        !At.isBlockEnd() && At.statement().Kind == ir::StmtKind::Assume)
      Relevant.insert({At.Func, At.Block, At.Stmt});
  return Relevant.size() > NumBefore;
}

} // namespace predabs
