#include "checkers/engine/Engine.h"

#include "checkers/cegar/Loop.h"
#include "checkers/cegar/Seeds.h"
#include "checkers/engine/Dependence.h"
#include "checkers/engine/HeldReturns.h"
#include "checkers/explain/LockNotes.h"
#include "checkers/explain/Messages.h"
#include "checkers/explain/PathExplanation.h"
#include "checkers/files/UserFiles.h"
#include "checkers/models/Expansion.h"
#include "checkers/obligations/AlwaysFailing.h"
#include "checkers/program/Environment.h"
#include "checkers/program/Start.h"
#include "checkers/program/Volatile.h"
#include "checkers/protocols/Fresh.h"
#include "checkers/protocols/Given.h"
#include "checkers/protocols/Instrument.h"
#include "checkers/protocols/Names.h"
#include "checkers/protocols/PassedOn.h"
#include "checkers/protocols/Unfold.h"
#include "checkers/report/Progress.h"
#include "checkers/report/SourceNames.h"
#include "checkers/runs/Explore.h"
#include "checkers/runs/Runs.h"
#include "checkers/store/format/Digest.h"
#include "checkers/store/reuse/Again.h"
#include "predicates/alias/Library.h"
#include "predicates/ir/Forward.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace predabs;

namespace {

using ir::Function;

/// More ways into the program than these are not followed for one function.
constexpr size_t MaxEntries = 8;
/// What a program may cost from its entry, in budgets of a function; a file may
/// cost one.
constexpr uint64_t BudgetsPerProgram = 15;
/// The part of that for functions that lead out of the file: what nobody knows
/// more work seldom tells.
constexpr uint64_t PartLeadingOut = 20;
/// What all looks at a file may cost, in budgets of a function, and more for
/// each statement of it: no file is without an end.
constexpr uint64_t BudgetsPerFile = 5, UnitsPerStmt = 300;
/// Most functions need little, so one may take more than its part.
constexpr uint64_t GenerousShare = 4;
/// At first every function gets little, so that hard ones do not keep others
/// from being looked at.
constexpr uint64_t FirstUnits = 10'000, FirstUnitsPerObligation = 2'500;
/// Objects may have many states, which take predicates each.
constexpr uint64_t PartsForSteps = 2;
/// Each function that costs much in vain halves what the next ones may cost, so
/// often at most: they are likely to be of the same kind.
constexpr unsigned MostHalved = 6;
/// Predicates to begin with, and in a quick look.
constexpr size_t MaxSeeds = 40, FewSeeds = 12;

class Engine {
public:
  /// \p Protocols are compiled into \p M. \p Library may be null.
  Engine(ir::Module &M, const Options &Opts,
         const std::vector<Protocol> &Protocols, EntryStates AtEntry,
         Models *Library)
      : M(M), Opts(Opts), Protocols(Protocols), AtEntry(std::move(AtEntry)),
        Library(Library) {}

  /// Functions of other files come from \p From. What was judged \p Last is
  /// not judged again where that depends on nothing that changed.
  void use(Surroundings &From, const FileKeys &Keys, const Contracts *Bodies,
           const SummaryFile *Last) {
    Around = &From;
    Own = &Keys;
    Made = Bodies;
    Before = Last;
  }
  /// What was looked up before the functions of other files.
  void useSymbols(std::vector<Use> Of) { Symbols = std::move(Of); }
  /// Says to \p P what is decided as it goes.
  void announceTo(Progress *P) { Told = P; }
  Report run();
  /// After run().
  void keep(SummaryFile &Into) const;
  /// Books with new answers.
  std::vector<std::pair<std::string, std::string>> answers() const;

private:
  /// Obligations of one function, with positions in Found.
  using Group = std::vector<size_t>;
  /// Positions in Found.
  using GoalSet = std::set<size_t>;

  void prepare();
  void openBooks();
  AnswerBook *bookOf(const Function &F);
  void expandModels();
  std::vector<Group> groups() const;
  Group decide(const Group &G);
  Group decideSteps(const Group &G);
  void decideForCallers();
  GoalSet judgeCallees(const Entry &E, const GoalSet &Goals);
  void decideAll();
  std::vector<Group> recall(std::vector<Group> ToDo);
  bool recall(const Group &G, Recollection &Known);
  void record(const Group &G, uint64_t UnitsBefore, bool IsVain);
  void beginAnnouncing();
  void announce(const Group &G);
  uint64_t unitsOfFile() const;
  bool isFileSpent() const { return W->Numbers.Units >= FileLimit; }
  void leaveUndecided(const Group &G);
  void decideFrom(const Entry &E, const Group &G, std::vector<Finding> &Known);
  bool isLeftToCallers(const Entry &E, const FoundObligation &O);
  Look lookAt(const Entry &E, const std::vector<Goal> &Goals) const;
  std::vector<Finding> search(const Entry &E, const std::vector<Goal> &Goals);
  void searchNormalCalls(const Entry &E, const std::vector<Goal> &Goals,
                         std::vector<Finding> &Known);
  void checkSteps(const Entry &E, std::map<Goal, Finding> &Found);
  void runFromStart(const Entry &E);
  std::vector<Entry> entriesTo(const Function &F) const;
  bool isVisible(const Function &F) const;
  void merge(Finding &Into, Finding New) const;
  uint64_t allowance(const Group &G) const;
  uint64_t unitsAtFirst(const Group &G) const;
  uint64_t unitsLeft() const;
  void report(size_t Index, Finding F);
  void reportAtCall(size_t Index, Finding F);
  bool isKnown(const Path &P) const;
  bool meetsUnknown(const Path &P) const;
  Position positionOf(const FoundObligation &O) const;
  void reportStepAtCall(size_t Index, const Function &In, Finding F);
  void sayAtCall(size_t Index, const PathStep &Call, Finding F);
  void settleReturns();
  void settleCertain();
  std::vector<Note> explanation(const Finding &F) const;
  void addMessage(Message M);
  const Function *entryFunction() const;

