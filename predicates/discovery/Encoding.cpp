#include "predicates/discovery/Encoding.h"

#include "predicates/ir/Comparisons.h"

#include <bit>

namespace predabs::horn {

using namespace ir;
using prover::HornOp;
using prover::HornTerm;

namespace {

/// Bounds of wider types make large numbers in what is found.
constexpr unsigned MaxBoundedWidth = 16;

bool isNumber(const Type *T) { return T->isInt() || T->isPointer(); }

/// The operands that the value of \p E is computed from.
bool isLeaf(const Expr *E) {
  return Cells::isCell(E) || E->isPlace() || !isNumber(E->type()) ||
         E->numOperands() == 0;
}

uint64_t stride(const Type *Pointer) {
  uint64_t Size = Pointer->inner()->size();
  return Size ? Size : 1;
}

} // namespace

std::optional<SInt128> leastOf(const Type *T) {
  if (T->isPointer() || !T->isSigned())
    return 0;
  if (T->width() > MaxBoundedWidth)
    return std::nullopt;
  return -(SInt128(1) << (T->width() - 1));
}

std::optional<SInt128> greatestOf(const Type *T) {
  if (T->isPointer() || T->width() > MaxBoundedWidth)
    return std::nullopt;
  return (SInt128(1) << (T->width() - (T->isSigned() ? 1 : 0))) - 1;
}

HornTerm Encoding::unknown(const Type *T) {
  Term V = S.variable(NumVariables++);
  if (!isNumber(T))
    return V;
  if (std::optional<SInt128> Min = leastOf(T))
    Conditions.push_back(S.lessEqual(S.number(*Min), V));
  if (std::optional<SInt128> Max = greatestOf(T))
    Conditions.push_back(S.lessEqual(V, S.number(*Max)));
  return V;
}

HornTerm Encoding::unknownCell(const Expr *Cell) {
  Term V = unknown(Cell->type());
  if (Cell->kind() != ExprKind::AddrOf)
    return V;
  Conditions.push_back(S.less(S.number(0), V));
  for (Term Other : Addresses)
    Conditions.push_back(S.notOf(S.equal(V, Other)));
  Addresses.push_back(V);
  return V;
}

HornTerm Encoding::number(const Expr *E, State &In) {
  Terms Known;
  encode(E, In, Known);
  return asNumber(E, Known.at(E));
}

HornTerm Encoding::condition(const Expr *E, State &In) {
  Terms Known;
  encode(E, In, Known);
  return Known.at(E);
}

HornTerm Encoding::asNumber(const Expr *E, Term A) {
  if (!E->type()->isBool())
    return A;
  // What was a number before it became a condition.
  auto Known = Truths.find(A);
  return Known != Truths.end() ? Known->second
                               : S.ite(A, S.number(1), S.number(0));
}
HornTerm Encoding::fromNumber(const Expr *E, Term A) {
  if (!E->type()->isBool())
    return A;
  Term Truth = S.lessEqual(S.number(1), A);
  Truths.emplace(Truth, A);
  return Truth;
}

void Encoding::encode(const Expr *Root, State &In, Terms &Known) {
  std::vector<const Expr *> Open = {Root};
  while (!Open.empty()) {
    const Expr *E = Open.back();
    size_t Before = Open.size();
    if (!Known.contains(E) && !isLeaf(E))
      for (const Expr *Operand : operandsOf(Ctx, E))
        if (!Known.contains(Operand))
          Open.push_back(Operand);
    if (Open.size() != Before)
      continue;
    if (!Known.contains(E))
      Known.emplace(E, make(E, In, Known));
    Open.pop_back();
  }
}

HornTerm Encoding::make(const Expr *E, State &In, const Terms &Known) {
  bool IsBool = E->type()->isBool();
  if (Cells::isCell(E)) {
    auto Found = In.find(E);
    if (Found == In.end())
      Found = In.emplace(E, unknownCell(E)).first;
    return fromNumber(E, Found->second);
  }
  if (E->kind() == ExprKind::Int)
    return IsBool ? S.boolean(E->isInt(1)) : S.number(E->number());
  if (isLeaf(E)) {
    auto Found = Named.find(E);
    if (Found == Named.end())
      Found = Named.emplace(E, unknown(E->type())).first;
    return fromNumber(E, Found->second);
  }
  switch (E->kind()) {
  case ExprKind::Unary:
    return makeUnary(E, Known);
  case ExprKind::Binary:
    return makeBinary(E, Known);
  case ExprKind::AddrOf:
    return makeAddress(E, Known);
  case ExprKind::Cast:
    return makeCast(E, Known.at(E->operand(0)));
  case ExprKind::Cond: {
    Term C = Known.at(E->operand(0)), A = Known.at(E->operand(1)),
         B = Known.at(E->operand(2));
    if (!IsBool)
      return S.ite(C, A, B);
    return S.make(HornOp::Or, {S.make(HornOp::And, {C, A}),
                               S.make(HornOp::And, {S.notOf(C), B})});
  }
  default:
    return fromNumber(E, unknown(E->type()));
  }
}

HornTerm Encoding::makeUnary(const Expr *E, const Terms &Known) {
  Term A = Known.at(E->operand(0));
  const Type *T = E->type();
  switch (E->op()) {
  case Op::Not:
    return S.notOf(A);
  case Op::Neg:
    return T->isBool() ? A : S.mul(-1, A);
  case Op::BitNot: {
    if (T->isBool())
      return S.notOf(A);
    SInt128 AllOnes = T->isSigned()      ? SInt128(-1)
                      : T->width() < 127 ? (SInt128(1) << T->width()) - 1
                                         : SInt128(-1);
    return S.sub(S.number(AllOnes), A);
  }
  default:
    return fromNumber(E, unknown(T));
  }
}

HornTerm Encoding::makeBinary(const Expr *E, const Terms &Known) {
  const Expr *L = E->operand(0), *R = E->operand(1);
  Term A = Known.at(L), B = Known.at(R);
  if (L->type()->isFloat() || !isNumber(L->type()))
    return fromNumber(E, unknown(E->type()));
  if (E->op() == Op::LAnd)
    return S.make(HornOp::And, {A, B});
  if (E->op() == Op::LOr)
    return S.make(HornOp::Or, {A, B});
  A = asNumber(L, A);
  B = asNumber(R, B);
  if (isComparison(E))
    return makeLogic(E, A, B);
  return fromNumber(E, makeArithmetic(E, A, B));
}

HornTerm Encoding::makeLogic(const Expr *E, Term A, Term B) {
  switch (E->op()) {
  case Op::Eq:
    return S.equal(A, B);
  case Op::Ne:
    return S.notOf(S.equal(A, B));
  case Op::Lt:
    return S.less(A, B);
  case Op::Le:
    return S.lessEqual(A, B);
  case Op::Gt:
    return S.less(B, A);
  default:
    return S.lessEqual(B, A);
  }
}

std::pair<HornTerm, HornTerm> Encoding::divide(Term A, SInt128 By,
                                               Rounding To) {
  Term Quotient = S.variable(NumVariables++);
  Term Rest = S.variable(NumVariables++);
  Conditions.push_back(S.equal(A, S.add(S.mul(By, Quotient), Rest)));
  auto Between = [&](SInt128 Min, SInt128 Max) {
    return S.make(HornOp::And, {S.lessEqual(S.number(Min), Rest),
                                S.lessEqual(Rest, S.number(Max))});
  };
  Term IsPositive = S.lessEqual(S.number(0), A);
  Term Range = Between(0, By - 1);
  if (To == Rounding::ToZero)
    Range = S.make(HornOp::Or, {S.make(HornOp::And, {IsPositive, Range}),
                                S.make(HornOp::And, {S.notOf(IsPositive),
                                                     Between(1 - By, 0)})});
  Conditions.push_back(Range);
  return {Quotient, Rest};
}

HornTerm Encoding::makeArithmetic(const Expr *E, Term A, Term B) {
  std::optional<SInt128> CA = S.asNumber(A), CB = S.asNumber(B);
  bool IsSmall = CB && *CB > 0 && *CB <= UINT32_MAX;
  const Type *T = E->type();
  Rounding To = T->isSigned() ? Rounding::ToZero : Rounding::Down;
  switch (E->op()) {
  case Op::Add:
    return S.add(A, B);
  case Op::Sub:
    return S.sub(A, B);
  case Op::Mul:
    if (CA || CB)
      return CA ? S.mul(*CA, B) : S.mul(*CB, A);
    return unknown(T);
  case Op::Div:
    return IsSmall ? divide(A, *CB, To).first : unknown(T);
  case Op::Rem:
    return IsSmall ? divide(A, *CB, To).second : unknown(T);
  case Op::PtrAdd:
    return S.add(A, S.mul(SInt128(stride(T)), B));
  case Op::PtrDiff: {
    Term V = unknown(T);
    Conditions.push_back(
        S.equal(S.mul(SInt128(stride(E->operand(0)->type())), V), S.sub(A, B)));
    return V;
  }
  default:
    return makeBits(E, A, B);
  }
}

HornTerm Encoding::makeBits(const Expr *E, Term A, Term B) {
  const Type *T = E->type();
  switch (E->op()) {
  case Op::Shl:
  case Op::Shr:
    return makeShift(E, A, B);
  case Op::And:
    return makeAnd(E, A, B);
  case Op::Or:
  case Op::Xor: {
    Term V = unknown(T);
    if (!T->isSigned())
      Conditions.push_back(S.lessEqual(V, S.add(A, B)));
    if (!T->isSigned() && E->op() == Op::Or) {
      Conditions.push_back(S.lessEqual(A, V));
      Conditions.push_back(S.lessEqual(B, V));
    }
    return V;
  }
  default:
    return unknown(T);
  }
}

HornTerm Encoding::makeShift(const Expr *E, Term A, Term Count) {
  std::optional<SInt128> By = S.asNumber(Count);
  if (!By || *By < 0 || *By >= 32)
    return unknown(E->type());
  SInt128 Factor = SInt128(1) << int(*By);
  return E->op() == Op::Shl ? S.mul(Factor, A)
                            : divide(A, Factor, Rounding::Down).first;
}

HornTerm Encoding::makeAnd(const Expr *E, Term A, Term B) {
  if (S.asNumber(A))
    std::swap(A, B);
  std::optional<SInt128> Mask = S.asNumber(B);
  bool IsLow = Mask && *Mask > 0 && *Mask < UINT32_MAX &&
               std::has_single_bit(uint64_t(*Mask) + 1);
  if (IsLow)
    return divide(A, *Mask + 1, Rounding::Down).second;
  Term V = unknown(E->type());
  if (!E->type()->isSigned())
    Conditions.push_back(S.lessEqual(V, A));
  if (!E->type()->isSigned() || (Mask && *Mask >= 0)) {
    Conditions.push_back(S.lessEqual(S.number(0), V));
    Conditions.push_back(S.lessEqual(V, B));
  }
  return V;
}

HornTerm Encoding::makeCast(const Expr *E, Term A) {
  const Expr *From = E->operand(0);
  const Type *T = E->type();
  if (!isNumber(From->type()))
    return fromNumber(E, unknown(T));
  A = asNumber(From, A);
  return T->isBool() ? fromNumber(E, unknown(T)) : A;
}

HornTerm Encoding::makeAddress(const Expr *E, const Terms &Known) {
  Address To = addressOf(Ctx, E);
  Term Sum = S.add(Known.at(To.Base), S.number(To.Offset));
  for (const auto &[Index, Size] : To.Subscripts)
    Sum = S.add(Sum, S.mul(SInt128(Size), asNumber(Index, Known.at(Index))));
  return Sum;
}

} // namespace predabs::horn
