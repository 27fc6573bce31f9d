// Terms as C, see Predicate.h. A cast is left out exactly where C's implicit
// conversions (Conversions.h) put it back, so that the text says what the term
// says, and no two terms that differ in value have the same text. The one
// exception are sign changes, which C makes silently and a reader should see.
//
// What is still to be written stands on a stack: terms may be nested deeply.

#include "predicates/language/CText.h"

#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Module.h"
#include "predicates/ir/Syntax.h"
#include "predicates/language/Conversions.h"
#include "predicates/language/Predicate.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

namespace predabs {

using ir::appendNumber;
using ir::Expr;
using ir::ExprKind;
using ir::Op;
using ir::Precedence;
using ir::SInt128;
using ir::tighter;
using ir::Type;
using ir::UInt128;

namespace {

bool isCast(const Expr *E) { return E->kind() == ExprKind::Cast; }
bool isIntConstant(const Expr *E) {
  return E->kind() == ExprKind::Int && E->type()->isInt();
}
bool isNumber(const Type *T) { return T->isInt() || T->isFloat(); }

/// C gives the operations that make a truth value the type int.
bool isTruthValue(const Expr *E) {
  return E->type()->isBool() && !E->isPlace();
}

//===--- Constants ---------------------------------------------------------===

bool fits(SInt128 N, unsigned Width) {
  return ir::signExtend(ir::truncateTo(UInt128(N), Width), Width) == N;
}

/// The type that a decimal constant without suffix has, where it has one.
bool hasPlainType(const Expr *Constant) {
  return Constant->type()->isSigned() ? fits(Constant->number(), 64)
                                      : Constant->bits() >> 63 == 0;
}
NumberType plainType(const Expr *Constant) {
  return fits(Constant->number(), 32) ? IntNumber : NumberType{false, true, 64};
}

/// The most negative number has no constant of its type in C.
bool isLeast(const Expr *E) {
  const Type *T = E->type();
  return T->isSigned() && T->width() >= 32 &&
         E->bits() == UInt128(1) << (T->width() - 1);
}

/// What a constant of that type is written with behind it, or null where
/// there is no such thing.
const char *suffixOf(const Type *T) {
  if (T->width() == 32)
    return T->isSigned() ? "" : "U";
  if (T->width() == 64)
    return T->isSigned() ? "LL" : "ULL";
  return nullptr;
}

//===--- Operands without the casts that C implies --------------------------===

/// \p A without the promotion of a narrow operand.
const Expr *withoutPromotion(const Expr *A) {
  if (!isCast(A) || !isNumber(A->operand(0)->type()))
    return A;
  const Expr *Inner = A->operand(0);
  NumberType T = numberType(A->type());
  bool Implied = promoted(Inner) == T && keepsValue(valueType(Inner), T);
  return Implied ? Inner : A;
}

/// \p A without the conversion to a common type, where C makes it by itself.
/// Of two integers it includes the promotion.
const Expr *withoutConversion(const Expr *A) {
  if (!isCast(A) || !isNumber(A->operand(0)->type()))
    return A;
  const Expr *Inner = A->operand(0);
  NumberType To = numberType(A->type());
  if (!keepsValue(valueType(Inner), To))
    return A;
  if (!To.IsFloat || Inner->type()->isFloat())
    return Inner;
  return promoted(Inner) == numberType(Inner->type()) ? withoutPromotion(Inner)
                                                      : A;
}

/// An operand of an operator that converts its operands, as it is written.
struct Operand {
  const Expr *E;
  /// An integer constant without suffix, or NULL.
  bool IsPlain = false;
};

Operand exactly(const Expr *E) { return {E}; }
Operand implied(const Expr *E) {
  bool IsPlain = isIntConstant(E) && !E->type()->isBool() && hasPlainType(E);
  return {withoutConversion(E), IsPlain};
}

/// Whether C converts \p A and \p B, as they are written, to \p T.
bool haveCommonType(Operand A, Operand B, NumberType T) {
  auto TypeOfText = [](Operand O) {
    return O.IsPlain ? plainType(O.E) : promoted(O.E);
  };
  return commonType(TypeOfText(A), TypeOfText(B)) == T;
}

/// A comparison of narrow operands has no other result than the one of the
/// promoted ones that C compares.
std::pair<Operand, Operand> numberOperands(const Expr *A, const Expr *B) {
  Operand L = implied(A), R = implied(B);
  NumberType T = promoted(A);
  if (haveCommonType(L, R, T))
    return {L, R};
  // One of them must show the type; better not a constant.
  if (!isIntConstant(A) && haveCommonType(exactly(A), R, T))
    return {exactly(A), R};
  if (haveCommonType(L, exactly(B), T))
    return {L, exactly(B)};
  return {exactly(A), exactly(B)};
}

bool isVoidPointer(const Type *T) {
  return T->isPointer() && T->inner()->isVoid();
}

const Expr *withoutPointerCast(const Expr *E) {
  return isCast(E) && E->operand(0)->type()->isPointer() ? E->operand(0) : E;
}

/// A comparison converts the right pointer to the left one's type.
std::pair<Operand, Operand> comparedPointers(const Expr *A, const Expr *B) {
  if (A->isInt(0) || B->isInt(0))
    return {{A, A->isInt(0)}, {B, B->isInt(0)}};
  return {exactly(A), exactly(withoutPointerCast(B))};
}

/// `?:` converts pointers of different types to `void *`.
std::pair<Operand, Operand> chosenPointers(const Expr *A, const Expr *B) {
  if (A->isInt(0) || B->isInt(0))
    return {{A, A->isInt(0)}, {B, B->isInt(0)}};
  const Expr *L = withoutPointerCast(A), *R = withoutPointerCast(B);
  if (isVoidPointer(A->type()) && L->type() != R->type())
    return {exactly(L), exactly(R)};
  return {exactly(A), exactly(B)};
}

std::pair<Operand, Operand> comparedOperands(const Expr *A, const Expr *B) {
  if (A->type()->isPointer())
    return comparedPointers(A, B);
  if (A->type()->isBool())
    return {exactly(A), exactly(B)};
  return numberOperands(A, B);
}

std::pair<Operand, Operand> chosenOperands(const Expr *A, const Expr *B) {
  if (A->type()->isPointer())
    return chosenPointers(A, B);
  if (A->type()->isBool() || isAggregate(A->type()))
    return {exactly(A), exactly(B)};
  return numberOperands(A, B);
}

//===--- Shapes -------------------------------------------------------------===

/// `&a[0]`, which C writes as `a`.
bool isDecay(const Expr *E) {
  if (E->kind() != ExprKind::AddrOf || E->operand(0)->kind() != ExprKind::Index)
    return false;
  const Expr *Index = E->operand(0)->operand(1);
  return Index->isInt(0) && Index->type()->isSigned() &&
         Index->type()->width() == 32;
}

/// Whether \p I is of the type that `p - n` converts n to, before it adds -n.
bool isDistance(const Expr *P, const Expr *I) {
  return I->type()->isSigned() && I->type()->width() == P->type()->width();
}

/// The n of `p - n`; null if adding \p I to \p P is none.
const Expr *subtracted(const Expr *P, const Expr *I) {
  if (!isDistance(P, I) || I->kind() != ExprKind::Unary || I->op() != Op::Neg)
    return nullptr;
  const Expr *N = I->operand(0);
  bool IsConverted = isCast(N) && N->operand(0)->type()->isInt() &&
                     promoted(N->operand(0)) == valueType(N->operand(0));
  return IsConverted ? N->operand(0) : N;
}
bool isSubtractedConstant(const Expr *P, const Expr *I) {
  return isIntConstant(I) && isDistance(P, I) && I->number() < 0 && !isLeast(I);
}

/// A sum promotes what it adds to a pointer; a subscript does not.
bool isUnpromoted(const Expr *I) {
  return promoted(I) != numberType(I->type());
}

/// Whether `*P` is written as a subscript. That of an array is a place of
/// another shape than that of its address.
bool isSubscript(const Expr *P) {
  if (P->op() != Op::PtrAdd)
    return false;
  const Expr *Base = P->operand(0), *I = P->operand(1);
  if (isDecay(Base))
    return isUnpromoted(I);
  return !subtracted(Base, I) && !isSubtractedConstant(Base, I);
}

/// The comparison that `!E` is, or None: of floats there is none.
Op oppositeComparison(const Expr *E) {
  if (!isComparison(E) || E->operand(0)->type()->isFloat())
    return Op::None;
  return opposite(E->op());
}

//===--- The printer --------------------------------------------------------===

class CPrinter {
public:
  explicit CPrinter(Blanks B) : Style(B) {}
  explicit CPrinter(const VariableName &NameOf)
      : Style(Blanks::Keep), NameOf(&NameOf) {}

