// Values, see Encoder.h. Places.cpp has places, Axioms.cpp the axioms.

#include "predicates/prover/Encoder.h"

#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs::prover {

using ir::Expr;
using ir::ExprKind;
using ir::Op;
using ir::UInt128;

namespace {

bool hasValue(const ir::Type *T) { return T->isInt() || T->isPointer(); }

/// The solver takes more than linear time for deep terms.
constexpr unsigned MaxDepth = 16;

/// The bytes that a step of a pointer to \p Pointee takes.
uint64_t stride(const ir::Type *Pointee) {
  return Pointee->isVoid() || Pointee->isFunction() ? 1 : Pointee->size();
}

} // namespace

void Encoder::addOperands(Item I, Items &To) {
  const Expr *E = I.E;
  if (E->isPlace() && !I.AsPlace)
    return To.push_back({E, true});
  for (unsigned K = 0; K < E->numOperands(); ++K) {
    To.push_back({E->operand(K), ir::namesOnly(E, K)});
  }
}

uint32_t &Encoder::slot(Item I) {
  std::vector<uint32_t> &Slots = I.AsPlace ? PlaceSlots : ValueSlots;
  if (I.E->id() >= Slots.size())
    Slots.resize(I.E->id() + 1 + I.E->id() / 2, None);
  return Slots[I.E->id()];
}

void Encoder::encode(const Expr *Root) {
  Items Work = {{Root, false}};
  Items Operands;
  while (!Work.empty()) {
    Item I = Work.back();
    if (slot(I) != None) {
      Work.pop_back();
      continue;
    }
    Operands.clear();
    addOperands(I, Operands);
    size_t Before = Work.size();
    for (Item O : Operands)
      if (slot(O) == None)
        Work.push_back(O);
    if (Work.size() != Before)
      continue;
    Work.pop_back();
    finish(I);
  }
}

void Encoder::finish(Item I) {
  unsigned Depth = depthBelow(I) + 1;
  if (I.AsPlace) {
    Places.push_back(makePlace(I.E));
    Places.back().Depth = Depth;
    slot(I) = uint32_t(Places.size() - 1);
    return;
  }
  Node R = makeValue(I.E);
  R.Depth = Depth;
  flatten(R, I.E->type());
  Nodes.push_back(R);
  slot(I) = uint32_t(Nodes.size() - 1);
}

unsigned Encoder::depthBelow(Item I) {
  Items Operands;
  addOperands(I, Operands);
  unsigned Depth = 0;
  for (Item O : Operands)
    Depth = std::max(Depth, O.AsPlace ? placeOf(O.E).Depth : nodeOf(O.E).Depth);
  return Depth;
}

Term Encoder::named(Term A, Sort As, Term &Meaning) {
  if (A.isTrue())
    return A;
  Term Name = S.symbol(As);
  Meaning = both(Meaning, S.make(Operator::Equal, Name, A));
  return Name;
}

void Encoder::flatten(Node &R, const ir::Type *T) {
  if (R.Depth < MaxDepth)
    return;
  R.Depth = 0;
  R.ExactKind = {};
  if (hasValue(T))
    R.Value = named(R.Value, sortOf(kindOf(T)), R.Range);
  bool Same = R.Def.Id == R.Safe.Id;
  R.Def = named(R.Def, {}, R.Range);
  R.Safe = Same ? R.Def : named(R.Safe, {}, R.Range);
}

Encoder::Node Encoder::makeValue(const Expr *E) {
  switch (E->kind()) {
  case ExprKind::Int:
  case ExprKind::Float:
  case ExprKind::Zero:
    return makeConstant(E);
  case ExprKind::FuncAddr:
  case ExprKind::LabelAddr:
    return makeCode(E);
  case ExprKind::AddrOf:
    return makeAddress(E);
  case ExprKind::Unary:
    return makeUnary(E);
  case ExprKind::Binary:
    return makeBinary(E);
  case ExprKind::Cast:
    return makeCast(E);
  case ExprKind::Cond:
    return makeCond(E);
  default:
    return makeRead(E);
  }
}

