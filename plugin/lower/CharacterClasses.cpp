// Macros of <ctype.h> that hide a call, see FunctionLowering.h. In C the GNU
// library's `isdigit(c)` is
//
//   ((*__ctype_b_loc ())[(int) (c)] & (unsigned short int) _ISdigit)
//
// a look into a table that nobody sees. It becomes a call of isdigit, which
// does the same.

#include "plugin/lower/FunctionLowering.h"

#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace predabs::lower {

/// The subscript of `(*__ctype_b_loc())[i]`, or null.
static const Expr *tableIndex(const Expr *E) {
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
  const auto *Table =
      Element
          ? dyn_cast<UnaryOperator>(Element->getBase()->IgnoreParenImpCasts())
          : nullptr;
  if (!Table || Table->getOpcode() != UO_Deref)
    return nullptr;
  const auto *Call =
      dyn_cast<CallExpr>(Table->getSubExpr()->IgnoreParenImpCasts());
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() &&
                 Callee->getName() == "__ctype_b_loc"
             ? Element->getIdx()
             : nullptr;
}

/// The function that tests for \p Mask, which counts from the low bit of the
/// second byte on.
static const char *classFor(uint64_t Mask, const TargetInfo &Target) {
  static constexpr const char *Names[] = {
      "isupper", "islower", "isalpha", "isdigit", "isxdigit", "isspace",
      "isprint", "isgraph", "isblank", "iscntrl", "ispunct",  "isalnum"};
  for (unsigned Bit = 0; Bit < std::size(Names); ++Bit)
    if (Mask == uint64_t(1) << (Bit < 8 ? Bit + 8 : Bit - 8) &&
        Target.isLittleEndian())
      return Names[Bit];
  return nullptr;
}

/// Null where \p E is nothing of the kind. In C++ the functions themselves are
/// written so.
Value FunctionLowering::characterClass(const BinaryOperator *E) {
  if (E->getOpcode() != BO_And || AST.getLangOpts().CPlusPlus)
    return nullptr;
  const Expr *Index = tableIndex(E->getLHS());
  Expr::EvalResult Mask;
  if (!Index || !E->getRHS()->EvaluateAsInt(Mask, AST))
    return nullptr;
  const char *Name =
      classFor(Mask.Val.getInt().getZExtValue(), AST.getTargetInfo());
  const ir::Type *Int = type(AST.IntTy);
  if (!Name || type(E->getType()) != Int)
    return nullptr;
  ir::Function *Class =
      ML.libraryFunction(Name, C.functionType(Int, {Int}, false));
  if (Class->Ty->params().size() != 1 || ML.hasBody(Class))
    return nullptr;
  Value Character = coerce(rvalue(Index), Class->Ty->params()[0]);
  setLoc(E->getExprLoc());
  return emitCall(C.funcAddr(Class), {Character}, AST.IntTy, nullptr, {});
}

} // namespace predabs::lower