  std::string print(const Expr *E) {
    begin(E, Precedence::Cond);
    while (!Pending.empty() && Out.size() <= MaxLength) {
      Part P = std::move(Pending.back());
      Pending.pop_back();
      if (P.IsPlain)
        beginPlain(P.E, P.Min);
      else if (P.E)
        begin(P.E, P.Min);
      else
        append(P.Text);
    }
    if (!Pending.empty())
      Out += "...#" + std::to_string(E->id());
    return std::move(Out);
  }

private:
  /// A term that shares its parts may be short and its text endless; nobody
  /// reads one that is longer than this.
  static constexpr size_t MaxLength = 10'000;

  /// An expression that binds at least as tightly as Min or gets parentheses,
  /// or a token. The token " " stands for a blank that may be dropped.
  struct Part {
    std::string Text;
    const Expr *E = nullptr;
    Precedence Min = Precedence::Cond;
    bool IsPlain = false;

    Part(std::string Text) : Text(std::move(Text)) {}
    Part(const char *Text) : Text(Text) {}
    Part(const Expr *E, Precedence Min) : E(E), Min(Min) {}
    Part(Operand O, Precedence Min) : E(O.E), Min(Min), IsPlain(O.IsPlain) {}
  };

  static bool isWordChar(char C) {
    return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') ||
           (C >= '0' && C <= '9') || C == '_' || C == '$';
  }

