// `&&`, `||` and `?:`, which evaluate some of their operands only sometimes;
// see FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

Value FunctionLowering::logical(const BinaryOperator *E) {
  bool IsAnd = E->getOpcode() == BO_LAnd;
  const ir::Type *T = type(E->getType());
  if (!T->isScalar())
    return unknown(E, opaqueReason(E->getType()));
  if (isPure(E->getRHS())) {
    Value L = C.isTrue(rvalue(E->getLHS()));
    Value R = C.isTrue(rvalue(E->getRHS()));
    return C.cast(T, C.binary(IsAnd ? Op::LAnd : Op::LOr, L, R));
  }
  Value Result = B.temp(C.boolType());
  ir::BlockId True = B.newBlock("true"), False = B.newBlock("false"),
              Join = B.newBlock("join");
  ++ConditionalDepth;
  branch(E, True, False);
  --ConditionalDepth;
  B.start(True);
  B.assign(Result, C.boolConst(true));
  B.jump(Join);
  B.start(False);
  B.assign(Result, C.boolConst(false));
  B.jump(Join);
  B.start(Join);
  return C.cast(T, Result);
}

Value FunctionLowering::conditional(const AbstractConditionalOperator *E) {
  const ir::Type *T = type(E->getType());
  const auto *Plain = dyn_cast<ConditionalOperator>(E);
  if (Plain && T->isScalar() && isPure(E->getTrueExpr()) &&
      isPure(E->getFalseExpr()) && !E->getCond()->getType()->isVectorType()) {
    Value Cond = C.isTrue(rvalue(E->getCond()));
    Value True = rvalue(E->getTrueExpr());
    Value False = rvalue(E->getFalseExpr());
    return C.cond(Cond, coerce(True, T), coerce(False, T));
  }
  return conditionalBlocks(E);
}

void FunctionLowering::eachArm(const AbstractConditionalOperator *E,
                               const std::function<void(const Expr *)> &Arm) {
  ir::BlockId True = B.newBlock("true"), False = B.newBlock("false"),
              Join = B.newBlock("join");
  branch(E->getCond(), True, False);
  ++ConditionalDepth;
  for (auto [Block, Chosen] : {std::pair(True, E->getTrueExpr()),
                               std::pair(False, E->getFalseExpr())}) {
    B.start(Block);
    if (skipWrappers(Chosen)->getType()->isVoidType())
      discard(Chosen); // a throw, if the other arm has a value
    else
      Arm(Chosen);
    B.jump(Join);
  }
  --ConditionalDepth;
  B.start(Join);
}

Value FunctionLowering::conditionalBlocks(
    const AbstractConditionalOperator *E) {
  const ir::Type *T = type(E->getType());
  Value Result = T->isVoid() ? nullptr : B.temp(T);
  if (const auto *Binary = dyn_cast<BinaryConditionalOperator>(E))
    OpaqueValues[Binary->getOpaqueValue()] =
        B.stable(rvalue(Binary->getCommon()));
  eachArm(E, [&](const Expr *Arm) {
    if (Result)
      B.assign(Result, coerce(rvalue(Arm), T));
    else
      discard(Arm);
  });
  return Result;
}

} // namespace predabs::lower