Encoder::Node Encoder::strict(const Expr *E) {
  Node R;
  for (unsigned K = 0; K < E->numOperands(); ++K) {
    R.Def = both(R.Def, nodeOf(E->operand(K)).Def);
    R.Safe = both(R.Safe, nodeOf(E->operand(K)).Safe);
  }
  return R;
}

Encoder::Node Encoder::strict(const Expr *E, Computed C) {
  Node R = strict(E);
  R.Value = C.Value;
  R.Def = both(R.Def, C.Def);
  R.Safe = both(R.Safe, C.Def);
  return R;
}

void Encoder::makeOpaque(Node &R, const ir::Type *T) {
  if (!hasValue(T))
    return;
  R.Value = S.symbol(sortOf(kindOf(T)));
  R.Range = rangeOf(kindOf(T), R.Value);
}

Encoder::Node Encoder::opaque(const Expr *E) {
  Node R = strict(E);
  makeOpaque(R, E->type());
  return R;
}

Number Encoder::numberOf(const Expr *E) const {
  Number R = {nodeOf(E).Value};
  if (E->kind() == ExprKind::Int)
    R.Bits = E->bits();
  return R;
}

Encoder::Node Encoder::makeConstant(const Expr *E) {
  Node R;
  if (E->kind() == ExprKind::Int)
    R.Value = E->type()->isBool() ? S.boolean(E->bits() != 0)
                                  : N->constant(kindOf(E->type()), E->bits());
  return R;
}

Encoder::Node Encoder::makeUnary(const Expr *E) {
  const ir::Type *T = E->type();
  Term A = nodeOf(E->operand(0)).Value;
  if (T->isFloat())
    return strict(E);
  if (T->isBool()) {
    bool Same = E->op() == Op::Neg || E->op() == Op::PopCount ||
                E->op() == Op::ByteSwap;
    return strict(E, {Same ? A : negation(A), {}});
  }
  if (E->op() == Op::ByteSwap && T->width() % 8)
    return opaque(E);
  Node R = strict(E, N->unary(E->op(), kindOf(T), A));
  if (E->op() == Op::Neg && isExact(T)) {
    ExactNumber X = exactOf(E->operand(0));
    Term Zero = N->constant(X.Kind, 0);
    addExact(R, Op::Sub, {X.Kind, {Zero, UInt128(0)}, {}}, X);
  }
  return R;
}

Encoder::Node Encoder::makeBinary(const Expr *E) {
  Op O = E->op();
  if (O == Op::LAnd || O == Op::LOr)
    return makeLogic(E);
  if (ir::isComparison(O))
    return makeComparison(E);
  if (O == Op::PtrAdd || O == Op::PtrDiff)
    return makePointerOp(E);
  if (E->type()->isFloat())
    return strict(E);
  return O == Op::Shl || O == Op::Shr ? makeShift(E) : makeArithmetic(E);
}

Encoder::Node Encoder::makeLogic(const Expr *E) {
  const Node &A = nodeOf(E->operand(0)), &B = nodeOf(E->operand(1));
  bool IsAnd = E->op() == Op::LAnd;
  Term Decides = IsAnd ? A.Value : negation(A.Value);
  Node R;
  R.Value = S.make(IsAnd ? Operator::And : Operator::Or, A.Value, B.Value);
  R.Def = both(A.Def, S.make(Operator::Implies, Decides, B.Def));
  R.Safe = both(A.Safe, S.make(Operator::Implies, Decides, B.Safe));
  return R;
}

Term Encoder::booleanCompare(Op O, Term A, Term B) {
  switch (O) {
  case Op::Eq:
    return S.make(Operator::Equal, A, B);
  case Op::Ne:
    return negation(S.make(Operator::Equal, A, B));
  case Op::Lt:
    return both(negation(A), B);
  case Op::Le:
    return S.make(Operator::Or, negation(A), B);
  case Op::Gt:
    return both(A, negation(B));
  default:
    return S.make(Operator::Or, A, negation(B));
  }
}

