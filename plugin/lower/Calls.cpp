// Calls of functions, see FunctionLowering.h. Arguments are evaluated from
// left to right after the callee, as clang does for the usual ABIs.

#include "plugin/lower/FunctionLowering.h"

#include "predicates/ir/Terms.h"

#include "clang/AST/Attr.h"

using namespace clang;
using predabs::ir::Reason;

namespace predabs::lower {

/// The address of what \p E calls.
Value FunctionLowering::callee(const CallExpr *E) {
  Value V = rvalue(E->getCallee());
  if (V->type()->isPointer() && V->type()->inner()->isFunction())
    return V;
  const auto *Fn =
      E->getCallee()->getType()->getPointeeType()->getAs<FunctionType>();
  const ir::Type *T =
      Fn ? Tys.function(Fn) : C.functionType(type(E->getType()), {}, true);
  return C.cast(C.pointerType(T), V);
}

Value FunctionLowering::call(const CallExpr *E, Value Dest) {
  setLoc(E->getExprLoc());
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
    return memberCall(Member, Dest);
  const FunctionDecl *Known = E->getDirectCallee();
  if (Known) {
    if (returnsTwice(Known)) {
      Value Result = callThatReturnsTwice(E);
      if (Dest && Result)
        B.assign(Dest, Result);
      return Result;
    }
    if (unsigned Id = Known->getBuiltinID()) {
      if (std::optional<Value> V = builtin(E, Id)) {
        if (Dest && *V)
          B.assign(Dest, *V);
        return *V;
      }
    }
    if (verifierCall(E))
      return nullptr;
  }
  return plainCall(E, Dest);
}

/// A call of what is a function like any other.
Value FunctionLowering::plainCall(const CallExpr *E, Value Dest) {
  const FunctionDecl *Known = E->getDirectCallee();
  if (isa<CXXPseudoDestructorExpr>(skipWrappers(E->getCallee()))) {
    discard(
        cast<CXXPseudoDestructorExpr>(skipWrappers(E->getCallee()))->getBase());
    return nullptr;
  }
  llvm::ArrayRef<const Expr *> Args(E->getArgs(), E->getNumArgs());
  // The call of a static member through an object, or with an explicit one.
  Value Callee = Known && !isa<CXXDeductionGuideDecl>(Known)
                     ? C.funcAddr(ML.function(Known))
                     : nullptr;
  if (Callee && !isPure(E->getCallee()))
    discard(E->getCallee());
  // A call through a conversion of the function's type uses that type.
  if (!Callee || (!AST.getLangOpts().CPlusPlus &&
                  skipWrappers(E->getCallee())->getStmtClass() ==
                      Stmt::CStyleCastExprClass))
    Callee = callee(E);
  if (!B.isStable(Callee))
    for (const Expr *Arg : Args)
      if (!isPure(Arg)) {
        Callee = B.save(Callee);
        break;
      }
  // An assignment evaluates its right side first.
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (Operator && Operator->isAssignmentOp() && Args.size() == 2)
    return callValue(E, Callee, Known, {}, Args.drop_front(), Dest, Args[0]);
  return callValue(E, Callee, Known, {}, Args, Dest);
}

Value FunctionLowering::argument(const Expr *E, const ir::Type *ParamType) {
  QualType T = E->getType();
  if (E->isGLValue() && ParamType && ParamType->isPointer()) {
    // A reference parameter.
    return C.cast(ParamType, C.addrOf(place(E)));
  }
  if (Tys.isPassedByAddress(T)) {
    Value Copy = B.local("arg", type(T), ir::Storage::Local);
    aggregate(E, Copy);
    if (hasDestructor(T))
      pushTemporaryDestructor(Copy, T);
    return C.addrOf(Copy);
  }
  if (ir::isAggregate(type(T))) {
    const Expr *Stripped = skipWrappers(E);
    const auto *Load = dyn_cast<ImplicitCastExpr>(Stripped);
    if (Load && Load->getCastKind() == CK_LValueToRValue &&
        isPure(Load->getSubExpr()))
      return place(Load->getSubExpr());
    Value Copy = B.temp(type(T));
    aggregate(E, Copy);
    return Copy;
  }
  Value V = rvalue(E);
  if (!V)
    return C.intConst(C.intType(32, true), 0);
  return ParamType ? coerce(V, ParamType) : V;
}

std::vector<Value>
FunctionLowering::arguments(const ir::Type *Signature, size_t Leading,
                            llvm::ArrayRef<const Expr *> Args) {
  size_t LastImpure = 0;
  for (size_t I = 0; I < Args.size(); ++I)
    if (!isPure(Args[I]))
      LastImpure = I;
  const auto &Params = Signature->params();
  std::vector<Value> Result;
  for (size_t I = 0; I < Args.size(); ++I) {
    size_t P = I + Leading;
    const ir::Type *ParamType = P < Params.size() ? Params[P] : nullptr;
    Value V = argument(Args[I], ParamType);
    // A struct passed where another type is expected has no meaning in C.
    if (ParamType && V->type() != ParamType)
      V = B.arbitrary(ParamType, Reason::Conversion, {V});
    Result.push_back(I < LastImpure ? B.stable(V) : V);
  }
  return Result;
}

bool FunctionLowering::mayThrow(const FunctionDecl *Known,
                                QualType Callee) const {
  // In C too, with -fexceptions: an exception, or the end of a thread, runs
  // the functions of __attribute__((cleanup)).
  if (!AST.getLangOpts().Exceptions)
    return false;
  if (Known && (Known->hasAttr<NoThrowAttr>() || Known->getBuiltinID()))
    return false;
  const FunctionProtoType *Proto = nullptr;
  if (Known) {
    Proto = Known->getType()->getAs<FunctionProtoType>();
  } else if (!Callee.isNull()) {
    QualType T = Callee->isAnyPointerType() || Callee->isReferenceType()
                     ? Callee->getPointeeType()
                     : Callee;
    Proto = T->getAs<FunctionProtoType>();
  }
  if (!Proto)
    return true;
  // A specification that is not worked out yet says nothing.
  if (isUnresolvedExceptionSpec(Proto->getExceptionSpecType()))
    return true;
  return Proto->canThrow() != CT_Cannot;
}

Value FunctionLowering::callValue(const CallExpr *E, Value Callee,
                                  const FunctionDecl *Known,
                                  std::vector<Value> Leading,
                                  llvm::ArrayRef<const Expr *> Args, Value Dest,
                                  const Expr *Late) {
  const ir::Type *Signature = Callee->type()->inner();
  QualType ResultType = E->getCallReturnType(AST);
  bool ByAddress = Tys.isPassedByAddress(ResultType);
  bool OwnResult = ByAddress && !Dest;
  if (ByAddress) {
    if (!Dest)
      Dest = B.local("result", type(ResultType), ir::Storage::Local);
    Leading.insert(Leading.begin(), C.addrOf(Dest));
  }
  std::vector<Value> All = std::move(Leading);
  std::vector<Value> Rest =
      arguments(Signature, All.size() + (Late ? 1 : 0), Args);
  if (Late) {
    // The first argument is evaluated after all others.
    if (!isPure(Late))
      for (Value &V : Rest)
        V = B.stable(V);
    const auto &Params = Signature->params();
    All.push_back(argument(Late, All.size() < Params.size() ? Params[All.size()]
                                                            : nullptr));
  }
  All.insert(All.end(), Rest.begin(), Rest.end());
  // Only a call without a prototype can have the wrong number of arguments.
  const auto &Params = Signature->params();
  while (All.size() < Params.size())
    All.push_back(B.arbitrary(Params[All.size()], Reason::Uninitialised));
  if (All.size() > Params.size() && !Signature->isVariadic())
    All.resize(Params.size());
  for (size_t I = 0; I < Params.size(); ++I)
    All[I] = coerce(All[I], Params[I]);
  Ending End;
  End.NoReturn = Known && Known->isNoReturn();
  if (const auto *FT = E->getCallee()->getType()->isAnyPointerType()
                           ? E->getCallee()
                                 ->getType()
                                 ->getPointeeType()
                                 ->getAs<FunctionType>()
                           : nullptr)
    End.NoReturn |= FT->getNoReturnAttr();
  setLoc(E->getExprLoc());
  End.MayThrow = mayThrow(Known, E->getCallee()->getType());
  if (ByAddress) {
    emitCall(Callee, std::move(All), AST.VoidTy, nullptr, End);
    if (OwnResult && hasDestructor(ResultType))
      pushTemporaryDestructor(Dest, ResultType);
    return Dest;
  }
  std::optional<WholeObject> Object = wholeObject(E, Callee, All);
  Value Result = emitCall(Callee, std::move(All), ResultType, Dest, End);
  promiseNonNull(Result, Known);
  if (Object)
    B.assign(Object->To, Object->Contents);
  return Result;
}

static Value withoutPointerCasts(Value Pointer) {
  while (Pointer->kind() == ir::ExprKind::Cast &&
         Pointer->operand(0)->type()->isPointer())
    Pointer = Pointer->operand(0);
  return Pointer;
}

/// The object of \p Size bytes that \p Pointer is the address of, or null.
static Value objectAt(ir::Context &C, Value Pointer, uint64_t Size) {
  Pointer = withoutPointerCasts(Pointer);
  if (!Pointer->type()->isPointer() || Pointer->isConstant() ||
      Pointer->type()->inner()->size() == 0)
    return nullptr;
  Value Place = C.deref(Pointer);
  while (Place->type()->size() < Size && Place->kind() == ir::ExprKind::Index &&
         Place->operand(1)->isInt(0))
    Place = Place->operand(0);
  const ir::Variable *Root = ir::rootOf(Place);
  bool IsConst = Root && Root->IsConst;
  return Place->type()->size() == Size && !IsConst ? Place : nullptr;
}

static bool isVolatile(const Expr *Pointer) {
  QualType T = Pointer->IgnoreParenCasts()->getType();
  if (T->isAnyPointerType())
    T = T->getPointeeType();
  const auto *Record = T->getBaseElementTypeUnsafe()->getAsRecordDecl();
  return T.isVolatileQualified() || (Record && Record->hasVolatileMember());
}

/// `memset(&s, 0, sizeof s)` is followed by `s = 0`, and `memcpy(&s, &t, sizeof
/// s)` by `s = t`: that changes nothing, and says what the bytes mean.
std::optional<FunctionLowering::WholeObject>
FunctionLowering::wholeObject(const CallExpr *E, Value Callee,
                              std::vector<Value> &Args) {
  const FunctionDecl *Known = E->getDirectCallee();
  if (!Known || Known->isDefined() || Args.size() != 3 ||
      Callee->kind() != ir::ExprKind::FuncAddr ||
      Args[2]->kind() != ir::ExprKind::Int || Args[2]->isInt(0))
    return std::nullopt;
  const std::string &Name = Callee->function()->Name;
  bool Clears = Name == "memset" && Args[1]->isInt(0);
  // SOUND: what memmove reads may be something else afterwards.
  if (!Clears && Name != "memcpy")
    return std::nullopt;
  auto Size = uint64_t(Args[2]->bits());
  Value To = objectAt(C, Args[0], Size);
  Value From = Clears ? To : objectAt(C, Args[1], Size);
  if (!To || !From || To->type() != From->type() || To->type()->isOpaque() ||
      (!Clears && !ir::isAggregate(To->type())) || isVolatile(E->getArg(0)) ||
      (!Clears && isVolatile(E->getArg(1))))
    return std::nullopt;
  // SOUND: the arguments may be in the memory that is written.
  for (Value &V : Args)
    V = C.cast(V->type(), B.stable(withoutPointerCasts(V)));
  // Where the address of an array is now that of its first element, nobody
  // knows any more that it is one.
  To = objectAt(C, Args[0], Size);
  From = Clears ? To : objectAt(C, Args[1], Size);
  if (!To || !From || To->type() != From->type())
    return std::nullopt;
  return WholeObject{To, Clears ? C.zero(To->type()) : From};
}

/// The result comes in a variable: \p Dest itself where it is one.
Value FunctionLowering::emitCall(Value Callee, std::vector<Value> Args,
                                 QualType ResultType, Value Dest, Ending End) {
  const ir::Type *T = Callee->type()->inner()->inner();
  if (End.NoReturn && End.MayThrow &&
      Callee->kind() == ir::ExprKind::FuncAddr &&
      libraryThrow(Callee->function()))
    return T->isVoid() ? nullptr : C.zero(T);
  if (Callee->kind() == ir::ExprKind::FuncAddr) {
    // SOUND: from here on an exception may live longer than its handler.
    if (Callee->function()->Name == "_ZSt17current_exceptionv")
      B.assign(ML.exceptions().IsKept, C.boolConst(true));
    if (Value Told = aboutExceptions(Callee->function())) {
      Told = coerce(Told, type(ResultType));
      if (Dest)
        B.assign(Dest, Told);
      return Told;
    }
  }
  Value Result = nullptr;
  if (!T->isVoid()) {
    bool Direct = Dest && Dest->kind() == ir::ExprKind::Var &&
                  Dest->type() == T && !Dest->variable()->isGlobal();
    Result = Direct ? Dest : B.temp(T);
  }
  B.call(Result, Callee, std::move(Args));
  if (unwinds(Callee)) {
    afterUnwinder(End);
  } else if (End.NoReturn && !End.MayThrow) {
    B.end();
  } else if (End.MayThrow) {
    unwindIfThrown(Callee);
    if (End.NoReturn)
      B.end();
  }
  if (!Result)
    return nullptr;
  const ir::Type *Want = type(ResultType);
  if (Want->isScalar())
    Result = coerce(Result, Want);
  if (Dest && Dest != Result)
    B.assign(Dest, Result);
  return Result;
}

} // namespace predabs::lower
