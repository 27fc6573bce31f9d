// Terms as expressions, see EntryWords.h.

#include "predicates/path/EntryWords.h"

#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

namespace predabs::path {

using ir::Expr;
using ir::ExprKind;
using ir::Op;
using ir::Type;
using prover::BitOp;

namespace {

/// Parts of a term that are said: one with more is not for people.
constexpr size_t MaxParts = 24;

/// `n > 7` for `7 < n`.
const Expr *turned(ir::Context &Ctx, const Expr *E) {
  return ir::isComparison(E)
             ? Ctx.binary(ir::mirrored(E->op()), E->operand(1), E->operand(0))
             : E;
}

/// What is true where the truth value \p E is not: `n <= 7` for `n > 7`.
const Expr *oppositeOf(ir::Context &Ctx, const Expr *E) {
  // Of floats there is none.
  if (!ir::isComparison(E) || E->operand(0)->type()->isFloat())
    return Ctx.notOf(E);
  return Ctx.binary(ir::opposite(E->op()), E->operand(0), E->operand(1));
}

/// \p E as people write it.
const Expr *asWritten(ir::Context &Ctx, const Expr *E) {
  return ir::rewrite(Ctx, E, [&](const Expr *, const Expr *New) {
    if (New->kind() == ExprKind::Unary && New->op() == Op::Not)
      New = oppositeOf(Ctx, New->operand(0));
    bool IsTurned = New->kind() == ExprKind::Binary &&
                    New->operand(0)->isConstant() &&
                    !New->operand(1)->isConstant();
    return IsTurned ? turned(Ctx, New) : New;
  });
}

} // namespace

void EntryWords::name(BitTerm Term, const Expr *E) {
  if (E && isOpen(Term) && ir::termsOf(E).size() <= MaxParts)
    Named.try_emplace(Term.Id, E);
}

void EntryWords::rename(BitTerm Term, const Expr *E) {
  Named.erase(Term.Id);
  name(Term, E);
}

const Expr *EntryWords::nameOf(BitTerm Term, const Type *Ty) const {
  if (auto Bits = T.constant(Term))
    return Ty->isInt() || (Ty->isPointer() && !*Bits) ? Ctx.intConst(Ty, *Bits)
                                                      : nullptr;
  auto It = Named.find(Term.Id);
  if (It == Named.end() || It->second->type() == Ty)
    return It == Named.end() ? nullptr : It->second;
  // The bits of a number are no other number if they are read as a float.
  bool AreNumbers =
      It->second->type()->isInt() || It->second->type()->isPointer();
  return AreNumbers && (Ty->isInt() || Ty->isPointer())
             ? Ctx.cast(Ty, It->second)
             : nullptr;
}

const Expr *EntryWords::say(BitTerm Term) {
  Said.clear();
  return sayPart(Term);
}

const Expr *EntryWords::sayCondition(BitTerm Term) {
  const Expr *E = say(Term);
  return E && E->type()->isBool() ? asWritten(Ctx, E) : nullptr;
}

/// No deeper than MaxParts.
const Expr *EntryWords::sayPart(BitTerm Term) {
  if (auto It = Named.find(Term.Id); It != Named.end())
    return It->second;
  if (auto It = Said.find(Term.Id); It != Said.end())
    return It->second;
  if (Said.size() >= MaxParts)
    return nullptr;
  Said[Term.Id] = nullptr;
  const Expr *E = sayOperation(T.node(Term));
  Said[Term.Id] = E;
  return E;
}

const Type *EntryWords::type(unsigned Width, bool Signed) const {
  return Width == 1 ? Ctx.boolType() : Ctx.intType(Width, Signed);
}

/// Pointers are said where the program compares them: of an object that others
/// lend the address means nothing.
const Expr *EntryWords::as(BitTerm A, bool Signed) {
  const Expr *E = sayPart(A);
  if (!E || !E->type()->isInt())
    return nullptr;
  return Ctx.cast(type(T.width(A), Signed), E);
}

bool EntryWords::isSigned(BitTerm A) {
  const Expr *E = sayPart(A);
  return E && E->type()->isInt() && E->type()->isSigned();
}

const Expr *EntryWords::binary(Op O, const BitTerms::Node &N, bool Signed) {
  const Expr *A = as(N.A, Signed), *B = A ? as(N.B, Signed) : nullptr;
  return B ? Ctx.binary(O, A, B) : nullptr;
}

const Expr *EntryWords::negated(BitTerm A) {
  const Expr *E = as(A, false);
  return E ? oppositeOf(Ctx, E) : nullptr;
}

const Expr *EntryWords::choice(const BitTerms::Node &N) {
  const Expr *If = as(N.A, false);
  bool Signed = If && isSigned(N.B);
  const Expr *B = If ? as(N.B, Signed) : nullptr;
  const Expr *C = B ? as(N.C, Signed) : nullptr;
  return C ? Ctx.cond(If, B, C) : nullptr;
}

const Expr *EntryWords::converted(const BitTerms::Node &N, bool Signed) {
  const Expr *E = as(N.A, Signed);
  return E ? Ctx.cast(type(N.Width, Signed), E) : nullptr;
}

const Expr *EntryWords::sayOperation(const BitTerms::Node &N) {
  if (N.What == BitOp::Constant)
    return Ctx.intConst(type(N.Width, true), N.Value);
  return N.Width == 1 ? sayTruth(N) : sayNumber(N);
}

const Expr *EntryWords::sayTruth(const BitTerms::Node &N) {
  switch (N.What) {
  case BitOp::BitNot:
    return negated(N.A);
  case BitOp::And:
    return binary(Op::LAnd, N, false);
  case BitOp::Or:
    return binary(Op::LOr, N, false);
  case BitOp::Equal:
    return T.width(N.A) == 1 ? nullptr : binary(Op::Eq, N, isSigned(N.A));
  case BitOp::SignedLess:
    return binary(Op::Lt, N, true);
  case BitOp::UnsignedLess:
    return binary(Op::Lt, N, false);
  default:
    return nullptr;
  }
}

/// Sums and products have the names that they got in the program: in C they
/// mean the same only where they do not overflow.
const Expr *EntryWords::sayNumber(const BitTerms::Node &N) {
  switch (N.What) {
  case BitOp::BitNot: {
    const Expr *A = as(N.A, isSigned(N.A));
    return A ? Ctx.unary(Op::BitNot, A) : nullptr;
  }
  case BitOp::And:
    return binary(Op::And, N, isSigned(N.A));
  case BitOp::Or:
    return binary(Op::Or, N, isSigned(N.A));
  case BitOp::Ite:
    return choice(N);
  case BitOp::ZeroExtend:
    return converted(N, false);
  case BitOp::SignExtend:
    return converted(N, true);
  default:
    return nullptr;
  }
}

} // namespace predabs::path