  /// Whether two tokens would be read as one, or as a comment.
  static bool wouldGlue(char Last, char First) {
    if (Last == First && (Last == '-' || Last == '+' || Last == '&'))
      return true;
    return (Last == '/' && First == '*') ||
           (isWordChar(Last) && isWordChar(First));
  }

  void append(std::string_view Token) {
    if (Token == " " && Style == Blanks::Drop)
      return;
    if (!Out.empty() && wouldGlue(Out.back(), Token.front()))
      Out += ' ';
    Out += Token;
  }

  /// Writes \p Parts in that order, in parentheses if what they are binds
  /// less tightly than \p Min.
  void write(Precedence Binds, Precedence Min, std::vector<Part> Parts) {
    if (Binds < Min)
      Pending.emplace_back(")");
    std::move(Parts.rbegin(), Parts.rend(), std::back_inserter(Pending));
    if (Binds < Min)
      Pending.emplace_back("(");
  }
  void write(std::string Token) { Pending.emplace_back(std::move(Token)); }

  void begin(const Expr *E, Precedence Min) {
    switch (E->kind()) {
    case ExprKind::Int:
      return beginInt(E, Min);
    case ExprKind::Float:
      return beginFloat(E, Min);
    case ExprKind::Zero:
      return write("{0}");
    case ExprKind::FuncAddr:
      return write(E->function()->DisplayName);
    case ExprKind::LabelAddr:
      return beginLabel(E, Min);
    case ExprKind::Var:
      return beginVariable(E->variable(), Min);
    case ExprKind::Field:
      return beginField(E);
    case ExprKind::Index:
      return beginIndex(E->operand(0), E->operand(1));
    case ExprKind::Deref:
      return beginDeref(E->operand(0), Min);
    case ExprKind::AddrOf:
      return beginAddress(E, Min);
    case ExprKind::Unary:
      return beginUnary(E, Min);
    case ExprKind::Binary:
      return beginBinary(E, E->op(), Min);
    case ExprKind::Cast:
      return beginCast(E, Min);
    case ExprKind::Cond:
      return beginCond(E, Min);
    }
  }