  ir::Module &M;
  const Options &Opts;
  const std::vector<Protocol> &Protocols;
  const EntryStates AtEntry;
  Models *Library;   ///< or null
  Expansion InPlace; ///< of the library's models
  Surroundings *Around = nullptr;
  const FileKeys *Own = nullptr;   ///< if there is something around
  const Contracts *Made = nullptr; ///< likewise
  const SummaryFile *Before = nullptr;
  Imports Foreign;
  /// Answers about functions of other files, and how many were known before.
  struct OpenBook {
    AnswerBook Book;
    size_t NumBefore = 0;
  };
  std::map<Key, OpenBook> Books;
  RememberingProver *Asker = nullptr; ///< if there are any
  /// Callers by functions that acquire locks, see Fresh.h.
  std::map<const Function *, const Function *> Fresh;
  std::vector<FoundObligation> Found;
  const Function *Program = nullptr; ///< where the program starts
  const Function *Start = nullptr;
  std::optional<Environment> Others;
  bool OthersFirst = false; ///< they may run before Program
  std::unique_ptr<Workspace> W;
  std::unique_ptr<CallGraph> Calls;
  std::vector<Decision> Decisions;
  std::vector<KeptDecision> Kept;    ///< about own obligations
  std::vector<KeptDecision> AtCalls; ///< about those of other files
  /// By function; only if something is to be kept.
  std::map<const Function *, Judgement> Judged;
  std::set<const Function *> IsRecalled;
  /// Functions that fail whenever they are called, once somebody asked.
  std::set<const Function *> Failing;
  /// What runs from Start told, once somebody wanted to know.
  std::map<Goal, Finding> FromStart;
  /// Returns with a lock held, until it is known how others leave it.
  std::map<size_t, Finding> Returning;
  /// Latent steps that callers elsewhere, or nobody knows who, may fail.
  GoalSet Unsettled;
  size_t GroupsLeft = 0;
  unsigned NumVain = 0; ///< functions that cost work and gave nothing
  bool IsFirstLook = false;
  /// Where the units stop that the function in hand may cost, from all its
  /// entries together.
  uint64_t UnitLimit = 0;
  uint64_t FileLimit = 0; ///< where the units stop that all may cost
  Progress *Told = nullptr;
  std::vector<Use> Symbols; ///< of objects, that were looked up
  Report R;
};

const Function *Engine::entryFunction() const {
  return findEntry(M, Opts.Entry.empty() ? Opts.Start : Opts.Entry);
}

void Engine::prepare() {
  // With an entry, what is here is all that there is.
  if (Around && Opts.Entry.empty())
    Foreign = importCallees(M, *Around, failureTest(Opts));
  Foreign.Uses.insert(Foreign.Uses.end(), Symbols.begin(), Symbols.end());
  std::ranges::sort(Foreign.Uses, {}, &Use::Function);
  Found = findObligations(M, Opts);
  // What is decided in its own file stays so.
  std::erase_if(Found, [&](const FoundObligation &O) {
    return Foreign.contains(*O.Func) &&
           (!Foreign.Latent.contains({O.Func, O.Block, O.Stmt}) ||
            stepOf(O).Returning);
  });
  if (Found.empty())
    return;
  expandModels();
  Program = entryFunction();
  Others.emplace(M, Opts);
  if (Opts.Closed)
    keepDefinitions(M);
  if (Program) {
    OthersFirst = Others->runsBefore(M, *Program);
    Start = &addStart(M, *Program,
                      OthersFirst ? BeforeStart::Others : BeforeStart::Nobody);
  }
  Fresh = addFreshCallers(M, AtEntry);
  if (Others->world() == World::Open)
    addForeignFunctions(M);
  W = std::make_unique<Workspace>(M, Others->world(), Start,
                                  failureFunctions(M, Opts), Opts);
  W->Paths.assume(AtEntry);
  settleUnknownVolatile(M, W->A);
  Calls = std::make_unique<CallGraph>(M, W->A);
  W->Contracted = Foreign.Contracted;
  if (!Foreign.Functions.empty())
    openBooks();
}

/// The book of a function of another file.
AnswerBook *Engine::bookOf(const Function &F) {
  Digest D;
  D.add(Own->Settings);
  D.add(Foreign.Codes.at(&F));
  auto [It, IsNew] = Books.try_emplace(D.key());
  if (IsNew) {
    It->second.Book = Around->answers(It->first);
    It->second.NumBefore = It->second.Book.Known.size();
  }
  return &It->second.Book;
}

void Engine::openBooks() {
  auto Remembering = std::make_unique<RememberingProver>(
      M.Ctx, std::move(W->Z),
      createZ3Prover(M.Ctx, {.Remembers = Memory::None}));
  Asker = Remembering.get();
  W->Z = std::move(Remembering);
  W->Next = [this](const Function *F) {
    // Others are asked what their callers need, not what all need.
    Asker->use(F && Foreign.Contracted.contains(F) ? bookOf(*F) : nullptr);
  };
}

std::vector<std::pair<std::string, std::string>> Engine::answers() const {
  std::vector<std::pair<std::string, std::string>> Result;
  for (const auto &[Of, Open] : Books)
    if (Open.Book.Known.size() > Open.NumBefore)
      Result.emplace_back(Of.str(), encode(Open.Book));
  return Result;
}

/// From here on obligations are where they are among the models.
void Engine::expandModels() {
  if (!Library)
    return;
  std::set<std::string> Elsewhere;
  for (const Use &U : Foreign.Uses)
    if (U.Of != Key())
      Elsewhere.insert(U.Function);
  // A call that is a failure stays a call.
  for (const Function *F : failureFunctions(M, Opts))
    Elsewhere.insert(F->Name);
  InPlace = Expansion::of(M, *Library, [&](const Function &F) {
    return Elsewhere.contains(F.Name);
  });
  for (FoundObligation &O : Found) {
    auto [Block, Stmt] = InPlace.now(*O.Func, {O.Block, O.Stmt});
    O.Block = Block;
    O.Stmt = Stmt;
  }
}

/// Where it is in the code of its function, which has no models.
Position Engine::positionOf(const FoundObligation &O) const {
  auto [Block, Stmt] = InPlace.before(*O.Func, {O.Block, O.Stmt});
  return {O.Func->Name, Block, Stmt};
}

/// Whether somebody calls \p F whom we do not see.
bool Engine::isVisible(const Function &F) const {
  if (Foreign.contains(F) || isFreshCaller(F))
    return false; // its callers elsewhere look after it
  return Others->mayCall(F, Program, *Calls, W->A);
}

/// From where \p F can be reached, the program's start first.
std::vector<Entry> Engine::entriesTo(const Function &F) const {
  std::vector<Entry> Result;
  if (Start && Calls->reaches(*Start, F))
    Result.push_back({Start, Beginning::OfProgram});
  for (const auto &E : M.Functions)
    if (E->isDefined() && E.get() != &F && E.get() != Start && isVisible(*E) &&
        Calls->reaches(*E, F))
      Result.push_back({E.get(), Beginning::OfCall});
  return Result;
}

static bool isStep(const FoundObligation &O) {
  return kindOf({O.Func, O.Block, O.Stmt}) != FailureKind::Assertion;
}

std::vector<Engine::Group> Engine::groups() const {
  // Assertions and steps apart.
  std::map<std::pair<uint32_t, bool>, Group> ByFunction;
  for (size_t I = 0; I < Found.size(); ++I)
    ByFunction[{Found[I].Func->Id, isStep(Found[I])}].push_back(I);
  std::vector<Group> Result;
  for (const Function *F : Calls->bottomUp())
    for (bool AreSteps : {false, true})
      if (auto It = ByFunction.find({F->Id, AreSteps}); It != ByFunction.end())
        Result.push_back(It->second);
  return Result;
}

/// What is not decided yet stays so, as some callers are not looked at.
static void leaveOpen(std::vector<Finding> &Known) {
  for (Finding &K : Known)
    if (K.Answer == Verdict::Proved || K.Answer == Verdict::Latent) {
      K.Answer = Verdict::Unknown;
      K.Why = "the budget is spent before all callers are seen";
      K.IsSpent = true;
    }
}

/// Returns those for which more work might tell more.
Engine::Group Engine::decide(const Group &G) {
  const Function &F = *Found[G[0]].Func;
  if (Foreign.contains(F))
    return {}; // its callers are judged, see decideForCallers
  if (isFileSpent()) {
    leaveUndecided(G);
    return {};
  }
  UnitLimit = W->Numbers.Units + allowance(G);
  bool IsOfProgram = !Opts.Entry.empty() || &F == Program;
  if (!IsOfProgram && isStep(Found[G[0]]))
    return decideSteps(G);
  // For every caller, whatever it passes.
  bool Local = (Opts.Entry.empty() && &F != Program) || isVisible(F);
  std::vector<Finding> Here(G.size());
  if (Local) {
    for (Finding &H : Here)
      H.Answer = Verdict::Proved;
    decideFrom({&F, Beginning::OfCall}, G, Here);
  }
  // For the callers that we see.
  Group Rest;
  for (size_t I = 0; I < G.size(); ++I) {
    bool IsFinal =
        Local && (Here[I].Answer == Verdict::Proved ||
                  (isVisible(F) && Here[I].Answer == Verdict::Violated));
    if (IsFinal)
      report(G[I], std::move(Here[I]));
    else
      Rest.push_back(I);
  }
  if (Rest.empty())
    return {};
  Group Positions;
  std::vector<Finding> Sum;
  for (size_t I : Rest) {
    Positions.push_back(G[I]);
    Finding &S = Sum.emplace_back();
    S.Answer = Verdict::Proved;
    if (isVisible(F))
      S = Here[I];
  }
  std::vector<Entry> Entries = entriesTo(F);
  if (Entries.size() > MaxEntries) {
    // SOUND: nothing is proved for those that are left out.
    if (!isVisible(F))
      for (Finding &S : Sum)
        S = unknown("it has too many callers");
    Entries.resize(Start ? 1 : 0);
  }
  bool AreAllSeen = true;
  for (const Entry &E : Entries) {
    AreAllSeen &= unitsLeft() != 0;
    if (unitsLeft())
      decideFrom(E, Positions, Sum);
    else if (!isVisible(F))
      leaveOpen(Sum);
  }
  Group MoreToDo;
  for (size_t I = 0; I < Positions.size(); ++I) {
    if ((Sum[I].Answer == Verdict::Unknown && Sum[I].IsSpent) ||
        (Sum[I].Answer == Verdict::Latent && !AreAllSeen))
      MoreToDo.push_back(Positions[I]);
    report(Positions[I], std::move(Sum[I]));
  }
  return MoreToDo;
}

/// Steps of protocols are judged function by function: what callers make of
/// those that are latent comes later. Returns those for which more work might
/// tell more.
Engine::Group Engine::decideSteps(const Group &G) {
  std::vector<Finding> Here(G.size());
  for (Finding &H : Here)
    H.Answer = Verdict::Proved;
  decideFrom({Found[G[0]].Func, Beginning::OfCall}, G, Here);
  Group MoreToDo;
  for (size_t I = 0; I < G.size(); ++I) {
    if (Here[I].Answer == Verdict::Unknown && Here[I].IsSpent)
      MoreToDo.push_back(G[I]);
    report(G[I], std::move(Here[I]));
  }
  return MoreToDo;
}

static bool isInput(const Function &F) {
  return F.Name.starts_with("__VERIFIER_nondet_") ||
         F.Name.starts_with(EventPrefix);
}

/// Whether \p P passes a call of a function of which nothing is known.
bool Engine::meetsUnknown(const Path &P) const {
  for (size_t I = 0; I + 1 < P.Steps.size(); ++I) {
    if (P.Steps[I].isBlockEnd() || P.enters(I) || InPlace.modelAt(P.Steps[I]))
      continue;
    const ir::Stmt &S = P.Steps[I].statement();
    if (S.Kind != ir::StmtKind::Call)
      continue;
    if (S.Value->kind() != ir::ExprKind::FuncAddr)
      return true;
    const Function &Callee = *S.Value->function();
    if (!isInput(Callee) && !alias::findLibraryFunction(Callee))
      return true;
  }
  return false;
}

/// What becomes of goals in functions that \p E calls, and that fail for some
/// callers. Gives those that fail for some callers of \p E.
Engine::GoalSet Engine::judgeCallees(const Entry &E, const GoalSet &Goals) {
  Group G(Goals.begin(), Goals.end());
  if (isFileSpent()) {
    Unsettled.insert(G.begin(), G.end());
    return {};
  }
  UnitLimit = W->Numbers.Units + unitsAtFirst(G);
  std::vector<Finding> Known(G.size());
  for (Finding &K : Known)
    K.Answer = Verdict::Proved;
  decideFrom(E, G, Known);
  const Function &In = E.Func == Start ? *Program : *E.Func;
  GoalSet Latent;
  for (size_t I = 0; I < G.size(); ++I) {
    bool IsStepHere = isStep(Found[G[I]]);
    // SOUND: a function that nobody else calls may never be called.
    bool IsSure = Known[I].Answer == Verdict::Violated &&
                  (IsStepHere || E.Func == Start || isVisible(*E.Func));
    if (Known[I].Answer == Verdict::Latent ||
        (Known[I].Answer == Verdict::Violated && !IsSure))
      Latent.insert(G[I]);
    else if (Known[I].Answer == Verdict::Unknown)
      Unsettled.insert(G[I]);
    // SOUND: what nobody knows may be the release of a lock that code of other
    // files acquires.
    bool IsOpen = IsStepHere && Foreign.contains(*Found[G[I]].Func) &&
                  meetsUnknown(Known[I].Way);
    if (IsSure && IsOpen)
      Unsettled.insert(G[I]);
    else if (IsSure && IsStepHere)
      reportStepAtCall(G[I], In, std::move(Known[I]));
    else if (!IsStepHere && (IsSure || isVisible(In)))
      reportAtCall(G[I], std::move(Known[I]));
  }
  return Latent;
}

/// From the callees to the callers: what is latent in a function is judged in
/// those that call it, until one makes it certain or impossible. Of this file's
/// own functions that are steps of protocols; assertions were judged so before.
void Engine::decideForCallers() {
  std::map<const Function *, GoalSet> Left;
  for (size_t I = 0; I < Found.size(); ++I)
    if (const Function *F = Found[I].Func;
        !IsRecalled.contains(F) &&
        (Foreign.contains(*F) ||
         (isStep(Found[I]) && Decisions[I].Answer == Verdict::Latent)))
      Left[F].insert(I);
  if (Left.empty())
    return;
  PassedOn States(M, W->A, *Calls);
  IsFirstLook = true;
  for (const Function *F : Calls->bottomUp()) {
    GoalSet Goals, Done;
    for (const Function *Callee : Calls->callees(*F))
      if (auto It = Left.find(Callee); Callee != F && It != Left.end())
        Goals.insert(It->second.begin(), It->second.end());
    bool IsPassedOn = Foreign.contains(*F) || F == Program;
    bool ArePassedOn = F != Start && States.by(*F);
    for (size_t G : Goals)
      if (IsPassedOn || (ArePassedOn && isStep(Found[G])))
        Done.insert(G);
    for (size_t G : Done)
      Goals.erase(G);
    if (!Goals.empty())
      Done.merge(judgeCallees(
          {F, F == Start ? Beginning::OfProgram : Beginning::OfCall}, Goals));
    Left[F].insert(Done.begin(), Done.end());
    if (isVisible(*F))
      Unsettled.insert(Left[F].begin(), Left[F].end());
  }
  IsFirstLook = false;
  // Nobody else calls these.
  for (size_t I = 0; I < Found.size(); ++I)
    if (isStep(Found[I]) && Decisions[I].Answer == Verdict::Latent &&
        !Foreign.contains(*Found[I].Func) &&
        !IsRecalled.contains(Found[I].Func) && !Unsettled.contains(I)) {
      Decisions[I].Answer = Verdict::Proved;
      Decisions[I].Why = "for all calls but those that are reported";
    }
}

void Engine::decideFrom(const Entry &E, const Group &G,
                        std::vector<Finding> &Known) {
  std::vector<Goal> Goals;
  std::vector<size_t> Index;
  for (size_t I = 0; I < G.size(); ++I)
    if (Known[I].Answer != Verdict::Violated) {
      const FoundObligation &O = Found[G[I]];
      Goals.push_back({O.Func, O.Block, O.Stmt});
      Index.push_back(I);
    }
  if (Goals.empty())
    return;
  std::vector<Finding> New(Goals.size());
  if (E.How == Beginning::OfProgram && Opts.Paths) {
    if (FromStart.empty())
      runFromStart(E);
    for (size_t I = 0; I < Goals.size(); ++I)
      New[I] = FromStart[Goals[I]];
  }
  std::vector<Goal> Open;
  std::vector<size_t> OpenIndex;
  for (size_t I = 0; I < Goals.size(); ++I)
    if (New[I].Answer == Verdict::Unknown) {
      Open.push_back(Goals[I]);
      OpenIndex.push_back(I);
    }
  std::vector<Finding> Decided = search(E, Open);
  searchNormalCalls(E, Open, Decided);
  for (size_t I = 0; I < Open.size(); ++I)
    New[OpenIndex[I]] = std::move(Decided[I]);
  for (size_t I = 0; I < Goals.size(); ++I) {
    if (New[I].Answer == Verdict::Violated &&
        isLeftToCallers(E, Found[G[Index[I]]]))
      New[I].Answer = Verdict::Latent;
    // SOUND: with an entry given, a failure that only some caller from outside
    // could cause is neither proved absent nor certain.
    if (!Opts.Entry.empty() && New[I].Answer == Verdict::Latent)
      New[I] = unknown("it may be called by code that is not here",
                       std::move(New[I].Basis));
    merge(Known[Index[I]], std::move(New[I]));
  }
}

/// Whether to call \p E is the failure: those who do are to blame.
bool Engine::isLeftToCallers(const Entry &E, const FoundObligation &O) {
  if (E.How == Beginning::OfProgram || isStep(O) ||
      !(isPlainCall(O.What) || isPlainlyFalse(O.What.Text)))
    return false;
  if (Failing.empty())
    Failing = alwaysFailing(M, W->Failures);
  return Failing.contains(E.Func);
}

/// Of another file's assertions only those matter that fail whatever this file
/// is called with, and these fail in any run.
Look Engine::lookAt(const Entry &E, const std::vector<Goal> &Goals) const {
  const Goal &G = Goals.front();
  if (Foreign.contains(*G.Func) && kindOf(G) == FailureKind::Assertion &&
      E.How == Beginning::OfCall)
    return Look::Glance;
  return IsFirstLook ? Look::Quick : Look::Thorough;
}

/// Assertions and steps of protocols are looked for under different
/// assumptions.
std::vector<Finding> Engine::search(const Entry &E,
                                    const std::vector<Goal> &Goals) {
  std::vector<Finding> Result(Goals.size());
  for (bool AreSteps : {false, true}) {
    std::vector<Goal> Some;
    std::vector<size_t> Index;
    for (size_t I = 0; I < Goals.size(); ++I)
      if ((kindOf(Goals[I]) != FailureKind::Assertion) == AreSteps) {
        Some.push_back(Goals[I]);
        Index.push_back(I);
      }
    if (Some.empty())
      continue;
    Look How = lookAt(E, Some);
    size_t NumSeeds = How == Look::Thorough ? MaxSeeds : FewSeeds;
    std::vector<Finding> Decided =
        Loop(*W, E, Some, unitsLeft(), seeds(*W, *E.Func, Some, NumSeeds), How)
            .run();
    for (size_t I = 0; I < Some.size(); ++I)
      Result[Index[I]] = std::move(Decided[I]);
  }
  return Result;
}

/// Whether only callers that hold the lock take the step.
static bool needsHeld(const Goal &G) {
  const ir::Stmt &S = G.Func->Blocks[G.Block].Stmts[G.Stmt];
  return isBrokenStep(S) && brokenStep(S).Lock == LockAtEntry::Held;
}

/// What fails for callers that hold a lock may also fail for those that do not,
/// as they should.
void Engine::searchNormalCalls(const Entry &E, const std::vector<Goal> &Goals,
                               std::vector<Finding> &Known) {
  auto Caller = Fresh.find(E.Func);
  if (E.How != Beginning::OfCall || Caller == Fresh.end())
    return;
  std::vector<Goal> Latent;
  std::vector<size_t> Index;
  for (size_t I = 0; I < Goals.size(); ++I)
    if (Known[I].Answer == Verdict::Latent &&
        kindOf(Goals[I]) != FailureKind::Assertion && !needsHeld(Goals[I])) {
      Latent.push_back(Goals[I]);
      Index.push_back(I);
    }
  std::vector<Finding> Normal = search({Caller->second, E.How}, Latent);
  for (size_t I = 0; I < Latent.size(); ++I)
    if (Normal[I].Answer == Verdict::Violated)
      Known[Index[I]] = std::move(Normal[I]);
}

/// A run may have guessed the state of an object.
void Engine::checkSteps(const Entry &E, std::map<Goal, Finding> &Found) {
  for (auto &[G, F] : Found) {
    FailureKind K = kindOf(G);
    if (F.Answer != Verdict::Violated || K == FailureKind::Assertion)
      continue;
    W->Paths.allow(unitsLeft());
    Feasibility Again = W->Paths.check(F.Way, E.How, K);
    if (Again.Possible != Answer::Yes ||
        Again.Entry != EntryValues::DoNotMatter)
      F = Finding();
  }
}

/// What runs tell about all obligations, from the start of the program.
void Engine::runFromStart(const Entry &E) {
  std::vector<Goal> All;
  for (const FoundObligation &O : Found)
    All.push_back({O.Func, O.Block, O.Stmt});
  std::vector<Finding> Known = decideByRuns(*W, E, All);
  bool IsDone = std::none_of(Known.begin(), Known.end(), [](const Finding &F) {
    return F.Answer == Verdict::Unknown;
  });
  Explored Paths;
  if (!IsDone)
    Paths = explore(*W, E, All);
  for (size_t I = 0; I < All.size(); ++I) {
    Finding &F = FromStart[All[I]] = std::move(Known[I]);
    if (F.Answer != Verdict::Unknown)
      continue;
    if (Paths.Failures.contains(All[I]))
      F = std::move(Paths.Failures[All[I]]);
    else if (Paths.Excluded.contains(All[I])) {
      F.Answer = Verdict::Proved;
      F.Why = "all paths that could come here were run";
    }
  }
  checkSteps(E, FromStart);
}

uint64_t Engine::unitsLeft() const {
  return UnitLimit - std::min(UnitLimit, W->Numbers.Units);
}

/// However many functions there are: what all of them may cost together.
uint64_t Engine::unitsOfFile() const {
  uint64_t OfFunction = uint64_t(Opts.Budget) * 1000;
  if (!Opts.Entry.empty())
    return 2 * BudgetsPerProgram * OfFunction;
  uint64_t NumStmts = 0;
  for (const auto &F : M.Functions)
    for (const ir::Block &B : F->Blocks)
      NumStmts += B.Stmts.size();
  return BudgetsPerFile * OfFunction + UnitsPerStmt * NumStmts;
}

void Engine::leaveUndecided(const Group &G) {
  for (size_t I : G)
    if (Decisions[I].What == Obligation())
      report(I, unknown("the budget of the file is spent"));
}

uint64_t Engine::unitsAtFirst(const Group &G) const {
  uint64_t Units = FirstUnits + FirstUnitsPerObligation * G.size();
  bool AreSteps =
      std::ranges::any_of(G, [&](size_t I) { return isStep(Found[I]); });
  return AreSteps ? PartsForSteps * Units : Units;
}

/// Units for the next function. All share what the file may cost, so that many
/// hard ones do not add up, and the first ones do not take all.
uint64_t Engine::allowance(const Group &G) const {
  uint64_t OfFunction = uint64_t(Opts.Budget) * 1000;
  if (IsFirstLook)
    return std::min(OfFunction, unitsAtFirst(G));
  uint64_t OfFile =
      Opts.Entry.empty() ? OfFunction : OfFunction * BudgetsPerProgram;
  if (Opts.Entry.empty() && Calls->leadsOut(*Found[G[0]].Func))
    OfFile /= PartLeadingOut;
  uint64_t Left = OfFile - std::min(OfFile, W->Numbers.Units);
  if (!Opts.Entry.empty())
    return Left;
  uint64_t Share = GenerousShare * Left / std::max<size_t>(GroupsLeft, 1);
  return std::min(Left, Share) >> std::min(NumVain, MostHalved);
}

void Engine::merge(Finding &Into, Finding New) const {
  Verdict Both = stronger(Into.Answer, New.Answer);
  bool IsSpent = Into.IsSpent || New.IsSpent;
  if (Both != Into.Answer || Both == Verdict::Proved)
    Into = std::move(New);
  Into.IsSpent = IsSpent;
}

void Engine::addMessage(Message M) {
  M.Text = withSourceNames(M.Text);
  for (Note &N : M.Notes)
    N.Text = withSourceNames(N.Text);
  bool IsCopy = std::any_of(
      R.Messages.begin(), R.Messages.end(), [&](const Message &Known) {
        return Known.Where == M.Where && Known.Text == M.Text;
      });
  if (!IsCopy)
    R.Messages.push_back(std::move(M));
}

/// For whom it fails, in C.
static std::string conditionText(const Finding &F) {
  std::string Text;
  for (const ir::Expr *C : F.Condition)
    Text += (Text.empty() ? "" : " && ") + cText(C);
  return Text;
}

/// Whether \p F is said to the user.
static bool isSaid(const FoundObligation &O, const Finding &F,
                   const Options &Opts) {
  if (F.Answer == Verdict::Violated)
    return true;
  // A lock that the function acquires itself is free when it is called.
  return F.Answer == Verdict::Latent && Opts.Open &&
         kindOf({O.Func, O.Block, O.Stmt}) != FailureKind::OwnStep;
}

/// Who releases the wrong one is told which one it holds.
static Message withOther(Message M, const FoundObligation &O,
                         const Finding &F) {
  if (O.What.Finding != "release-unheld" || F.Answer != Verdict::Violated)
    return M;
  const ir::Expr *State = heldInstead(O, F.Way);
  if (!State || !State->numOperands())
    return M;
  M.Rule.replace(M.Rule.rfind("release-unheld"), std::string::npos,
                 "release-other");
  M.Text += ", but '" + cText(writtenObject(State->operand(0))) + "' is";
  return M;
}

void Engine::report(size_t Index, Finding F) {
  const FoundObligation &O = Found[Index];
  if (F.Answer == Verdict::Latent || F.Answer == Verdict::Violated)
    F.Why += conditionText(F);
  if (F.Answer == Verdict::Latent)
    F.Why = latentText(F.Why, F.When);
  Decision &D = Decisions[Index];
  // The second time is for what the first one could not tell.
  if (F.Answer == Verdict::Unknown && D.Answer == Verdict::Latent)
    return;
  D = {O.What, F.Answer, F.Why, F.Basis};
  if (stepOf(O).Returning)
    Returning[Index] = std::move(F);
  else if (isSaid(O, F, Opts))
    addMessage(withOther(warning(D, explanation(F)), O, F));
}

/// A lock that a function holds when it returns is wrong only if at other
/// returns it does not.
void Engine::settleReturns() {
  HeldReturns Returns(Found, Returning);
  for (auto &[I, F] : Returning) {
    const FoundObligation &O = Found[I];
    std::optional<Finding> Rule = Returns.settled(I);
    Finding Is = Rule ? *Rule : Finding();
    Decisions[I] = {O.What, Is.Answer, Is.Why, F.Basis};
    if (!Rule)
      Decisions[I].What.Text.clear();
    if (!isSaid(O, Is, Opts))
      continue;
    std::vector<Note> Notes = explanation(Is);
    if (Is.Elsewhere.isValid())
      Notes.push_back({Is.Elsewhere, "on other paths it is released here"});
    addMessage(warning(Decisions[I], std::move(Notes)));
  }
}

/// What is wrong on every path is wrong, even if no path was found that an
/// execution takes, unless none does.
void Engine::settleCertain() {
  for (size_t I = 0; I < Found.size(); ++I) {
    const FoundObligation &O = Found[I];
    Decision &D = Decisions[I];
    if (!stepOf(O).IsCertain || Foreign.contains(*O.Func) ||
        IsRecalled.contains(O.Func) ||
        (D.Answer != Verdict::Unknown && D.Answer != Verdict::Latent))
      continue;
    D.Answer = Verdict::Violated;
    D.Why.clear();
    addMessage(warning(D, notesOnEveryPath(O)));
  }
}

std::vector<Note> Engine::explanation(const Finding &F) const {
  ExplanationLimits L;
  L.Protocols = Protocols;
  return explain(F.Way, F.Inputs, F.Run, InPlace, L);
}

/// The last call on \p P from a function of this file.
static const PathStep *callOut(const Path &P, const Imports &Foreign) {
  for (size_t I = P.Steps.size(); I-- > 0;)
    if (!Foreign.contains(*P.Steps[I].Func))
      return P.Steps[I].isBlockEnd() ? nullptr : &P.Steps[I];
  return nullptr;
}

/// Whether all functions that \p P calls for their results are known, or are
/// there to give arbitrary ones.
bool Engine::isKnown(const Path &P) const {
  for (size_t I = 0; I + 1 < P.Steps.size(); ++I) {
    if (P.Steps[I].isBlockEnd())
      continue;
    const ir::Stmt &S = P.Steps[I].statement();
    if (S.Kind != ir::StmtKind::Call || P.enters(I) || !S.Dest ||
        InPlace.modelAt(P.Steps[I]))
      continue;
    if (S.Value->kind() != ir::ExprKind::FuncAddr ||
        !isInput(*S.Value->function()))
      return false;
  }
  return true;
}

/// A failure in another file stands where this file makes it certain.
void Engine::reportAtCall(size_t Index, Finding F) {
  bool IsCertain = F.Answer == Verdict::Violated && isKnown(F.Way);
  if (!IsCertain &&
      !(F.Answer == Verdict::Latent && isSaid(Found[Index], F, Opts)))
    return;
  const PathStep *Call = callOut(F.Way, Foreign);
  if (!Call)
    return;
  sayAtCall(Index, *Call, std::move(F));
}

void Engine::sayAtCall(size_t Index, const PathStep &Call, Finding F) {
  const FoundObligation &O = Found[Index];
  F.Why += conditionText(F);
  if (F.Answer == Verdict::Latent)
    F.Why = latentText(F.Why, F.When);
  Decision D = {O.What, F.Answer, F.Why, F.Basis};
  D.What.Where = Call.statement().Where;
  Message W = warning(D, explanation(F));
  W.Text += " in '" + O.What.Function + "'";
  D.What.Function = Call.Func->DisplayName;
  D.What.Text += " in " + O.What.Function;
  auto [Block, Stmt] = InPlace.before(*Call.Func, {Call.Block, Call.Stmt});
  AtCalls.push_back(
      {std::move(D), {Call.Func->Name, Block, Stmt}, O.Func->Name});
  addMessage(std::move(W));
}

/// A step that \p In makes wrong by a call.
void Engine::reportStepAtCall(size_t Index, const Function &In, Finding F) {
  const Path Way = F.Way;
  for (size_t I = Way.Steps.size(); I-- > 0;)
    if (Way.Steps[I].Func == &In && !Way.Steps[I].isBlockEnd())
      return sayAtCall(Index, Way.Steps[I], std::move(F));
}

/// Takes what was found about \p G the last time, if that is all there.
bool Engine::recall(const Group &G, Recollection &Known) {
  const Function &F = *Found[G[0]].Func;
  std::optional<Recalled> R = Known.find(F.Name, Judged[&F].Depends);
  if (!R)
    return false;
  std::vector<const KeptDecision *> Of;
  if (!Foreign.contains(F))
    for (size_t I : G) {
      auto It = std::ranges::find(R->Decisions, positionOf(Found[I]),
                                  &KeptDecision::At);
      if (It == R->Decisions.end())
        return false;
      Of.push_back(&*It);
    }
  for (size_t I = 0; I < Of.size(); ++I)
    Decisions[G[I]] = Of[I]->Found;
  // Both groups of a function are judged, or none.
  if (!IsRecalled.insert(&F).second)
    return true;
  for (KeptDecision &D : R->AtCalls)
    AtCalls.push_back(std::move(D));
  for (Message &Said : R->Messages)
    addMessage(std::move(Said));
  Judged[&F] = R->Of;
  W->Numbers.Units += R->Of.Units;
  NumVain += R->Of.IsVain;
  return true;
}

/// Returns what is left to do.
std::vector<Engine::Group> Engine::recall(std::vector<Group> ToDo) {
  if (!Own)
    return ToDo;
  Dependence On(M, *Calls, *Own, Foreign, InPlace, OthersFirst);
  for (const Group &G : ToDo) {
    const Function &F = *Found[G[0]].Func;
    Judged[&F] = {F.Name, On.of(F, isVisible(F), entriesTo(F)), 0, false};
  }
  if (!Before)
    return ToDo;
  Recollection Known(
      *Before, M, *Own, *Around, [this](const Function &F) -> const auto & {
        return Made && Made->isExact(F) ? Made->original(F) : InPlace.code(F);
      });
  size_t NumAll = ToDo.size();
  std::erase_if(ToDo, [&](const Group &G) { return recall(G, Known); });
  W->Numbers.Reused = NumAll - ToDo.size();
  R.Files = Known.files();
  return ToDo;
}

void Engine::record(const Group &G, uint64_t UnitsBefore, bool IsVain) {
  if (auto It = Judged.find(Found[G[0]].Func); It != Judged.end()) {
    It->second.Units += W->Numbers.Units - UnitsBefore;
    It->second.IsVain |= IsVain;
  }
}

void Engine::beginAnnouncing() {
  std::vector<Obligation> All;
  for (const FoundObligation &O : Found)
    All.push_back(Foreign.contains(*O.Func) ? Obligation() : O.What);
  if (Told)
    Told->begin(R.Files, std::move(All));
}

/// What is decided about \p G stands, whatever comes later. Of a return with a
/// lock held more has to be known, and what is not shown nobody asked for.
void Engine::announce(const Group &G) {
  if (!Told)
    return;
  for (size_t I : G)
    if (const FoundObligation &O = Found[I]; !Foreign.contains(*O.Func) &&
                                             !stepOf(O).Returning &&
                                             !O.What.Text.empty())
      Told->decided(I, Decisions[I]);
  Told->tell(R.Messages, W->Numbers.Units);
  commitLate(Opts.DebugFault);
}

void Engine::decideAll() {
  std::vector<Group> All = groups(), ToDo = recall(All);
  beginAnnouncing();
  for (const Group &G : All)
    if (IsRecalled.contains(Found[G[0]].Func))
      announce(G);
  FileLimit = unitsOfFile();
  W->Numbers.Functions = ToDo.size();
  W->Numbers.Imported = Foreign.Functions.size();
  // A program that is judged from its entry is one thing.
  IsFirstLook = Opts.Entry.empty();
  if (IsFirstLook) {
    std::vector<Group> Left;
    for (const Group &G : ToDo) {
      uint64_t UnitsBefore = W->Numbers.Units;
      if (Group Rest = decide(G); !Rest.empty())
        Left.push_back(std::move(Rest));
      record(G, UnitsBefore, false);
      announce(G);
    }
    ToDo = std::move(Left);
    IsFirstLook = false;
  }
  GroupsLeft = ToDo.size();
  for (const Group &G : ToDo) {
    uint64_t UnitsBefore = W->Numbers.Units;
    bool IsVain = decide(G).size() == G.size();
    NumVain += IsVain;
    --GroupsLeft;
    record(G, UnitsBefore, IsVain);
    announce(G);
  }
}

Report Engine::run() {
  prepare();
  R.Files = M.Files;
  if (Found.empty())
    return std::move(R);
  Decisions.resize(Found.size());
  decideAll();
  settleReturns();
  settleCertain();
  decideForCallers();
  for (size_t I = 0; I < Found.size(); ++I)
    if (const FoundObligation &O = Found[I]; !Foreign.contains(*O.Func))
      Kept.push_back({Decisions[I], positionOf(O), ""});
  for (const auto *List : {&Kept, &AtCalls})
    for (const KeptDecision &K : *List)
      if (K.isShown())
        R.Decisions.push_back(K.Found);
  putInOrder(R);
  W->Numbers.Asked = W->Z->statistics().Asked;
  W->Numbers.Remembered = W->Z->statistics().Remembered;
  W->Numbers.Kept = W->Z->statistics().Kept;
  W->Numbers.AskedImported = Asker ? Asker->askedWithBook() : 0;
  R.Numbers.Engine = W->Numbers;
  R.Log = std::move(W->Log);
  if (!Opts.EmitBp.empty())
    if (auto Wrong = writeOutput(Opts.EmitBp, W->Program))
      R.Log.push_back(*Wrong);
  return std::move(R);
}

void Engine::keep(SummaryFile &Into) const {
  Into.AtCalls = AtCalls;
  for (const auto &[F, J] : Judged)
    if (isPlain(J.Function))
      Into.Judged.push_back(J);
  std::ranges::sort(Into.Judged, {}, &Judgement::Function);
  keepFunctions(Into, M, *Own, Foreign, Kept);
}

} // namespace

