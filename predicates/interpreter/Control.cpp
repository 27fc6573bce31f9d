// Jumps, choices and calls, see Control.h.

#include "predicates/interpreter/Control.h"

#include "predicates/interpreter/Machine.h"

#include <algorithm>

namespace predabs::ir::interp {

namespace {

const Insn *countSteps(Machine &M, const Insn *I) {
  M.Steps += uint64_t(I->Imm);
  if (M.Steps > M.MaxSteps)
    return M.stop(I, Outcome::StepLimit, "too many steps");
  return I + 1;
}

const Insn *jump(Machine &, const Insn *I) { return I + I->Imm; }

const Insn *jumpIfFalse(Machine &M, const Insn *I) {
  return M.get<uint64_t>(I->A) ? I + 1 : I + I->Imm;
}

const Insn *jumpIfTrue(Machine &M, const Insn *I) {
  return M.get<uint64_t>(I->A) ? I + I->Imm : I + 1;
}

const Insn *assume(Machine &M, const Insn *I) {
  if (M.get<uint64_t>(I->A))
    return I + 1;
  return M.stop(I, Outcome::Stuck, "an assumption does not hold");
}

const Insn *switchOn(Machine &M, const Insn *I) {
  const SwitchTable &T = M.code().Switches[size_t(I->Imm)];
  uint64_t V = M.get<uint64_t>(I->A);
  auto It = std::lower_bound(
      T.Cases.begin(), T.Cases.end(), V,
      [](const auto &Case, uint64_t Value) { return Case.first < Value; });
  bool Found = It != T.Cases.end() && It->first == V;
  return I + (Found ? It->second : T.Default);
}

const Insn *choose(Machine &M, const Insn *I) {
  const ChoiceTable &T = M.code().Choices[size_t(I->Imm)];
  ChoiceRequest R{M.code().Func, T.From, {}};
  for (uint32_t N = 0; N < T.Alternatives.size(); ++N) {
    const auto &Condition = T.Alternatives[N].Condition;
    if (!Condition || M.get<uint64_t>(*Condition))
      R.Possible.push_back(N);
  }
  if (R.Possible.empty())
    return M.stop(I, Outcome::Stuck, "no successor is possible");
  if (R.Possible.size() == 1)
    return I + T.Alternatives[R.Possible[0]].Jump;
  auto Chosen = M.choose(I, R);
  return Chosen ? I + T.Alternatives[*Chosen].Jump : nullptr;
}

const Insn *call(Machine &M, const Insn *I) {
  return M.call(I, M.code().Calls[size_t(I->Imm)]);
}

const Insn *returnValue(Machine &M, const Insn *I) {
  const Type *T = M.code().Func->Ty->inner();
  return M.leave(I, Argument{M.get(TypedOperand{I->A, T}), T});
}

const Insn *returnVoid(Machine &M, const Insn *I) {
  return M.leave(I, std::nullopt);
}

const Insn *havoc(Machine &M, const Insn *I) {
  const Stmt &S = *M.code().Havocs[size_t(I->Imm)];
  const Type *T = S.Dest ? S.Dest->type() : M.module().Ctx.voidType();
  auto Bits =
      M.ask(I, {ValueRequest::Kind::Havoc, S.Why, T, S.Dest, nullptr, S.Where});
  if (!Bits)
    return nullptr;
  if (T->isScalar() && numSlots(T) == 2)
    M.set(I->Dst, extendWide(*Bits, T));
  else if (T->isScalar())
    M.set(I->Dst, extendWord(uint64_t(*Bits), T));
  return I + 1;
}

const Insn *refuse(Machine &M, const Insn *I) {
  return M.stop(I, Outcome::Refused, M.code().Messages[size_t(I->Imm)]);
}

const Insn *deadEnd(Machine &M, const Insn *I) {
  return M.stop(I, Outcome::Stuck, M.code().Messages[size_t(I->Imm)]);
}

} // namespace

Handler countStepsHandler() { return countSteps; }
Handler jumpHandler() { return jump; }
Handler jumpIfFalseHandler() { return jumpIfFalse; }
Handler jumpIfTrueHandler() { return jumpIfTrue; }
Handler assumeHandler() { return assume; }
Handler switchHandler() { return switchOn; }
Handler chooseHandler() { return choose; }
Handler callHandler() { return call; }
Handler returnHandler() { return returnValue; }
Handler returnVoidHandler() { return returnVoid; }
Handler havocHandler() { return havoc; }
Handler refuseHandler() { return refuse; }
Handler deadEndHandler() { return deadEnd; }

} // namespace predabs::ir::interp