  // Constants.

  void beginPlain(const Expr *E, Precedence Min) {
    if (E->type()->isPointer())
      return write("NULL");
    writeNumber(E, "", Min);
  }

  void beginInt(const Expr *E, Precedence Min) {
    const Type *T = E->type();
    if (T->isPointer())
      return writeCastNumber(T, E->bits(), Min);
    if (T->isBool())
      return writeNumber(E, "", Min);
    if (T->isSigned() && T->width() == 64 && !fits(E->number(), 32))
      return writeNumber(E, "", Min);
    if (const char *Suffix = suffixOf(T))
      return writeNumber(E, Suffix, Min);
    if (T->width() > 64 && !fits(E->number(), 64))
      return beginWide(E, Min);
    write(Precedence::Prefix, Min, {"(", cTypeName(T, Style), ")", decimal(E)});
  }

  static std::string decimal(const Expr *E) {
    std::string Text;
    bool Negative = E->type()->isSigned() && E->number() < 0;
    if (Negative)
      Text += '-';
    appendNumber(Text,
                 Negative ? UInt128(0) - UInt128(E->number()) : E->bits());
    return Text;
  }

  void writeCastNumber(const Type *T, UInt128 Number, Precedence Min) {
    std::string Text;
    appendNumber(Text, Number);
    if (Number >> 63)
      Text += "ULL";
    write(Precedence::Prefix, Min, {"(", cTypeName(T, Style), ")", Text});
  }

  void writeNumber(const Expr *E, const char *Suffix, Precedence Min) {
    if (isLeast(E))
      return writeLeast(E, Suffix, Min);
    std::string Text = decimal(E) + Suffix;
    write(Text[0] == '-' ? Precedence::Prefix : Precedence::Postfix, Min,
          {Text});
  }

  void writeLeast(const Expr *E, const char *Suffix, Precedence Min) {
    std::string Text = "-";
    appendNumber(Text, E->bits() - 1);
    write(Precedence::Sum, Min, {Text + Suffix, " ", "-", " ", "1"});
  }

  /// C has no constants of more than 64 bits.
  void beginWide(const Expr *E, Precedence Min) {
    std::string High, Low;
    appendNumber(High, E->bits() >> 64);
    appendNumber(Low, E->bits() & UInt128(~uint64_t(0)));
    write(Precedence::Or, Min,
          {"(", cTypeName(E->type(), Style), ")", High + "ULL", " ", "<<", " ",
           "64", " ", "|", " ", Low + "ULL"});
  }

  void beginFloat(const Expr *E, Precedence Min) {
    if (E->type()->width() == 64)
      return writeFloat(std::bit_cast<double>(uint64_t(E->bits())), "", Min);
    if (E->type()->width() == 32)
      return writeFloat(std::bit_cast<float>(uint32_t(E->bits())), "f", Min);
    std::string Bits;
    ir::appendHex(Bits, E->bits(), E->type()->width() / 4);
    write(Precedence::Prefix, Min,
          {"(", cTypeName(E->type(), Style), ")", Bits});
  }

  template <typename T>
  void writeFloat(T Number, const char *Suffix, Precedence Min) {
    char Digits[64];
    auto End = std::to_chars(std::begin(Digits), std::end(Digits), Number).ptr;
    std::string Text(Digits, End);
    if (Text.find_first_not_of("-0123456789") == Text.npos)
      Text += ".0";
    Text += Suffix;
    write(Text[0] == '-' ? Precedence::Prefix : Precedence::Postfix, Min,
          {Text});
  }

  void beginLabel(const Expr *E, Precedence Min) {
    const ir::Function &F = *E->function();
    std::string Label = E->block() < F.Blocks.size()
                            ? F.Blocks[E->block()].Name
                            : std::to_string(E->block());
    write(Precedence::Prefix, Min, {"&&", Label});
  }

  // Places.

  /// The quote of a symbolic constant is a prefix operator.
  void beginVariable(const ir::Variable *V, Precedence Min) {
    if (V->isLogical() && V->ValueOf && V->Name.starts_with('\''))
      return write(Precedence::Prefix, Min,
                   {"'", Part(V->ValueOf, Precedence::Prefix)});
    write(NameOf ? (*NameOf)(*V) : V->Name);
  }

