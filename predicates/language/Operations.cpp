// See Operations.h. The counterpart in the front end is
// plugin/lower/Arithmetic.cpp.

#include "predicates/language/Operations.h"

#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Syntax.h"
#include "predicates/ir/Typing.h"
#include "predicates/language/CText.h"
#include "predicates/language/Conversions.h"
#include "predicates/text/Errors.h"
#include "predicates/text/Nearest.h"

#include <cassert>

namespace predabs::language {

using ir::Expr;
using ir::ExprKind;
using ir::Op;
using ir::Type;

namespace {

using text::quoted;
std::string quoted(const Type *T) { return quoted(cTypeName(T)); }

bool isNumber(const Type *T) { return T->isInt() || T->isFloat(); }
} // namespace

std::optional<std::string> Operations::takeProblem() {
  return std::exchange(Problem, std::nullopt);
}

Operand Operations::problem(std::string What) {
  if (!Problem)
    Problem = std::move(What);
  return intConstant(0);
}

//===--- Leaves and conversions ---------------------------------------------===

Operand Operations::function(const ir::Function *F) {
  return {C.deref(C.funcAddr(F)), true};
}

Operand Operations::constant(const Type *T, ir::UInt128 Bits) {
  return {C.intConst(T, Bits)};
}

Operand Operations::null() {
  return {C.null(C.pointerType(C.voidType())), false, true};
}

bool Operations::isNull(Operand A) {
  return A.IsNull || (!A.IsPlace && A.E->type()->isInt() && A.E->isInt(0));
}

const Expr *Operations::value(Operand A) {
  const Type *T = A.E->type();
  if (T->isArray())
    return C.addrOf(C.index(A.E, intConstant(0).E));
  if (T->isFunction())
    return C.addrOf(A.E);
  if (T->isScalar())
    return A.E;
  return problem(quoted(T) + " is no number and no pointer").E;
}

const Expr *Operations::number(Operand A, std::string_view Operator) {
  const Expr *E = value(A);
  if (isNumber(E->type()))
    return E;
  return problem(quoted(Operator) + " needs a number, not " + quoted(E->type()))
      .E;
}

const Expr *Operations::integer(Operand A, std::string_view Operator) {
  const Expr *E = value(A);
  if (E->type()->isInt())
    return E;
  return problem(quoted(Operator) + " needs an integer, not " +
                 quoted(E->type()))
      .E;
}

const Expr *Operations::promote(const Expr *E) {
  NumberType T = promoted(E);
  return T.IsFloat ? E : C.cast(C.intType(T.Width, T.IsSigned), E);
}

Operations::Pair Operations::toCommonType(const Expr *A, const Expr *B) {
  const Expr *L = promote(A), *R = promote(B);
  NumberType T = numberType(L->type());
  bool IsLeft = commonType(T, numberType(R->type())) == T;
  const Type *Common = IsLeft ? L->type() : R->type();
  // clang makes one cast of two from integer to integer.
  if (Common->isInt())
    return {C.cast(Common, A), C.cast(Common, B)};
  return {C.cast(Common, L), C.cast(Common, R)};
}

/// In C a truth value is an int.
Operand Operations::truthValue(const Expr *Bool) { return {C.cast(Int, Bool)}; }

const Expr *Operations::truth(Operand A) {
  const Type *T = A.E->type();
  if (T->isFunction())
    problem("a function is not Boolean");
  else if (!T->isScalar() && !T->isArray())
    problem("not Boolean, but " + quoted(T));
  return C.isTrue(value(A));
}

//===--- Prefix operators ---------------------------------------------------===

Operand Operations::plus(Operand A) { return {promote(number(A, "+"))}; }

Operand Operations::minus(Operand A) {
  return {C.unary(Op::Neg, promote(number(A, "-")))};
}

Operand Operations::complement(Operand A) {
  return {C.unary(Op::BitNot, promote(integer(A, "~")))};
}

Operand Operations::logicalNot(Operand A) {
  return truthValue(C.notOf(C.isTrue(value(A))));
}

Operand Operations::deref(Operand A) {
  const Expr *E = value(A);
  if (!E->type()->isPointer())
    return problem("'*' needs a pointer, not " + quoted(E->type()));
  return {C.deref(E), true};
}

Operand Operations::addressOf(Operand A) {
  if (!A.IsPlace)
    return problem("'&' needs a variable or other memory");
  if (A.E->kind() == ExprKind::Field && A.E->field().isBitField())
    return problem("a bit-field has no address");
  return {C.addrOf(A.E)};
}

Operand Operations::cast(const Type *T, Operand A) {
  const Expr *E = value(A);
  if (!T->isScalar())
    return problem("cannot cast to " + quoted(T));
  if (T->isBool())
    return {C.isTrue(E)};
  if (T->isFloat() ? E->type()->isPointer()
                   : T->isPointer() && E->type()->isFloat())
    return problem("cannot cast from " + quoted(E->type()) + " to " +
                   quoted(T));
  bool StaysNull = isNull(A) && T == C.pointerType(C.voidType());
  return {C.cast(T, E), false, StaysNull};
}

Operand Operations::sizeOf(Operand A) {
  if (A.E->kind() == ExprKind::Field && A.E->field().isBitField())
    return problem("a bit-field has no size in bytes");
  return sizeOf(A.E->type());
}

Operand Operations::sizeOf(const Type *T) {
  if (T->isVoid() || T->isFunction())
    return constant(C.sizeType(), 1);
  if (!checkElement(T))
    return intConstant(0);
  return constant(C.sizeType(), T->size());
}

//===--- Postfix operators --------------------------------------------------===

/// SOUND: the size of what a variable-length array consists of is not in its
/// type; the term would name another place than C does.
bool Operations::checkElement(const Type *T) {
  if (T->isVoid() || T->isFunction() || T->size() != 0)
    return true;
  problem("the size of " + quoted(T) + " is not known");
  return false;
}

Operand Operations::subscript(Operand A, Operand B) {
  if (B.E->type()->isArray() || B.E->type()->isPointer())
    std::swap(A, B);
  const Expr *I = integer(B, "[]");
  if (A.E->type()->isArray()) {
    if (!checkElement(A.E->type()->inner()))
      return intConstant(0);
    return {C.index(A.E, I), true};
  }
  const Expr *P = value(A);
  if (!P->type()->isPointer())
    return problem("'[]' needs an array or a pointer, not " +
                   quoted(P->type()));
  if (!checkElement(P->type()->inner()))
    return intConstant(0);
  return {C.deref(C.binary(Op::PtrAdd, P, I)), true};
}

Operand Operations::member(Operand Record, std::string_view Name) {
  const Type *T = Record.E->type();
  if (T->isPointer() && T->inner()->isRecord())
    return problem(quoted(T) + " is a pointer: write '->'");
  if (!T->isRecord())
    return problem(quoted(T) + " has no fields");
  return memberOf(Record.E, Name);
}

Operand Operations::arrow(Operand Pointer, std::string_view Name) {
  if (Pointer.E->type()->isRecord())
    return problem(quoted(Pointer.E->type()) + " is no pointer: write '.'");
  const Expr *P = value(Pointer);
  if (!P->type()->isPointer())
    return problem("'->' needs a pointer, not " + quoted(P->type()));
  if (!P->type()->inner()->isRecord())
    return problem(quoted(P->type()->inner()) + " has no fields");
  return memberOf(C.deref(P), Name);
}

namespace {

/// Where a field lies: its record, inside unnamed members if need be.
struct FieldSearch {
  struct Inside {
    const Type *Record;
    size_t Outer;     ///< position in Seen of what it is a field of
    uint32_t ByField; ///< which one
  };
  std::vector<Inside> Seen;
  std::vector<std::string_view> Names;

