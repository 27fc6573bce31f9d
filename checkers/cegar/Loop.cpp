#include "checkers/cegar/Loop.h"

#include "checkers/cegar/ContractPredicates.h"
#include "checkers/obligations/Obligations.h"
#include "checkers/runs/Certainty.h"
#include "predicates/abstraction/TracePath.h"
#include "predicates/bp/Liveness.h"
#include "predicates/bp/Print.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>

namespace predabs {

using namespace ir;

namespace {

/// How coarse the abstraction is, step by step.
struct PrecisionLevel {
  Precision How;
  unsigned MaxCube;
  uint64_t MaxLookedAt; ///< cubes for one goal
  const char *Text;
};
constexpr PrecisionLevel Levels[] = {
    {Precision::Cartesian, 3, 12'000, "predicates one by one"},
    {Precision::Cartesian, 6, 50'000, "longer combinations of predicates"},
    {Precision::Exact, 6, 50'000, "the relation of each statement"},
};

/// With more predicates the relation of a statement is too large.
constexpr size_t MaxForExact = 32;

/// A first glance ends after so many paths in a row that tell nothing, or when
/// this part of the units is spent.
constexpr unsigned MaxVainGlances = 8, GlanceShare = 8;
/// The solver's units for one path in a quick look.
constexpr uint64_t MaxGlance = 200'000;

/// Traces to look at in one round.
constexpr size_t TracesPerRound = 8;
constexpr uint64_t MaxRounds = 400;
/// Predicates that are named where the budget is spent.
constexpr size_t NamedAtEnd = 3;
/// Units of work, by measurement, see ProverStatistics::work.
constexpr uint64_t UnitsPerVisit = 10;
constexpr uint64_t UnitsPerRound = 1000;
/// Before anything is asked, all functions of the module are gone through.
constexpr uint64_t FunctionsPerUnit = 10;
constexpr uint64_t BddStepsPerUnit = 120;
/// A node takes about a hundred bytes, with its part of the caches.
constexpr uint64_t MinBddNodes = 100'000, MaxBddNodes = 4'000'000;
constexpr uint64_t StepsPerNode = 40;

} // namespace

/// The Boolean program of a round and what was found about it.
struct Loop::Round {
  Abstraction Made;
  bp::Flow Flow;
  std::unique_ptr<bebop::Check> Checked;
  std::vector<std::vector<bebop::Question>> Of; ///< by goal

  bebop::Reachability answer(size_t Goal) {
    bebop::Reachability Worst = bebop::Reachability::Unreachable;
    for (const bebop::Answer &A :
         Checked->answer(Of[Goal], bebop::Traces::NotWanted))
      if (A.Found != bebop::Reachability::Unreachable)
        Worst = A.Found;
    return Worst;
  }
};

Loop::Loop(Workspace &W, Entry From, std::vector<Goal> Goals, uint64_t Units,
           std::vector<Candidate> Seeds, Look How)
    : W(W), From(From), Goals(std::move(Goals)), Units(Units), How(How),
      Predicates(W.M), Refine(W, Predicates, How), Seeds(std::move(Seeds)),
      AreSteps(kindOf(this->Goals.front()) != FailureKind::Assertion) {
  if (AreSteps)
    W.A.assume(OthersAndStates::Keep);
  // What is wrong with them was said before.
  (void)readPredicates(W.Opts, Predicates);
  Findings.resize(this->Goals.size());
  Decided.resize(this->Goals.size());
  Before = unitsSpent();
  makeAbstractor();
}

Loop::~Loop() { W.A.assume(OthersAndStates::Change); }

void Loop::makeAbstractor() {
  AbstractionOptions O;
  O.Functions = {From.Func};
  O.Failures = W.Failures;
  O.How = Levels[Level].How;
  O.Strengthen.MaxCube = Levels[Level].MaxCube;
  O.Strengthen.MaxLookedAt = Levels[Level].MaxLookedAt;
  O.UnitsPerFunction = std::max<uint64_t>(1, Units / 2);
  O.Next = W.Next;
  Abstract = std::make_unique<Abstractor>(Predicates, W.A, *W.Z, O);
}

std::vector<Finding> Loop::run() {
  W.log("from " + From.Func->DisplayName + ":");
  OwnUnits += W.M.Functions.size() / FunctionsPerUnit;
  tryRuns();
  if (How != Look::Glance) {
    glance();
    work();
  }
  for (size_t G : openGoals())
    runOut(G, spentText());
  if (AreSteps)
    confirmProofs();
  W.Numbers.Predicates += Predicates.size();
  W.Numbers.Units += unitsSpent();
  return std::move(Findings);
}

/// Round by round, until all is decided or nothing more comes of it.
void Loop::work() {
  addContractPredicates(W, Predicates, *From.Func);
  for (const Candidate &C : Seeds)
    Refine.add(C);
  for (Progress = true;
       Progress && Rounds < MaxRounds && unitsLeft() && !openGoals().empty();) {
    Progress = false;
    std::unique_ptr<Round> R = check();
    settle(*R);
    countWork(*R);
  }
}

std::unique_ptr<Loop::Round> Loop::check() {
  // The other half is for what is done with it.
  return check(unitsLeft() / 2 + 1);
}

std::unique_ptr<Loop::Round> Loop::check(uint64_t UnitsToAbstract) {
  ++Rounds;
  ++W.Numbers.Rounds;
  W.log(" round " + std::to_string(Rounds) + ": " +
        std::to_string(Predicates.size()) + " predicates");
  auto R = std::make_unique<Round>();
  R->Made = Abstract->abstract(UnitsToAbstract);
  if (!W.Opts.EmitBp.empty())
    W.Program = bp::print(R->Made.Program);
  R->Flow = bp::buildFlow(R->Made.Program);
  bp::forgetDead(R->Flow, R->Made.Program);
  bebop::CheckOptions O;
  O.MaxWork = BddStepsPerUnit * unitsLeft();
  // One operation may do more than all that is allowed, if there is room.
  O.MaxNodes = std::min(MaxBddNodes, MinBddNodes + O.MaxWork / StepsPerNode);
  // When it would happen is not the same in every run.
  O.ReorderFrom = 0;
  R->Checked = std::make_unique<bebop::Check>(R->Flow, O);
  R->Checked->run({R->Made.Procedures[From.Func->Id]->Index});
  R->Of.resize(Goals.size());
  for (const bebop::Question &Q : bebop::assertions(R->Flow)) {
    const bp::FlowNode &Node = R->Flow.Procs[Q.Where.Proc].Nodes[Q.Where.Node];
    const Origin &O = R->Made.Origins[Node.Source->Origin];
    for (size_t G = 0; G < Goals.size(); ++G)
      if (Goals[G] == Goal{O.Func, O.Block, O.Stmt})
        R->Of[G].push_back(Q);
  }
  return R;
}

uint64_t Loop::unitsOf(const Round &R) {
  return UnitsPerRound + UnitsPerVisit * R.Checked->reach().stats().Visits +
         R.Checked->variables().space().work() / BddStepsPerUnit;
}

bool Loop::isSpent(const Round &R) const {
  return unitsSpent() + unitsOf(R) >= Units;
}

void Loop::countWork(const Round &R) {
  const BddSpace &Space = R.Checked->variables().space();
  OwnUnits += unitsOf(R);
  W.Numbers.BddNodes = std::max(W.Numbers.BddNodes, Space.peakLiveNodes());
}

void Loop::settle(Round &R) {
  std::vector<size_t> Reached;
  std::vector<bebop::Question> Wanted;
  for (size_t G : openGoals()) {
    switch (R.answer(G)) {
    case bebop::Reachability::Unreachable:
      prove(R, G);
      break;
    case bebop::Reachability::Unknown:
      isSpent(R) ? runOut(G, spentText())
                 : giveUp(G, "the Boolean program is too large");
      break;
    case bebop::Reachability::Reachable:
      if (Reached.size() < TracesPerRound) {
        Reached.push_back(G);
        Wanted.push_back(R.Of[G].front());
      } else {
        Progress = true; // its turn comes in another round
      }
      break;
    }
  }
  if (Wanted.empty())
    return;
  std::vector<bebop::Answer> Answers = R.Checked->answer(Wanted);
  for (size_t I = 0; I < Answers.size(); ++I)
    if (Answers[I].Way)
      examine(Reached[I], pathOf(R.Made, R.Flow, *Answers[I].Way));
    else
      isSpent(R) ? runOut(Reached[I], spentText())
                 : giveUp(Reached[I], "no trace was found: " + Answers[I].Why);
}

/// Without predicates a round costs next to nothing, and in a function that
/// anybody calls most paths can be taken. So it is with those about the states
/// that goals look at: most paths on which these are wrong can be taken too.
void Loop::glance() {
  if (From.How == Beginning::OfProgram || openGoals().empty())
    return;
  // Which conditions contradict themselves is not worth a question.
  constexpr uint64_t NoQuestions = 1;
  tryShortPaths(*check(NoQuestions));
  if (!openGoals().empty() && addSeedsAboutStates())
    tryShortPaths(*check());
}

/// Whether there are any.
bool Loop::addSeedsAboutStates() {
  size_t NumBefore = Predicates.size();
  for (const Candidate &C : Seeds) {
    std::vector<const Expr *> Read = placesRead(C.Term);
    if (std::any_of(Read.begin(), Read.end(),
                    [](const Expr *P) { return isState(P->type()); }))
      Refine.add(C);
  }
  return Predicates.size() > NumBefore;
}

/// Decides what the first path tells that \p R finds.
void Loop::tryShortPaths(Round &R) {
  unsigned Vain = 0;
  for (size_t G : openGoals()) {
    bebop::Reachability Found = R.answer(G);
    if (Found == bebop::Reachability::Unreachable) {
      prove(R, G);
      continue;
    }
    if (Found != bebop::Reachability::Reachable || Vain == MaxVainGlances ||
        unitsSpent() > Units / GlanceShare)
      continue;
    if (auto Way = R.Checked->answer({R.Of[G].front()})[0].Way)
      tryPath(G, pathOf(R.Made, R.Flow, *Way));
    Vain = isOpen(G) ? Vain + 1 : 0;
  }
  countWork(R);
}

/// Decides \p G if its failure can be reached by \p Way.
void Loop::tryPath(size_t G, Path Way) {
  if (verify(Way))
    return;
  W.Paths.allow(MaxGlance);
  Feasibility F = W.Paths.check(Way, From.How, kindOf(Goals[G]));
  if (verdictOf(F, Way, From.How, kindOf(Goals[G])) != Verdict::Unknown) {
    ++W.Numbers.Paths;
    confirm(G, std::move(Way), F);
  }
}

/// From the beginning of a program there were runs before.
void Loop::tryRuns() {
  if (From.How == Beginning::OfProgram)
    return;
  // A path is worth a glance even if there is nothing left to spend.
  W.Paths.allow(std::max(unitsLeft(), MaxGlance));
  for (FailingRun &R : failingRuns(W, From, Goals)) {
    if (R.Entry == EntryValues::DoNotMatter && !AreSteps &&
        !replaceableOn(R.Way)) {
      take(std::move(R));
      continue;
    }
    Feasibility F = W.Paths.check(R.Way, From.How, kindOf(Goals[R.Goal]));
    bool IsOpen =
        AreSteps && verdictOf(F, R.Way, From.How, kindOf(Goals[R.Goal])) ==
                        Verdict::Unknown;
    if (F.Possible == Answer::Yes && !IsOpen && isPath(R.Goal, R.Way))
      confirm(R.Goal, std::move(R.Way), F);
  }
}

/// A run that did not look at anything from outside fails for every caller.
void Loop::take(FailingRun R) {
  Finding F;
  F.Run = replay(W.M, R.Way, From.How, R.Inputs, &W.Paths.starts());
  if (!F.Run.Fails ||
      !failsEverywhere(W, R.Way, From.How, R.Inputs, kindOf(Goals[R.Goal])))
    return;
  W.log("  a run fails at " + Goals[R.Goal].Func->DisplayName);
  F.Answer = Verdict::Violated;
  F.Way = std::move(R.Way);
  F.Inputs = std::move(R.Inputs);
  decided(R.Goal, std::move(F));
}

bool Loop::isPath(size_t G, const Path &Way) {
  ++W.Numbers.Paths;
  if (std::optional<std::string> Wrong = verify(Way)) {
    ++W.Numbers.Disagreements;
    giveUp(G, "internal: a trace is no path: " + *Wrong);
    return false;
  }
  W.log("  a path of " + std::to_string(Way.Steps.size()) + " steps leads to " +
        Goals[G].Func->DisplayName + ":" +
        std::to_string(Goals[G]
                           .Func->Blocks[Goals[G].Block]
                           .Stmts[Goals[G].Stmt]
                           .Where.Line));
  return true;
}

void Loop::examine(size_t G, Path Way) {
  if (!isPath(G, Way))
    return;
  W.Paths.allow(How == Look::Thorough ? unitsLeft() : MaxGlance);
  Feasibility F = W.Paths.check(Way, From.How, kindOf(Goals[G]));
  switch (F.Possible) {
  case Answer::Yes:
    return confirm(G, std::move(Way), F);
  case Answer::No:
    return refine(G, Way, F);
  case Answer::Unknown:
    return runOut(G, "a path could not be followed: " + F.Why);
  }
}

void Loop::confirm(size_t G, Path Way, Feasibility &F) {
  Verdict Is = verdictOf(F, Way, From.How, kindOf(Goals[G]));
  if (Is == Verdict::Unknown)
    return giveUp(G, AreSteps ? "a condition is asked twice, with two answers"
                              : "it depends on memory that code elsewhere "
                                "gives back");
  ++W.Numbers.Runs;
  Replay Run = replay(W.M, Way, From.How, F.How, &W.Paths.starts());
  if (!Run.Fails) {
    // SOUND: only what really fails is reported.
    ++W.Numbers.Disagreements;
    W.log("  the interpreter does not take it: " + Run.Why);
    return giveUp(G, "internal: a run did not take the path found (" + Run.Why +
                         ")");
  }
  if (Is == Verdict::Violated &&
      !failsEverywhere(W, Way, From.How, F.How, kindOf(Goals[G])))
    return giveUp(G, "it depends on where objects lie, or on the library");
  W.log(Is == Verdict::Violated ? "  it happens"
                                : "  it happens for some entry values");
  Finding Found;
  Found.Answer = Is;
  Found.When = whenText(F);
  Found.Way = std::move(Way);
  Found.Inputs = std::move(F.How);
  Found.Run = std::move(Run);
  Found.Condition = std::move(F.Condition);
  decided(G, std::move(Found));
}

void Loop::refine(size_t G, const Path &Way, const Feasibility &F) {
  ++W.Numbers.Infeasible;
  W.log("  it cannot happen");
  switch (Refine.exclude(Way, F.Core)) {
  case Refinement::Outcome::Added:
    Progress = true;
    return;
  case Refinement::Outcome::Diverged:
    return giveUp(G, "a loop goes on and on: " + lastTried());
  case Refinement::Outcome::Repeated:
    break;
  }
  // What another path has taught in this round may exclude this one too.
  if (Progress)
    return;
  if (How != Look::Thorough)
    return runOut(G, "it takes more work");
  if (becomeMorePrecise())
    return;
  giveUp(G, "a path that cannot happen is not excluded (tried " +
                Refine.tried() + ")");
}

bool Loop::becomeMorePrecise() {
  if (Level + 1 == std::size(Levels))
    return false;
  if (Levels[Level + 1].How == Precision::Exact &&
      Predicates.size() > MaxForExact)
    return false;
  ++Level;
  W.log(std::string("  more precise: ") + Levels[Level].Text);
  makeAbstractor();
  return Progress = true;
}

/// The sites of a point's predecessors, where the condition is decided.
static std::string invariantBefore(const bebop::Check &C, const bp::Flow &F,
                                   const Abstraction &Made, const Goal &G) {
  const bp::Procedure *Proc = Made.Procedures[G.Func->Id];
  if (!Proc)
    return "";
  const auto &Nodes = F.Procs[Proc->Index].Nodes;
  for (bp::NodeId N = 0; N < Nodes.size(); ++N) {
    if (!Nodes[N].Source || !Nodes[N].Source->Origin)
      continue;
    const Origin &O = Made.Origins[Nodes[N].Source->Origin];
    const Block &B = G.Func->Blocks[O.Block];
    bool IsBefore = O.Stmt == B.Stmts.size() &&
                    std::count(B.Succs.begin(), B.Succs.end(), G.Block);
    if (IsBefore)
      return C.invariantText({Proc->Index, N});
  }
  return "";
}

void Loop::prove(Round &R, size_t G) {
  Finding F;
  F.Answer = Verdict::Proved;
  F.Why = Refine.exactness();
  F.Basis.Invariant = invariantBefore(*R.Checked, R.Flow, R.Made, Goals[G]);
  decided(G, std::move(F));
}

/// The states that predicates of \p F, and of globals, are about.
std::vector<const Expr *> Loop::statesIn(const Function &F) const {
  std::vector<const Expr *> Terms, States;
  for (const auto *List : {&Predicates.globals(), &Predicates.of(F)})
    for (const Predicate &P : *List)
      Terms.push_back(P.Term);
  for (const Expr *Place : placesRead(Terms))
    if (isState(Place->type()))
      States.push_back(Place);
  return States;
}

/// Whether \p S may change one of \p States by code that is not here, however
/// deep in calls that is.
bool Loop::meetsOthers(const Stmt &S, const std::vector<const Expr *> &States) {
  bool IsCall = S.Kind == StmtKind::Call;
  // Nothing comes after what does not return.
  if (IsCall && S.Value->kind() == ExprKind::FuncAddr &&
      S.Value->function()->IsNoReturn && !S.Value->function()->isDefined())
    return false;
  if (!IsCall && (S.Kind != StmtKind::Havoc || S.Dest))
    return false;
  auto MayChange = [&](const Expr *P, OthersAndStates How) {
    W.A.assume(How);
    return W.A.mayModify(S, P);
  };
  return std::any_of(States.begin(), States.end(), [&](const Expr *P) {
    return MayChange(P, OthersAndStates::Change) &&
           !MayChange(P, OthersAndStates::Keep);
  });
}

/// Whether code that is not here may change a state that a proof rests on.
bool Loop::meetsOthers() {
  std::vector<const Function *> Run = {From.Func};
  std::set<const Function *> Seen = {From.Func};
  for (size_t I = 0; I < Run.size(); ++I) {
    std::vector<const Expr *> States = statesIn(*Run[I]);
    for (const Block &B : Run[I]->Blocks)
      for (const Stmt &S : B.Stmts) {
        // SOUND: a proof may rest on the abstraction of what is left out here
        // only if that makes no difference.
        if (meetsOthers(S, States))
          return true;
        if (S.Kind != StmtKind::Call)
          continue;
        for (const Function *F : W.A.targets(S).Known)
          if (F->isDefined() && Seen.insert(F).second)
            Run.push_back(F);
      }
  }
  return false;
}

void Loop::confirmProofs() {
  std::vector<size_t> Proved;
  for (size_t G = 0; G < Goals.size(); ++G)
    if (Findings[G].Answer == Verdict::Proved)
      Proved.push_back(G);
  if (Proved.empty())
    return;
  if (!meetsOthers())
    return;
  W.A.assume(OthersAndStates::Change);
  makeAbstractor();
  std::unique_ptr<Round> R = check();
  for (size_t G : Proved)
    // SOUND: code elsewhere may change the state of what it knows.
    if (R->answer(G) != bebop::Reachability::Unreachable)
      isSpent(*R) ? runOut(G, spentText())
                  : giveUp(G, "code that is not here may change its state");
  countWork(*R);
}

void Loop::giveUp(size_t G, std::string Why) {
  Finding F;
  F.Why = std::move(Why);
  W.log("  gave up: " + F.Why);
  decided(G, std::move(F));
}

/// As giveUp, where more work might have helped.
void Loop::runOut(size_t G, std::string Why) {
  giveUp(G, std::move(Why));
  Findings[G].IsSpent = true;
}

void Loop::decided(size_t G, Finding F) {
  F.Basis.Predicates = predicateTexts();
  F.Basis.Rounds = Rounds;
  F.Basis.Units = unitsSpent();
  Findings[G] = std::move(F);
  Decided[G] = true;
}

std::vector<size_t> Loop::openGoals() const {
  std::vector<size_t> Result;
  for (size_t G = 0; G < Goals.size(); ++G)
    if (isOpen(G))
      Result.push_back(G);
  return Result;
}

std::vector<std::string> Loop::predicateTexts() const {
  std::vector<std::string> Result;
  for (const Predicate &P : Predicates.globals())
    Result.push_back(P.Text);
  for (const auto &F : W.M.Functions)
    for (const Predicate &P : Predicates.of(*F))
      Result.push_back(F->DisplayName + ": " + P.Text);
  return Result;
}

std::string Loop::spentText() const {
  std::string Text =
      Rounds >= MaxRounds ? "not decided after " : "the budget is spent after ";
  Text += std::to_string(Rounds) + (Rounds == 1 ? " round" : " rounds");
  return Text + (Predicates.size() ? ", " + lastTried() : "");
}

std::string Loop::lastTried() const {
  std::string Text = "with";
  std::vector<std::string> Tried = predicateTexts();
  for (size_t I = Tried.size() - std::min(Tried.size(), NamedAtEnd);
       I < Tried.size(); ++I)
    Text += " '" + Tried[I] + "'";
  return Text;
}

uint64_t Loop::unitsLeft() const {
  return Units - std::min(Units, unitsSpent());
}

uint64_t Loop::unitsSpent() const {
  return W.Z->statistics().work() +
         W.Paths.units() / ProverStatistics::SolverUnits + Refine.units() +
         OwnUnits - Before;
}

} // namespace predabs