  void beginField(const Expr *E) {
    const Expr *Record = E->operand(0);
    while (Record->kind() == ExprKind::Field && isUnnamed(Record->field()))
      Record = Record->operand(0);
    bool Arrow =
        Record->kind() == ExprKind::Deref && !isSubscript(Record->operand(0));
    write(Precedence::Postfix, Precedence::Postfix,
          {Part(Arrow ? Record->operand(0) : Record, Precedence::Postfix),
           Arrow ? "->" : ".", E->field().Name});
  }

  void beginIndex(const Expr *Base, const Expr *Index) {
    write(Precedence::Postfix, Precedence::Postfix,
          {Part(Base, Precedence::Postfix), "[", Part(Index, Precedence::Cond),
           "]"});
  }

  static std::vector<Part> subscript(const Expr *P) {
    const Expr *Base = P->operand(0);
    Part Index(P->operand(1), Precedence::Cond);
    if (!isDecay(Base))
      return {Part(Base, Precedence::Postfix), "[", Index, "]"};
    return {"(",   "&", Part(Base->operand(0), Precedence::Prefix), ")", "[",
            Index, "]"};
  }

  void beginDeref(const Expr *P, Precedence Min) {
    if (isSubscript(P))
      return write(Precedence::Postfix, Min, subscript(P));
    write(Precedence::Prefix, Min, {"*", Part(P, Precedence::Prefix)});
  }

  void beginAddress(const Expr *E, Precedence Min) {
    if (isDecay(E))
      return begin(E->operand(0)->operand(0), Min);
    write(Precedence::Prefix, Min,
          {"&", Part(E->operand(0), Precedence::Prefix)});
  }

  // Operations.

  void beginUnary(const Expr *E, Precedence Min) {
    const Expr *A = E->operand(0);
    if (E->op() == Op::Not && oppositeComparison(A) != Op::None)
      return beginBinary(A, oppositeComparison(A), Min);
    const ir::OpSyntax &Syntax = opSyntax(E->op());
    if (Syntax.Binds == Precedence::Postfix)
      return write(Precedence::Postfix, Min,
                   {Syntax.Text, "(", Part(A, Precedence::Cond), ")"});
    Part Operand(E->op() == Op::Not ? A : withoutPromotion(A),
                 Precedence::Prefix);
    if (E->op() != Op::Not && isNarrow(E))
      return write(
          Precedence::Prefix, Min,
          {"(", cTypeName(E->type(), Style), ")", Syntax.Text, Operand});
    write(Precedence::Prefix, Min, {Syntax.Text, Operand});
  }

  /// C computes in no type smaller than int.
  static bool isNarrow(const Expr *E) {
    return E->type()->isInt() && promoted(E) != numberType(E->type());
  }

  void beginBinary(const Expr *E, Op O, Precedence Min) {
    if (O == Op::LAnd || O == Op::LOr)
      return writeBinary(opSyntax(O), exactly(E->operand(0)),
                         exactly(E->operand(1)), Min);
    if (O == Op::PtrAdd)
      return beginPtrAdd(E, Min);
    if (O == Op::PtrDiff)
      return writeBinary({"-", Precedence::Sum}, exactly(E->operand(0)),
                         exactly(withoutPointerCast(E->operand(1))), Min);
    if (!isComparison(O) && isNarrow(E))
      return beginNarrow(E, O, Min);
    if (O == Op::Shl || O == Op::Shr)
      return writeBinary(opSyntax(O), exactly(withoutPromotion(E->operand(0))),
                         exactly(withoutPromotion(E->operand(1))), Min);
    auto [A, B] = comparedOperands(E->operand(0), E->operand(1));
    writeBinary(opSyntax(O), A, B, Min);
  }

  void writeBinary(const ir::OpSyntax &Syntax, Operand A, Operand B,
                   Precedence Min) {
    write(Syntax.Binds, Min,
          {Part(A, Syntax.Binds), " ", Syntax.Text, " ",
           Part(B, tighter(Syntax.Binds))});
  }