  /// Positions of fields from the outermost record on; empty: there is none.
  std::vector<uint32_t> find(const Type *Record, std::string_view Name) {
    Seen.push_back({Record, 0, 0});
    for (size_t I = 0; I < Seen.size(); ++I)
      if (std::optional<uint32_t> Found = lookInto(I, Name))
        return path(I, *Found);
    return {};
  }

  std::optional<uint32_t> lookInto(size_t At, std::string_view Name) {
    const std::vector<ir::Field> &Fields = Seen[At].Record->fields();
    for (uint32_t I = 0; I < Fields.size(); ++I) {
      if (isUnnamed(Fields[I]) && Fields[I].Ty->isRecord())
        Seen.push_back({Fields[I].Ty, At, I});
      else if (Fields[I].Name == Name)
        return I;
      else
        Names.push_back(Fields[I].Name);
    }
    return std::nullopt;
  }

  std::vector<uint32_t> path(size_t At, uint32_t Last) const {
    std::vector<uint32_t> Path = {Last};
    for (; At != 0; At = Seen[At].Outer)
      Path.insert(Path.begin(), Seen[At].ByField);
    return Path;
  }
};

} // namespace

Operand Operations::memberOf(const Expr *Record, std::string_view Name) {
  if (!Record->type()->isComplete())
    return problem(quoted(Record->type()) + " is declared, not defined");
  FieldSearch Search;
  std::vector<uint32_t> Path = Search.find(Record->type(), Name);
  if (Path.empty())
    return problem(quoted(Record->type()) + " has no field " + quoted(Name) +
                   didYouMean(Name, Search.Names));
  for (uint32_t I : Path)
    Record = C.field(Record, I);
  return {Record, true};
}

//===--- Binary operators ---------------------------------------------------===

Operand Operations::binary(Op O, Operand A, Operand B) {
  if (O == Op::LAnd || O == Op::LOr)
    return logicalOperator(O, A, B);
  if (isComparison(O))
    return comparison(O, A, B);
  if (O == Op::Shl || O == Op::Shr)
    return shift(O, A, B);
  return arithmetic(O, A, B);
}

const Expr *Operations::condition(Operand A) {
  const Expr *E = value(A);
  return C.isTrue(isNumber(E->type()) ? promote(E) : E);
}

Operand Operations::logicalOperator(Op O, Operand A, Operand B) {
  const Expr *L = condition(A), *R = condition(B);
  return truthValue(C.binary(O, L, R));
}

Operations::Pair Operations::comparable(Operand A, Operand B) {
  const Expr *L = value(A), *R = value(B);
  if (isNumber(L->type()) && isNumber(R->type()))
    return toCommonType(L, R);
  if (L->type()->isPointer() && isNull(B))
    return {L, C.null(L->type())};
  if (R->type()->isPointer() && isNull(A))
    return {C.null(R->type()), R};
  if (L->type()->isPointer() && R->type()->isPointer())
    return {L, C.cast(L->type(), R)};
  problem("cannot compare " + quoted(L->type()) + " with " + quoted(R->type()));
  return {L, L};
}

Operand Operations::comparison(Op O, Operand A, Operand B) {
  auto [L, R] = comparable(A, B);
  return truthValue(C.binary(O, L, R));
}

Operand Operations::shift(Op O, Operand A, Operand B) {
  std::string_view Operator = ir::opSyntax(O).Text;
  const Expr *L = promote(integer(A, Operator));
  return {C.binary(O, L, promote(integer(B, Operator)))};
}

Operand Operations::arithmetic(Op O, Operand A, Operand B) {
  const Expr *L = value(A), *R = value(B);
  bool LeftIsPointer = L->type()->isPointer();
  bool RightIsPointer = R->type()->isPointer();
  if (O == Op::Sub && LeftIsPointer && RightIsPointer)
    return pointerDifference(L, R);
  if ((O == Op::Add || O == Op::Sub) && LeftIsPointer && R->type()->isInt())
    return pointerSum(O, L, R);
  if (O == Op::Add && RightIsPointer && L->type()->isInt())
    return pointerSum(O, R, L);
  std::string_view Operator = ir::opSyntax(O).Text;
  auto [X, Y] = toCommonType(number(A, Operator), number(B, Operator));
  bool NeedsIntegers =
      O != Op::Add && O != Op::Sub && O != Op::Mul && O != Op::Div;
  if (NeedsIntegers && X->type()->isFloat())
    return problem(quoted(Operator) + " needs integers, not " +
                   quoted(X->type()));
  return {C.binary(O, X, Y)};
}

Operand Operations::pointerSum(Op O, const Expr *P, const Expr *I) {
  if (!checkElement(P->type()->inner()))
    return intConstant(0);
  I = promote(I);
  if (O == Op::Sub)
    I = C.unary(Op::Neg, C.cast(C.diffType(), I));
  return {C.binary(Op::PtrAdd, P, I)};
}

Operand Operations::pointerDifference(const Expr *A, const Expr *B) {
  if (!checkElement(A->type()->inner()))
    return intConstant(0);
  return {C.binary(Op::PtrDiff, A, C.cast(A->type(), B))};
}

Operations::Pair Operations::arms(Operand A, Operand B) {
  const Expr *L = value(A), *R = value(B);
  if (isNumber(L->type()) && isNumber(R->type()))
    return toCommonType(L, R);
  if (L->type()->isPointer() && isNull(B))
    return {L, C.null(L->type())};
  if (R->type()->isPointer() && isNull(A))
    return {C.null(R->type()), R};
  if (L->type() == R->type())
    return {L, R};
  if (!L->type()->isPointer() || !R->type()->isPointer()) {
    problem("'?:' cannot give either " + quoted(L->type()) + " or " +
            quoted(R->type()));
    return {L, L};
  }
  const Type *Void = C.pointerType(C.voidType());
  return {C.cast(Void, L), C.cast(Void, R)};
}

Operand Operations::conditional(Operand Cond, Operand A, Operand B) {
  const Expr *Bool = condition(Cond);
  auto [L, R] = arms(A, B);
  return {C.cond(Bool, L, R)};
}

} // namespace predabs::language