/// Whether arithmetic of \p T neither wraps nor is left out.
bool Encoder::isExact(const ir::Type *T) const {
  return T->isInt() && T->isSigned() && !N->target().WrapSigned;
}

Encoder::ExactNumber Encoder::exactOf(const Expr *E) const {
  const Node &R = nodeOf(E);
  if (R.ExactKind.Width)
    return {R.ExactKind, {R.Exact}, R.ExactDef};
  return {kindOf(E->type()), numberOf(E), R.Def};
}

Term Encoder::widened(NumberKind Wide, const ExactNumber &A) {
  return Wide == A.Kind ? A.Value.Value
                        : N->widened(Wide, A.Kind, A.Value.Value);
}

/// Longer numbers are not worth their cost.
static constexpr unsigned MaxExactWidth = 160;

void Encoder::addExact(Node &R, Op O, const ExactNumber &A,
                       const ExactNumber &B) {
  unsigned Width = O == Op::Mul ? A.Kind.Width + B.Kind.Width
                                : std::max(A.Kind.Width, B.Kind.Width) + 1;
  if (Width > MaxExactWidth)
    return;
  R.ExactKind = {Width, true};
  auto Wide = [&](const ExactNumber &X) {
    Number W = {widened(R.ExactKind, X)};
    if (X.Value.Bits)
      W.Bits = UInt128(ir::signExtend(*X.Value.Bits, X.Kind.Width));
    return W;
  };
  Number X = Wide(A), Y = Wide(B);
  R.Exact = N->exact(O, R.ExactKind, X, Y);
  R.ExactDef = both(A.Def, B.Def);
  if (O == Op::Mul && !X.Bits && !Y.Bits)
    R.Range =
        both(R.Range, signsOfProduct(R.ExactKind, X.Value, Y.Value, R.Exact));
}

/// What the signs of \p A and \p B say about their product \p P. It follows,
/// but the solver would search long for it.
Term Encoder::signsOfProduct(NumberKind K, Term A, Term B, Term P) {
  Term Zero = N->constant(K, 0);
  auto Implied = [&](Op SignA, Op SignB, Op SignP) {
    return S.make(
        Operator::Implies,
        both(N->compare(SignA, K, A, Zero), N->compare(SignB, K, B, Zero)),
        N->compare(SignP, K, P, Zero));
  };
  Term Positive =
      both(Implied(Op::Gt, Op::Gt, Op::Gt), Implied(Op::Lt, Op::Lt, Op::Gt));
  Term Negative =
      both(Implied(Op::Gt, Op::Lt, Op::Lt), Implied(Op::Lt, Op::Gt, Op::Lt));
  Term Bounded =
      both(Implied(Op::Ge, Op::Ge, Op::Ge), Implied(Op::Le, Op::Le, Op::Ge));
  return both(both(Positive, Negative), Bounded);
}

Encoder::Node Encoder::makeComparison(const Expr *E) {
  const ir::Type *T = E->operand(0)->type();
  Term A = nodeOf(E->operand(0)).Value, B = nodeOf(E->operand(1)).Value;
  if (!hasValue(T))
    return opaque(E);
  if (T->isBool())
    return strict(E, {booleanCompare(E->op(), A, B), {}});
  if (!isExact(T))
    return strict(E, {N->compare(E->op(), kindOf(T), A, B), {}});
  ExactNumber X = exactOf(E->operand(0)), Y = exactOf(E->operand(1));
  NumberKind Wide = X.Kind.includes(Y.Kind) ? X.Kind : Y.Kind;
  Node R = strict(E);
  R.Value = N->compare(E->op(), Wide, widened(Wide, X), widened(Wide, Y));
  R.Def = both(X.Def, Y.Def);
  return R;
}

/// Numbers of one bit: addition wraps, so it is the exclusive or.
Computed Encoder::booleanBinary(Op O, Term A, Term B) {
  switch (O) {
  case Op::Mul:
  case Op::And:
    return {both(A, B), {}};
  case Op::Or:
    return {S.make(Operator::Or, A, B), {}};
  case Op::Div:
    return {A, B};
  case Op::Rem:
    return {S.boolean(false), B};
  default:
    return {negation(S.make(Operator::Equal, A, B)), {}};
  }
}

