#include "checkers/protocols/instrument/Instrument.h"

#include "checkers/protocols/instrument/CallRewriter.h"
#include "checkers/protocols/instrument/ReturnProbes.h"
#include "checkers/protocols/instrument/Unfold.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <numeric>

namespace predabs {

using namespace ir;

namespace {

/// The variables that \p F reads, or sets by more than a call.
std::unordered_set<const Variable *> variablesUsed(const Function &F) {
  std::unordered_set<const Variable *> Result;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts) {
      std::vector<const Expr *> Roots = S.Args;
      for (const Expr *E :
           {S.Kind == StmtKind::Call ? nullptr : S.Dest, S.Value})
        if (E)
          Roots.push_back(E);
      for (const Expr *E : termsOf(Roots))
        if (E->kind() == ExprKind::Var)
          Result.insert(E->variable());
    }
  return Result;
}

/// Compiles protocols into one function.
class FunctionRewriter {
public:
  FunctionRewriter(Function &F, FileContext &File, ViolationCalls &Violations)
      : F(F), File(File), Code(File.Calls.M, F), Used(variablesUsed(F)),
        Locks(Code, File), Returns(Code, Locks, Violations),
        Calls(Code, File, Locks, Violations, Used), ToDo(F.Blocks.size()) {
    std::iota(ToDo.begin(), ToDo.end(), 0);
  }

  void run() {
    Locks.find();
    for (size_t N = 0; N < ToDo.size(); ++N)
      for (size_t I = 0; I < F.Blocks[ToDo[N]].Stmts.size(); ++I)
        if (rewriteStmt(ToDo[N], I))
          break; // what follows has become another block
    beginTracked();
    File.Initial.beginLocals(F);
  }

private:
  /// Whether statement \p I of block \p B ends the block now.
  bool rewriteStmt(BlockId B, size_t I) {
    Stmt S = F.Blocks[B].Stmts[I];
    if (S.Kind == StmtKind::Return && !Locks.Tracked.empty()) {
      Returns.rewriteReturn(B, S);
      return true;
    }
    std::vector<EventCall> Events = File.Calls.of(S);
    if (!Events.empty()) {
      ToDo.push_back(Calls.rewriteCall(B, I, S, Events));
      return true;
    }
    addAfter(B, I, S);
    return false;
  }

  /// What happens to locks, and to states, at a statement that is no event.
  void addAfter(BlockId B, size_t I, const Stmt &S) {
    for (const LockWrapper &W : File.Wrappers.at(S))
      for (const TrackedLock &U : Locks.Tracked)
        if (U.Lock.State == W.Effect.State)
          for (auto [Flag, Value] : Locks.flagsAfter(U, W.Effect.What))
            Code.assignAfter(B, I++, S, Flag, Value);
    for (auto &[P, States] : File.Calls.ByProtocol)
      for (auto [Object, State] : File.Initial.statesAfter(*P, S)) {
        const Expr *Place = File.Calls.Places.stateOf(*P, Object);
        Code.assignAfter(B, I++, S, Place,
                         Code.Ctx.intConst(Place->type(), State));
      }
  }

  /// Nothing is acquired when the function begins.
  void beginTracked() {
    std::vector<Stmt> &First = F.Blocks[0].Stmts;
    for (const TrackedLock &U : Locks.Tracked)
      for (const Expr *Flag : {U.Acquired, U.Dropped}) {
        if (!Flag)
          continue;
        Stmt S;
        S.Kind = StmtKind::Assign;
        S.Where = F.Where;
        S.Dest = Flag;
        S.Value = Code.Ctx.boolConst(false);
        First.insert(First.begin(), std::move(S));
      }
  }

  Function &F;
  FileContext &File;
  CodeWriter Code;
  const std::unordered_set<const Variable *> Used;
  FunctionLocks Locks;
  ReturnProbes Returns;
  CallRewriter Calls;
  std::vector<BlockId> ToDo;
};

bool hasAttributes(const Module &M) {
  return std::any_of(M.Functions.begin(), M.Functions.end(), [](const auto &F) {
    return F->Name.starts_with(AttributeWord);
  });
}

void dropAttributes(Module &M) {
  for (const auto &F : M.Functions)
    for (Block &B : F->Blocks)
      std::erase_if(B.Stmts,
                    [](const Stmt &S) { return attributeStep(S).has_value(); });
}

/// All functions that are not of a library that is unfolded.
std::vector<Function *> ownFunctions(const Module &M) {
  std::vector<Function *> Result;
  for (const auto &F : M.Functions)
    if (!isOfLibrary(M, *F))
      Result.push_back(F.get());
  return Result;
}

/// What is done to the objects of protocols, and in which states they begin;
/// whether anything is.
bool findEvents(EventCalls &Calls, InitialStates &Initial,
                const std::vector<Protocol> &Protocols) {
  for (const Function *F : ownFunctions(Calls.M))
    Initial.noteCalls(*F);
  if (hasAttributes(Calls.M))
    Initial.noteAttributes(Protocols);
  return Initial.HasEvents;
}

void findStates(InitialStates &Initial, Module &M,
                const SymbolFinder &IsElsewhere) {
  Initial.noteObjects();
  Initial.followMade();
  if (IsElsewhere)
    exchangeMade(M, IsElsewhere, Initial.Named, Initial.Made);
  Initial.settle();
}

} // namespace

EntryStates instrument(Module &M, const std::vector<Protocol> &Protocols,
                       const SymbolFinder &IsElsewhere) {
  AttributedLocks Attributed = applyAttributes(M);
  EventCalls Calls(M, Protocols);
  InitialStates Initial(Calls);
  FileLocks Locks(Calls, std::move(Attributed));
  LockWrappers Wrappers(Calls);
  if ((!Calls.empty() || hasAttributes(M)) &&
      findEvents(Calls, Initial, Protocols)) {
    findStates(Initial, M, IsElsewhere);
    Locks.find();
    if (IsElsewhere)
      exchangeTaken(M, IsElsewhere, Initial.Named, Locks.Handed);
    Wrappers.find();
    FileContext File = {Calls, Initial, Locks, Wrappers};
    ViolationCalls Violations(M);
    for (Function *F : ownFunctions(M))
      if (F->isDefined())
        FunctionRewriter(*F, File, Violations).run();
    Initial.initialiseGlobals();
  }
  dropAttributes(M);
  return Initial.AtEntry;
}

} // namespace predabs
