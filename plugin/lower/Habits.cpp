#include "plugin/lower/Habits.h"

#include "clang/AST/Attr.h"

#include <algorithm>

using namespace clang;
using predabs::ir::Op;

namespace predabs::lower {

namespace {

/// Values that are told one by one.
constexpr size_t MaxSingle = 16;

/// The enumerators of a type, in ascending order, each value once.
std::vector<llvm::APSInt> valuesOf(const EnumDecl *D) {
  std::vector<llvm::APSInt> Values;
  for (const EnumConstantDecl *E : D->enumerators())
    Values.push_back(E->getInitVal());
  auto Less = [](const llvm::APSInt &A, const llvm::APSInt &B) {
    return llvm::APSInt::compareValues(A, B) < 0;
  };
  auto Same = [](const llvm::APSInt &A, const llvm::APSInt &B) {
    return llvm::APSInt::compareValues(A, B) == 0;
  };
  std::sort(Values.begin(), Values.end(), Less);
  Values.erase(std::unique(Values.begin(), Values.end(), Same), Values.end());
  return Values;
}

bool areConsecutive(const std::vector<llvm::APSInt> &Values) {
  llvm::APSInt Span = Values.back().extend(128) - Values.front().extend(128);
  return Span == Values.size() - 1;
}

bool writesShift(const EnumDecl *D) {
  return llvm::any_of(D->enumerators(), [](const EnumConstantDecl *E) {
    const auto *Value = dyn_cast_or_null<BinaryOperator>(
        E->getInitExpr() ? E->getInitExpr()->IgnoreParenImpCasts() : nullptr);
    return Value && Value->getOpcode() == BO_Shl;
  });
}

/// Whether values of \p D are put together with `|`.
bool hasFlags(const EnumDecl *D, const std::vector<llvm::APSInt> &Values) {
  if (D->hasAttr<FlagEnumAttr>() || writesShift(D))
    return true;
  bool AreBits = llvm::all_of(Values, [](const llvm::APSInt &V) {
    return V.isZero() || (V.isNonNegative() && V.isPowerOf2());
  });
  return AreBits && !(Values.front().isZero() && areConsecutive(Values));
}

} // namespace

/// That \p Place, of type \p D, is one of its values.
static Value oneOf(ModuleLowering &ML, Value Place, const EnumDecl *D) {
  ir::Context &C = ML.module().Ctx;
  const ir::Type *Ty = Place->type();
  std::vector<llvm::APSInt> Values = valuesOf(D);
  auto Number = [&](const llvm::APSInt &V) { return ML.constantInt(V, Ty); };
  if (hasFlags(D, Values)) {
    uint64_t All = 0;
    for (const llvm::APSInt &V : Values)
      All |= uint64_t(V.getExtValue());
    llvm::APSInt Others(llvm::APInt(Ty->width(), ~All), !Ty->isSigned());
    return C.binary(Op::Eq, C.binary(Op::And, Place, Number(Others)),
                    C.zero(Ty));
  }
  auto Join = [&](Value A, Op O, Value B) { return A ? C.binary(O, A, B) : B; };
  Value Result = nullptr;
  if (!areConsecutive(Values) && Values.size() <= MaxSingle) {
    for (const llvm::APSInt &V : Values)
      Result = Join(Result, Op::LOr, C.binary(Op::Eq, Place, Number(V)));
    return Result;
  }
  if (!Values.front().isZero() || Ty->isSigned())
    Result = C.binary(Op::Ge, Place, Number(Values.front()));
  return Join(Result, Op::LAnd, C.binary(Op::Le, Place, Number(Values.back())));
}

/// The enumeration \p T, if it has values that a number of \p Ty can be.
static const EnumDecl *enumeration(QualType T, const ir::Type *Ty) {
  const auto *Enum = T->getAs<EnumType>();
  const EnumDecl *D = Enum ? Enum->getDecl()->getDefinition() : nullptr;
  bool Fits = Ty->isInt() && !Ty->isBool() && Ty->width() <= 64;
  return D && Fits && !D->enumerators().empty() ? D : nullptr;
}

Value usualValues(ModuleLowering &ML, Value Number, QualType T) {
  const EnumDecl *D = enumeration(T, Number->type());
  return D ? oneOf(ML, Number, D) : nullptr;
}

} // namespace predabs::lower