Encoder::Node Encoder::makeArithmetic(const Expr *E) {
  Number A = numberOf(E->operand(0)), B = numberOf(E->operand(1));
  if (E->type()->isBool())
    return strict(E, booleanBinary(E->op(), A.Value, B.Value));
  Node R = strict(E, N->binary(E->op(), kindOf(E->type()), A, B));
  Op O = E->op();
  if (isExact(E->type()) && (O == Op::Add || O == Op::Sub || O == Op::Mul))
    addExact(R, O, exactOf(E->operand(0)), exactOf(E->operand(1)));
  return R;
}

Encoder::Node Encoder::makeShift(const Expr *E) {
  Number A = numberOf(E->operand(0)), Count = numberOf(E->operand(1));
  NumberKind C = kindOf(E->operand(1)->type());
  if (C.isBoolean()) {
    C.Width = 8;
    Count.Value = N->fromBoolean(C, Count.Value);
  }
  // One bit can be shifted by nothing at all.
  if (E->type()->isBool())
    return strict(
        E, {A.Value, N->compare(Op::Eq, C, Count.Value, N->constant(C, 0))});
  return strict(E, N->shift(E->op(), kindOf(E->type()), A, C, Count));
}

Encoder::Node Encoder::makePointerOp(const Expr *E) {
  const Node &A = nodeOf(E->operand(0)), &B = nodeOf(E->operand(1));
  uint64_t Scale = stride(E->operand(0)->type()->inner());
  if (E->op() == Op::PtrDiff)
    return Scale ? strict(E, N->difference(A.Value, B.Value, Scale))
                 : opaque(E);
  Term Index =
      converted(N->distanceKind(), kindOf(E->operand(1)->type()), B.Value);
  Computed Sum = N->plus(A.Value, Index, Scale);
  Computed Address = N->address(Sum.Value);
  return strict(E, {Address.Value, both(Sum.Def, Address.Def)});
}

Term Encoder::converted(NumberKind To, NumberKind From, Term A) {
  if (From.isBoolean())
    return To.isBoolean() ? A : N->fromBoolean(To, A);
  return To.isBoolean() ? N->lowBit(From, A) : N->convert(To, From, A);
}

Encoder::Node Encoder::makeCast(const Expr *E) {
  const ir::Type *To = E->type(), *From = E->operand(0)->type();
  if (!hasValue(From) || !hasValue(To))
    return opaque(E);
  Term A = nodeOf(E->operand(0)).Value;
  Node R = strict(E, {converted(kindOf(To), kindOf(From), A), {}});
  // What is wide enough for the exact number takes it as it is.
  const Node &Of = nodeOf(E->operand(0));
  if (isExact(To) && Of.ExactKind.Width && Of.ExactKind.Width <= To->width()) {
    R.ExactKind = Of.ExactKind;
    R.Exact = Of.Exact;
    R.ExactDef = Of.ExactDef;
  }
  return R;
}

Encoder::Node Encoder::makeCond(const Expr *E) {
  const Node &C = nodeOf(E->operand(0));
  const Node &A = nodeOf(E->operand(1)), &B = nodeOf(E->operand(2));
  Node R;
  if (hasValue(E->type()))
    R.Value = S.ite(C.Value, A.Value, B.Value);
  R.Def = both(C.Def, S.ite(C.Value, A.Def, B.Def));
  R.Safe = both(C.Safe, S.ite(C.Value, A.Safe, B.Safe));
  if (isExact(E->type()) && (A.ExactKind.Width || B.ExactKind.Width)) {
    ExactNumber X = exactOf(E->operand(1)), Y = exactOf(E->operand(2));
    R.ExactKind = X.Kind.includes(Y.Kind) ? X.Kind : Y.Kind;
    R.Exact = S.ite(C.Value, widened(R.ExactKind, X), widened(R.ExactKind, Y));
    R.ExactDef = both(C.Def, S.ite(C.Value, X.Def, Y.Def));
  }
  return R;
}

} // namespace predabs::prover
