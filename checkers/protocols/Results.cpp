#include "checkers/protocols/Results.h"

namespace predabs {

using namespace ir;

std::vector<ResultClass> classesOf(Context &Ctx, const Expr *Result) {
  const Type *T = Result ? Result->type() : nullptr;
  if (!T || (!T->isInt() && !T->isPointer()))
    return {{ZeroResults, nullptr, false}};
  const Expr *Nothing = Ctx.zero(T);
  std::vector<ResultClass> All;
  if (T->isSigned())
    All = {{NegativeResults, Ctx.binary(Op::Lt, Result, Nothing), true},
           {ZeroResults, Ctx.binary(Op::Eq, Result, Nothing), false},
           {PositiveResults, Ctx.binary(Op::Gt, Result, Nothing), false}};
  else
    All = {{ZeroResults, Ctx.binary(Op::Eq, Result, Nothing),
            T->isPointer() || T->isBool()},
           {PositiveResults, Ctx.binary(Op::Ne, Result, Nothing), false}};
  std::erase_if(All, [](const ResultClass &C) { return C.Test->isInt(0); });
  return All;
}

} // namespace predabs