/// SOUND: nothing is known of calls through pointers to a failure function.
static void addIndirect(Report &R, const std::vector<Obligation> &Indirect) {
  for (const Obligation &O : Indirect)
    R.Decisions.push_back({O,
                           Verdict::Unknown,
                           "its address is taken: it may be called through a "
                           "pointer",
                           {}});
}

/// What the engine expects of a module.
static EntryStates simplify(ir::Module &M,
                            const std::vector<Protocol> &Protocols,
                            const SymbolFinder &IsElsewhere = {}) {
  unfold(M, Protocols);
  ir::forwardTemporaries(M);
  settleOwnVolatile(M);
  clearExceptions(M);
  return instrument(M, Protocols, IsElsewhere);
}

Report predabs::check(ir::Module &M, const Options &Opts, Models *Library,
                      const Listener &Tell) {
  return check(M, Opts, givenProtocols(Opts).All, Library, Tell);
}

Report predabs::check(ir::Module &M, const Options &Opts,
                      const std::vector<Protocol> &Protocols, Models *Library,
                      const Listener &Tell) {
  commit(Opts.DebugFault);
  EntryStates AtEntry = simplify(M, Protocols);
  Progress Told(Tell);
  Engine E(M, Opts, Protocols, std::move(AtEntry), Library);
  E.announceTo(Tell ? &Told : nullptr);
  Report R = E.run();
  addIndirect(R, indirectFailures(M, Opts));
  return R;
}