  /// `(unsigned char)(a + b)`; of truth values the low bit.
  void beginNarrow(const Expr *E, Op O, Precedence Min) {
    const ir::OpSyntax &Syntax = opSyntax(O);
    Part A(E->operand(0), Syntax.Binds);
    Part B(E->operand(1), tighter(Syntax.Binds));
    if (!E->type()->isBool())
      return write(Precedence::Prefix, Min,
                   {"(", cTypeName(E->type(), Style), ")", "(", A, " ",
                    Syntax.Text, " ", B, ")"});
    if (O == Op::And || O == Op::Or || O == Op::Xor)
      return write(Syntax.Binds, Min, {A, " ", Syntax.Text, " ", B});
    write(Precedence::Equality, Min,
          {"(", "(", A, " ", Syntax.Text, " ", B, ")", " ", "&", " ", "1", ")",
           " ", "!=", " ", "0"});
  }

  void beginPtrAdd(const Expr *E, Precedence Min) {
    const Expr *P = E->operand(0), *I = E->operand(1);
    if (const Expr *N = subtracted(P, I))
      return writeBinary({"-", Precedence::Sum}, exactly(P),
                         exactly(withoutPromotion(N)), Min);
    if (isSubtractedConstant(P, I))
      return write(
          Precedence::Sum, Min,
          {Part(P, Precedence::Sum), " ", "-", " ", decimal(I).substr(1)});
    if (!isUnpromoted(I))
      return writeBinary({"+", Precedence::Sum}, exactly(P),
                         exactly(withoutPromotion(I)), Min);
    std::vector<Part> Parts = subscript(E);
    Parts.insert(Parts.begin(), "&");
    write(Precedence::Prefix, Min, std::move(Parts));
  }

  void beginCast(const Expr *E, Precedence Min) {
    const Expr *A = E->operand(0);
    const Type *T = E->type();
    if (isTruthValue(A) && numberType(T) == IntNumber)
      return begin(A, Min);
    if (T->isBool())
      return beginLowBit(A, Min);
    write(Precedence::Prefix, Min,
          {"(", cTypeName(T, Style), ")", Part(A, Precedence::Prefix)});
  }

  /// A conversion to _Bool compares with zero; a cast to bool does not.
  void beginLowBit(const Expr *A, Precedence Min) {
    if (A->type()->isInt())
      return write(Precedence::Equality, Min,
                   {"(", Part(withoutPromotion(A), Precedence::And), " ", "&",
                    " ", "1", ")", " ", "!=", " ", "0"});
    write(Precedence::Equality, Min,
          {"(", "(", "unsigned long long", ")", Part(A, Precedence::Prefix),
           " ", "&", " ", "1", ")", " ", "!=", " ", "0"});
  }

  void beginCond(const Expr *E, Precedence Min) {
    if (isNarrow(E) && !E->type()->isBool())
      return beginNarrowCond(E, Min);
    auto [A, B] = chosenOperands(E->operand(1), E->operand(2));
    write(Precedence::Cond, Min,
          {Part(E->operand(0), tighter(Precedence::Cond)), " ", "?", " ",
           Part(A, Precedence::Cond), " ", ":", " ",
           Part(B, Precedence::Cond)});
  }

  void beginNarrowCond(const Expr *E, Precedence Min) {
    write(Precedence::Prefix, Min,
          {"(", cTypeName(E->type(), Style), ")", "(",
           Part(E->operand(0), tighter(Precedence::Cond)), " ", "?", " ",
           Part(E->operand(1), Precedence::Cond), " ", ":", " ",
           Part(E->operand(2), Precedence::Cond), ")"});
  }

  Blanks Style;
  const VariableName *NameOf = nullptr;
  std::string Out;
  std::vector<Part> Pending;
};

} // namespace

std::string cText(const Expr *E) { return CPrinter(Blanks::Keep).print(E); }

std::string cText(const Expr *E, const VariableName &NameOf) {
  return CPrinter(NameOf).print(E);
}

std::string predicateText(const Expr *Term) {
  return CPrinter(Blanks::Drop).print(Term);
}

} // namespace predabs
