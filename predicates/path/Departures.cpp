// Where a path could go on in another way, see Execution.h.

#include "predicates/path/Execution.h"

#include "predicates/ir/Calls.h"

#include <algorithm>

namespace predabs::path {

static const char *const AnyFunction =
    "it calls through a pointer that may be any";

void Execution::runWithTurns(uint32_t From, PathEnd E) {
  TurnsFrom = From;
  run();
  if (isOver())
    LeavesOut = "a run takes a path that seems impossible";
  else if (E == PathEnd::Broken)
    goOn(P.Steps.back());
}

Turn Execution::turnTo(const PathStep &Next) const {
  return {Step, Next, {}, Required.size(), Inputs.size(), unset().size()};
}

/// The other successors of the block that ends at step \p I.
void Execution::noteTurns(size_t I) {
  if (I < TurnsFrom || isOver())
    return;
  const PathStep &S = P.Steps[I];
  std::vector<BlockId> Done;
  if (I + 1 < P.Steps.size())
    Done.push_back(P.Steps[I + 1].Block);
  for (BlockId Succ : S.block().Succs)
    if (std::find(Done.begin(), Done.end(), Succ) == Done.end()) {
      Done.push_back(Succ);
      noteBranch({S.Func, Succ, 0, S.Depth});
    }
}

void Execution::noteBranch(const PathStep &Next) {
  Turn New = turnTo(Next);
  startStatement();
  if (const Expr *Condition = entryCondition(Next.block()))
    require(Role::Decision, value(Condition));
  for (size_t I = New.NumRequired; I < Required.size(); ++I)
    New.Conditions.push_back(Required[I].Term);
  New.NumUnset = unset().size();
  Required.resize(New.NumRequired);
  if (!IsImpossible)
    Turns.push_back(std::move(New));
  IsImpossible = false;
}

/// The other functions that the call at \p S may enter.
void Execution::noteCallees(BitTerm Callee, const PathStep &S,
                            const Function *Taken) {
  if (Step < TurnsFrom || T.isConstant(Callee))
    return;
  if (T.leaves(Callee).empty())
    LeavesOut = AnyFunction;
  std::vector<const Function *> Done = {Taken};
  for (UInt128 Addr : T.leaves(Callee)) {
    const Function *F = Run.addresses().functionAt(uint64_t(Addr));
    if (!F || std::find(Done.begin(), Done.end(), F) != Done.end())
      continue;
    Done.push_back(F);
    // Whether an assumption holds there is seen behind the call alone.
    if (!F->isDefined() || entryCondition(F->Blocks[0])) {
      LeavesOut = AnyFunction;
      continue;
    }
    Turn New = turnTo({F, 0, 0, S.Depth + 1});
    New.Conditions.push_back(T.equal(Callee, pointer(uint64_t(Addr))));
    Turns.push_back(std::move(New));
  }
}

/// The step behind the call that the innermost function returns to.
std::optional<PathStep> Execution::afterReturn() const {
  uint32_t Depth = P.Steps.back().Depth;
  for (size_t I = P.Steps.size(); Depth && I-- > 0;)
    if (P.Steps[I].Depth == Depth - 1) {
      PathStep Next = P.Steps[I];
      ++Next.Stmt;
      return Next;
    }
  return std::nullopt;
}

/// Adds \p New, with what has become necessary since it was made.
void Execution::noteTurn(Turn New) {
  for (size_t I = New.NumRequired; I < Required.size(); ++I)
    New.Conditions.push_back(Required[I].Term);
  New.NumInputs = Inputs.size();
  New.NumUnset = unset().size();
  if (!IsImpossible)
    Turns.push_back(std::move(New));
}

/// Into what the last step, a call, may enter.
void Execution::goOnIntoCall(const PathStep &Last) {
  const Stmt &S = Last.statement();
  startStatement();
  BitTerm Callee = value(S.Value);
  arguments(S);
  if (isOver())
    return;
  if (!T.isConstant(Callee))
    return noteCallees(Callee, Last, nullptr);
  const Function *F = Run.addresses().functionAt(uint64_t(T.value(Callee)));
  if (!F)
    return;
  Turn New = turnTo({F, 0, 0, Last.Depth + 1});
  enter(S, *F);
  startStatement();
  // A run is there only if the assumption with which it begins holds.
  if (const Expr *C = entryCondition(F->Blocks[0]); C && !isOver())
    require(Role::Decision, value(C));
  noteTurn(std::move(New));
}

/// Behind the last step, for those executions for which it has a meaning.
void Execution::goOn(const PathStep &Last) {
  size_t I = P.Steps.size() - 1;
  if (Last.isBlockEnd())
    return step(I);
  if (Last.Stmt == 0 && entryCondition(Last.block())) {
    LeavesOut = "a run ends where it begins a block";
    return;
  }
  Step = Memory.Step = uint32_t(I);
  const Stmt &S = Last.statement();
  const Function *Callee = directCallee(S);
  if (S.Kind == StmtKind::Call && (!Callee || Callee->isDefined()))
    return goOnIntoCall(Last);
  std::optional<PathStep> Next = Last;
  ++Next->Stmt;
  if (S.Kind == StmtKind::Return)
    Next = afterReturn();
  if (!Next)
    return;
  Turn New = turnTo(*Next);
  step(I);
  noteTurn(std::move(New));
}

} // namespace predabs::path