/// Whether something is asked for that is not kept.
static bool wantsWork(const Options &Opts) {
  return !Opts.EmitBp.empty() || Opts.TraceRefinement ||
         Opts.DebugFault != Fault::None;
}

std::optional<Report> predabs::recall(const SummaryFile &Before,
                                      const Options &Opts,
                                      Surroundings &Around) {
  if (wantsWork(Opts) || !isUpToDate(Before, Around))
    return std::nullopt;
  Report R = sayAgain(Before);
  putInOrder(R);
  return R;
}

static std::set<const ir::Function *> failureSet(const ir::Module &M,
                                                 const Options &Opts) {
  std::vector<const ir::Function *> All = failureFunctions(M, Opts);
  return {All.begin(), All.end()};
}

/// The same as it was, with the lines that things have now.
static std::optional<SummaryFile> asBefore(const SummaryFile &Before,
                                           ir::Module &M, const FileKeys &Keys,
                                           const Options &Opts,
                                           Surroundings &Around) {
  if (wantsWork(Opts) || Before.Code != Keys.Code ||
      !isUpToDate(Before, Around))
    return std::nullopt;
  std::optional<SummaryFile> Now = relocated(Before, M, Keys, Around);
  if (Now && Opts.Entry.empty())
    relocateContracts(*Now, M, failureSet(M, Opts));
  return Now;
}

