// See RandomTerms.h.

#include "test/support/RandomTerms.h"

namespace predabs {

using ir::Expr;
using ir::Op;

const Expr *RandomTerms::constant(const ir::Type *T) {
  // Mostly where something may go wrong: at the ends of the range.
  static const int64_t Interesting[] = {0, 1, 2, 3, 4, 7, -1, -2};
  if (below(4) == 0)
    return Ctx.intConst(T, ir::UInt128(1) << (T->width() - 1));
  return Ctx.intConst(T, ir::UInt128(ir::SInt128(Interesting[below(8)])));
}

const Expr *RandomTerms::leaf(const ir::Type *T) {
  std::vector<const Expr *> Fitting;
  for (const Expr *P : Places)
    if (P->type() == T)
      Fitting.push_back(P);
  if (Fitting.empty() || below(4) == 0)
    return constant(T);
  return Fitting[below(unsigned(Fitting.size()))];
}

const Expr *RandomTerms::ofType(const ir::Type *T, unsigned Depth) {
  if (T->isBool())
    return boolean(Depth);
  return T->isPointer() ? pointer(T, Depth) : integer(T, Depth);
}

const Expr *RandomTerms::comparison(unsigned Depth) {
  const ir::Type *T = someType();
  Op O = Op(unsigned(Op::Eq) + below(6));
  return Ctx.binary(O, ofType(T, Depth), ofType(T, Depth));
}

const Expr *RandomTerms::boolean(unsigned Depth) {
  if (Depth == 0)
    return leaf(Ctx.boolType());
  switch (below(8)) {
  case 0:
    return Ctx.notOf(boolean(Depth - 1));
  case 1:
    return Ctx.binary(below(2) ? Op::LAnd : Op::LOr, boolean(Depth - 1),
                      boolean(Depth - 1));
  case 2:
    return integer(Ctx.boolType(), Depth);
  default:
    return comparison(Depth - 1);
  }
}

const Expr *RandomTerms::choice(const ir::Type *T, unsigned Depth) {
  return Ctx.cond(boolean(Depth), ofType(T, Depth), ofType(T, Depth));
}

const Expr *RandomTerms::cast(const ir::Type *T, unsigned Depth) {
  return Ctx.cast(T, ofType(someType(), Depth));
}

const Expr *RandomTerms::tower(unsigned Levels) {
  const ir::Type *T = someType();
  const Expr *E = leaf(T);
  for (unsigned I = 0; I < Levels; ++I) {
    static const Op Ops[] = {Op::Add, Op::Sub, Op::Add, Op::Sub,
                             Op::Mul, Op::Div, Op::Rem, Op::And};
    Op O = Ops[below(8)];
    E = below(3) ? Ctx.binary(O, E, second(O, T, 0))
                 : Ctx.cond(boolean(1), E, leaf(T));
  }
  return Ctx.binary(Op::Lt, E, leaf(T));
}

const Expr *RandomTerms::unary(const ir::Type *T, unsigned Depth) {
  static const Op All[] = {Op::Neg, Op::BitNot, Op::CountLeadingZeros,
                           Op::CountTrailingZeros, Op::PopCount};
  Op O = All[below(Allowed == Operations::All ? 5 : 2)];
  return Ctx.unary(O, ofType(T, Depth));
}

const Expr *RandomTerms::second(Op O, const ir::Type *T, unsigned Depth) {
  bool Any = Allowed == Operations::All || O == Op::Add || O == Op::Sub;
  if (O == Op::Shl || O == Op::Shr) {
    const ir::Type *Count = someType();
    T = Count->isPointer() ? T : Count;
  }
  if (O == Op::And && !Any)
    return Ctx.intConst(T, (ir::UInt128(1) << below(T->width() + 1)) - 1);
  return Any ? ofType(T, Depth) : constant(T);
}

const Expr *RandomTerms::binary(const ir::Type *T, unsigned Depth) {
  static const Op Ops[] = {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem,
                           Op::Shl, Op::Shr, Op::And, Op::Or,  Op::Xor};
  Op O = Ops[below(Allowed == Operations::All ? 10 : 8)];
  return Ctx.binary(O, ofType(T, Depth), second(O, T, Depth));
}

const Expr *RandomTerms::integer(const ir::Type *T, unsigned Depth) {
  if (Depth == 0)
    return leaf(T);
  switch (below(8)) {
  case 0:
    return unary(T, Depth - 1);
  case 1:
  case 2:
    return cast(T, Depth - 1);
  case 3:
    return choice(T, Depth - 1);
  default:
    return binary(T, Depth - 1);
  }
}

const Expr *RandomTerms::pointer(const ir::Type *T, unsigned Depth) {
  if (Depth == 0 || below(3) == 0)
    return leaf(T);
  const ir::Type *Other = someType();
  switch (below(4)) {
  case 0:
    return choice(T, Depth - 1);
  case 1:
    return Ctx.cast(T, ofType(Other, Depth - 1));
  default:
    return Ctx.binary(Op::PtrAdd, pointer(T, Depth - 1),
                      Other->isInt() ? ofType(Other, Depth - 1)
                                     : constant(Ctx.diffType()));
  }
}

} // namespace predabs
