#include "checkers/protocols/instrument/ReturnProbes.h"

#include "checkers/protocols/instrument/Ways.h"

#include <algorithm>

namespace predabs {

using namespace ir;

void ReturnProbes::rewriteReturn(BlockId B, const Stmt &S) {
  std::vector<BlockId> Succs;
  Code.Where = S.Where;
  for (size_t N = 0; N < Locks.Tracked.size(); ++N)
    addProbes(N, Code.originOf(B), S, Succs);
  if (Succs.empty())
    return;
  BlockId Out = addBlock(In, "out");
  In.Blocks[Out].Stmts.push_back(S);
  Code.PartOf[Out] = Code.originOf(B);
  Succs.push_back(Out);
  In.Blocks[B].Stmts.pop_back();
  In.Blocks[B].Succs = std::move(Succs);
}

uint32_t ReturnProbes::classesOfReturns(const TrackedLock &U, Leaves How) {
  uint32_t Result = 0;
  for (BlockId B = 0; B < In.Blocks.size(); ++B) {
    BlockId Origin = Code.originOf(B);
    if (!In.Blocks[B].endsInReturn() || Origin >= U.Lock.Returns.size())
      continue;
    const AtReturn &Is = U.Lock.Returns[Origin];
    if (How == Leaves::Held ? !Is.MayBeHeld : !U.Lock.isOther(Is))
      continue;
    for (const ResultClass &C :
         Locks.Results.of(In.Blocks[B].Stmts.back().Value))
      Result |= How == Leaves::Held && C.IsError && !U.IsKeptOnSuccess
                    ? AllResults
                    : C.Bit;
  }
  return Result;
}

void ReturnProbes::addProbes(size_t N, BlockId Origin, const Stmt &S,
                             std::vector<BlockId> &Succs) {
  const TrackedLock &U = Locks.Tracked[N];
  // What an exception leaves behind is another matter.
  if (!U.Past.endsNormally(Origin))
    return;
  AtReturn Is = U.Lock.Returns[Origin];
  auto Number = uint32_t(N + 1);
  uint32_t Released = classesOfReturns(U, Leaves::Released);
  uint32_t Held = classesOfReturns(U, Leaves::Held);
  if (U.Lock.When >= HeldIsWrong::Always)
    return addForgotten(U, Is, Origin, Succs);
  std::vector<ResultClass> Classes = Locks.Results.of(S.Value);
  bool IsTold =
      U.TellsByMemory && U.Lock.When == HeldIsWrong::IfReleasedElsewhere;
  auto WrongWith = [&](const ResultClass &C) {
    uint32_t IfError = U.IsKeptOnSuccess ? C.Bit : AllResults;
    return (C.IsError ? IfError : IsTold ? 0 : C.Bit) & Released;
  };
  bool IsPartial = U.MayCalleesAcquire ||
                   !std::all_of(Classes.begin(), Classes.end(), WrongWith);
  for (const ResultClass &C : Classes) {
    uint32_t Wrong = WrongWith(C);
    std::string Text =
        "'" + U.Text + "' is held at this return, but not at others";
    if (Is.MayBeHeld && Wrong)
      Succs.push_back(
          addProbe(U, C, Leaves::Held,
                   {U.In->Check, "held-at-return", Text, LockAtEntry::Free,
                    Number, Wrong, false, IsPartial}));
    if (U.Lock.isOther(Is) && (C.Bit & Held))
      Succs.push_back(
          addProbe(U, C, Leaves::Released,
                   {U.In->Check, "", "", LockAtEntry::Free, Number, C.Bit}));
  }
}

void ReturnProbes::addForgotten(const TrackedLock &U, const AtReturn &Is,
                                BlockId Origin, std::vector<BlockId> &Succs) {
  std::string Text =
      "'" + U.Text +
      (Locks.IsThread ? "' is held when the thread ends"
       : U.IsKeptOut  ? "' is held at this return, but no attribute says so"
                      : "' is held at this return, and nothing in this file "
                        "releases it");
  if (Is.MayBeHeld)
    Succs.push_back(
        addProbe(U, {0, nullptr, false}, Leaves::Held,
                 {U.In->Check, "held-at-return", Text, LockAtEntry::Free, 0, 0,
                  !Is.MayBeRegained && U.Past.atEnd(Origin) &&
                      !(U.Past.atEnd(Origin) & ~maskOf(U.HeldStates)),
                  U.MayCalleesAcquire}));
}

BlockId ReturnProbes::addProbe(const TrackedLock &U, const ResultClass &C,
                               Leaves How, const Violation &What) {
  BlockId Probe = Code.At = addBlock(In, "broken");
  const Expr *Holds = isOneOf(Code.Ctx, U.Lock.State, U.HeldStates);
  const Expr *When = How == Leaves::Held ? both(Code.Ctx, U.Acquired, Holds)
                                         : isLeftFree(U, Holds);
  if (C.Test && !C.Test->isInt(1))
    When = both(Code.Ctx, C.Test, When);
  // What an exception leaves behind is another matter.
  if (const Variable *Thrown = Code.M.findGlobal("predabs.exception"))
    When = both(Code.Ctx, Code.Ctx.notOf(Code.Ctx.var(Thrown)), When);
  Code.assume(When);
  Violations.fail(Code, What);
  return Probe;
}

const Expr *ReturnProbes::isLeftFree(const TrackedLock &U, const Expr *Holds) {
  if (U.Lock.When == HeldIsWrong::IfNotHeldElsewhere)
    return Code.Ctx.binary(Op::LOr, Code.Ctx.notOf(U.Acquired),
                           Code.Ctx.notOf(Holds));
  return both(Code.Ctx, U.Acquired, Code.Ctx.notOf(Holds));
}

} // namespace predabs