Checked predabs::check(ir::Module &M, const Options &Opts, Surroundings &Around,
                       const SummaryFile *Before, Models *Library,
                       const Listener &Tell) {
  commit(Opts.DebugFault);
  std::vector<Protocol> Protocols = givenProtocols(Opts).All;
  std::vector<Use> Symbols;
  SymbolFinder IsElsewhere = [&](const std::string &Name) {
    Surroundings::Place Found = Around.find(Name);
    Symbols.push_back({Name, Found ? Found.Of->Answers : Key()});
    return bool(Found);
  };
  EntryStates AtEntry =
      simplify(M, Protocols, Opts.Entry.empty() ? IsElsewhere : nullptr);
  Checked Result;
  FileKeys Keys = keysOf(M, Opts);
  std::vector<Obligation> Indirect = indirectFailures(M, Opts);
  Result.IsAllKept = Indirect.empty();
  if (Before)
    if (std::optional<SummaryFile> Now =
            asBefore(*Before, M, Keys, Opts, Around)) {
      Result.Found = sayAgain(*Now);
      putInOrder(Result.Found);
      addIndirect(Result.Found, Indirect);
      Result.ToKeep = std::move(*Now);
      return Result;
    }
  addTexts(Keys, M);
  // A program that is judged from its entry is one thing.
  std::optional<Contracts> Made;
  if (Opts.Entry.empty())
    addContracts(Keys, M, Made.emplace(M, failureSet(M, Opts)));
  Engine E(M, Opts, Protocols, std::move(AtEntry), Library);
  Progress Told(Tell);
  E.announceTo(Tell ? &Told : nullptr);
  E.use(Around, Keys, Made ? &*Made : nullptr,
        wantsWork(Opts) ? nullptr : Before);
  E.useSymbols(std::move(Symbols));
  Result.Found = E.run();
  Result.ToKeep.Files = Result.Found.Files;
  E.keep(Result.ToKeep);
  keepLooks(Result.ToKeep, Around);
  Result.Answers = E.answers();
  for (const auto &[Id, K] : Keys.Contracts)
    Result.Found.Numbers.Engine.Exact += K.Of != Key();
  Result.ToKeep.Messages = Result.Found.Messages;
  addIndirect(Result.Found, Indirect);
  return Result;
}
