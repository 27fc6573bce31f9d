// The memory that a glvalue denotes, see FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

#include "clang/AST/CXXInheritance.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

Value FunctionLowering::read(Value Place, QualType T) {
  if (!T.isVolatileQualified() && !T->isAtomicType())
    return Place;
  // SOUND: someone else may have written a volatile or atomic object; an
  // analysis must not trust what the program wrote to it.
  Value Result = B.temp(Place->type());
  B.assignVolatile(Result, Place);
  return Result;
}

Value FunctionLowering::place(const Expr *E) {
  InDefault Scope(*this, E);
  E = skipWrappers(E);
  switch (E->getStmtClass()) {
  case Stmt::DeclRefExprClass:
    return declRef(cast<DeclRefExpr>(E)->getDecl(), E);
  case Stmt::MemberExprClass:
    return memberPlace(cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass:
    return subscript(cast<ArraySubscriptExpr>(E));
  case Stmt::StringLiteralClass:
    return ML.stringLiteral(cast<StringLiteral>(E));
  case Stmt::PredefinedExprClass:
    return ML.stringLiteral(cast<PredefinedExpr>(E)->getFunctionName());
  case Stmt::CompoundLiteralExprClass:
    return compoundLiteral(cast<CompoundLiteralExpr>(E));
  case Stmt::MaterializeTemporaryExprClass:
    return materialiseTemporary(cast<MaterializeTemporaryExpr>(E));
  case Stmt::ExprWithCleanupsClass: {
    const auto *Full = cast<ExprWithCleanups>(E);
    CleanupId Depth = TopCleanup;
    Value V = place(Full->getSubExpr());
    if (TopCleanup != Depth) {
      V = stablePlace(V);
      popCleanups(Depth);
    }
    return V;
  }
  case Stmt::UnaryOperatorClass:
    return unaryPlace(cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
    return binaryPlace(cast<BinaryOperator>(E));
  case Stmt::CompoundAssignOperatorClass: {
    Value Where = nullptr;
    compoundAssignment(cast<CompoundAssignOperator>(E), Want::Effects, &Where);
    return Where;
  }
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return conditionalPlace(cast<AbstractConditionalOperator>(E));
  case Stmt::OpaqueValueExprClass: {
    const auto *O = cast<OpaqueValueExpr>(E);
    if (Value Known = OpaqueValues.lookup(O))
      return Known;
    if (O->getSourceExpr())
      return place(O->getSourceExpr());
    break;
  }
  case Stmt::StmtExprClass:
    return materialise(E);
  case Stmt::CallExprClass:
  case Stmt::UserDefinedLiteralClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
    return callPlace(cast<CallExpr>(E));
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
    return castPlace(cast<CastExpr>(E));
  case Stmt::CXXTypeidExprClass:
    return typeidPlace(cast<CXXTypeidExpr>(E));
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass:
    awaitExpr(cast<CoroutineSuspendExpr>(E));
    return place(cast<CoroutineSuspendExpr>(E)->getResumeExpr());
  case Stmt::CXXThrowExprClass:
    throwExpr(cast<CXXThrowExpr>(E));
    return unknownPlace(E, Reason::Exception);
  case Stmt::ArraySectionExprClass:
  case Stmt::ExtVectorElementExprClass:
    return unknownPlace(E, Reason::Vector);
  default:
    break;
  }
  return otherPlace(E);
}

/// A value gets a place of its own; a place of a kind we do not know is any.
Value FunctionLowering::otherPlace(const Expr *E) {
  if (!E->isGLValue())
    return materialise(E);
  return unknownPlace(E, Reason::Expression);
}

Value FunctionLowering::unaryPlace(const UnaryOperator *E) {
  if (E->getOpcode() == UO_Deref)
    return C.deref(rvalue(E->getSubExpr()));
  if (E->getOpcode() == UO_PreInc || E->getOpcode() == UO_PreDec) {
    Value Where = nullptr;
    incrementDecrement(E, Want::Effects, &Where);
    return Where;
  }
  if (E->getOpcode() == UO_Real || E->getOpcode() == UO_Imag) {
    if (!E->getSubExpr()->getType()->isAnyComplexType())
      return place(E->getSubExpr());
    // The two halves of a complex number lie one after the other.
    const ir::Type *T = type(E->getType());
    Value Whole = C.addrOf(place(E->getSubExpr()));
    int64_t Half = E->getOpcode() == UO_Imag ? int64_t(T->size()) : 0;
    return C.deref(atOffset(Whole, Half, T));
  }
  return otherPlace(E);
}

Value FunctionLowering::binaryPlace(const BinaryOperator *E) {
  if (E->getOpcode() == BO_Comma) {
    discard(E->getLHS());
    return place(E->getRHS());
  }
  if (E->getOpcode() == BO_Assign) {
    Value Where = nullptr;
    assignment(E, Want::Effects, &Where);
    return Where;
  }
  if (E->isPtrMemOp())
    return unknownPlace(E, Reason::MemberPointer);
  return otherPlace(E);
}

Value FunctionLowering::callPlace(const CallExpr *E) {
  if (!E->isGLValue())
    return materialise(E);
  // A reference is a pointer.
  Value Address;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
    Address = memberCall(M, nullptr);
  else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
    Address = operatorCall(O, nullptr);
  else
    Address = call(E, nullptr);
  if (!Address || !Address->type()->isPointer())
    return unknownPlace(E, Reason::Expression);
  return C.deref(Address);
}

Value FunctionLowering::castPlace(const CastExpr *E) {
  if (!E->isGLValue())
    return materialise(E);
  switch (E->getCastKind()) {
  case CK_NoOp:
  case CK_LValueBitCast: {
    Value Sub = place(E->getSubExpr());
    const ir::Type *T = type(E->getType());
    if (Sub->type() == T)
      return Sub;
    return C.deref(C.cast(C.pointerType(T), C.addrOf(Sub)));
  }
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return basePlace(place(E->getSubExpr()), E);
  case CK_BaseToDerived:
    return derivedPlace(place(E->getSubExpr()), E);
  case CK_UserDefinedConversion:
    return place(E->getSubExpr());
  case CK_Dynamic: {
    Value Target = unknownPlace(E, Reason::Rtti);
    // Where the object is no such thing, bad_cast is thrown.
    maybeUnwind(Reason::Rtti);
    return Target;
  }
  default:
    return unknownPlace(E, Reason::Conversion);
  }
}

/// Whether \p E may be what a null pointer points to.
static bool isBehindPointer(const Expr *E) {
  return !isa<DeclRefExpr, MemberExpr, CallExpr>(E->IgnoreParens());
}

Value FunctionLowering::typeidPlace(const CXXTypeidExpr *E) {
  Value Result = unknownPlace(E, Reason::Rtti);
  // Where there is no object, bad_typeid is thrown.
  if (E->isPotentiallyEvaluated() && isBehindPointer(E->getExprOperand()))
    maybeUnwind(Reason::Rtti);
  return Result;
}

Value FunctionLowering::stablePlace(Value Place) {
  switch (Place->kind()) {
  case ir::ExprKind::Field:
    return C.field(stablePlace(Place->operand(0)), Place->fieldIndex());
  case ir::ExprKind::Index:
    return C.index(stablePlace(Place->operand(0)), B.stable(Place->operand(1)));
  case ir::ExprKind::Deref:
    return C.deref(B.stable(Place->operand(0)));
  default:
    return Place;
  }
}

Value FunctionLowering::declRef(const ValueDecl *D, const Expr *E) {
  if (Value Known = Places.lookup(cast<ValueDecl>(D->getCanonicalDecl())))
    return Known;
  if (const auto *Fn = dyn_cast<FunctionDecl>(D))
    return C.deref(ML.address(Fn));
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    if (V->hasGlobalStorage()) {
      useThreadLocal(V);
      Value G = ML.place(V);
      // The variable may have more elements than its type has.
      const ir::Type *T = type(V->getType());
      if (G->type()->isRecord() && G->type() != T)
        return C.deref(C.cast(C.pointerType(T), C.addrOf(G)));
      return V->getType()->isReferenceType() ? C.deref(G) : G;
    }
    // A constant of the function around, whose value alone is used.
    if (ir::Variable *Copy = ML.constantCopy(V))
      return V->getType()->isReferenceType() ? C.deref(C.var(Copy))
                                             : C.var(Copy);
  }
  if (const auto *Bound = dyn_cast<BindingDecl>(D)) {
    if (const VarDecl *Holder = Bound->getHoldingVar())
      return declRef(Holder, E);
    if (const Expr *Binding = Bound->getBinding())
      return place(Binding);
  }
  return unknownPlace(E, Reason::Expression);
}

Value FunctionLowering::fieldPlace(Value Record, const FieldDecl *Field) {
  const ir::Type *Owner = Tys.record(Field->getParent());
  if (Record->type() != Owner)
    Record = C.deref(C.cast(C.pointerType(Owner), C.addrOf(Record)));
  std::optional<uint32_t> Index = Tys.fieldIndex(Field);
  if (!Index) {
    Value Unknown = B.arbitrary(C.pointerType(type(Field->getType())),
                                Reason::Expression, {C.addrOf(Record)});
    return C.deref(Unknown);
  }
  Value Result = C.field(Record, *Index);
  return Field->getType()->isReferenceType() ? C.deref(Result) : Result;
}

Value FunctionLowering::memberPlace(const MemberExpr *E) {
  const ValueDecl *Member = E->getMemberDecl();
  const auto *Field = dyn_cast<FieldDecl>(Member);
  if (!Field) {
    discard(E->getBase());
    return declRef(Member, E);
  }
  if (E->isArrow())
    return fieldPlace(C.deref(rvalue(E->getBase())), Field);
  return fieldPlace(place(E->getBase()), Field);
}

Value FunctionLowering::subscript(const ArraySubscriptExpr *E) {
  const Expr *Base = E->getBase(), *Index = E->getIdx();
  if (Base->getType()->isVectorType() ||
      Base->getType()->isSveVLSBuiltinType()) {
    // Elements of a vector lie like those of an array.
    if (!Base->isGLValue())
      return unknownPlace(E, Reason::Vector);
    Value Whole = C.addrOf(place(Base));
    const ir::Type *Element = type(E->getType());
    Value First = C.cast(C.pointerType(Element), Whole);
    return C.deref(C.binary(Op::PtrAdd, First, rvalue(Index)));
  }
  const Expr *Stripped = skipWrappers(Base);
  const auto *Decay = dyn_cast<ImplicitCastExpr>(Stripped);
  bool IsArray = Decay && Decay->getCastKind() == CK_ArrayToPointerDecay &&
                 !AST.getAsVariableArrayType(E->getType());
  // `i[a]` evaluates the index first.
  bool BaseFirst = E->getLHS() == Base;
  Value I = BaseFirst ? nullptr : rvalue(Index);
  if (I && !isPure(Base))
    I = B.stable(I);
  if (IsArray) {
    Value Array = place(Decay->getSubExpr());
    if (!I) {
      if (!isPure(Index))
        Array = stablePlace(Array);
      I = rvalue(Index);
    }
    return C.index(Array, I);
  }
  Value P = rvalue(Base);
  if (!I) {
    if (!isPure(Index))
      P = B.stable(P);
    I = rvalue(Index);
  }
  return C.deref(pointerAdd(P, I, E->getType(), BO_Add));
}

Value FunctionLowering::decay(const Expr *Array) {
  return decayed(place(Array), Array->getType());
}

Value FunctionLowering::decayed(Value Array, QualType ArrayType) {
  const clang::ArrayType *A = AST.getAsArrayType(ArrayType);
  if (!Array->type()->isArray() ||
      AST.getAsVariableArrayType(A->getElementType()))
    return C.cast(C.pointerType(type(A->getElementType())), C.addrOf(Array));
  return C.addrOf(C.index(Array, C.intConst(C.intType(32, true), 0)));
}

Value FunctionLowering::materialise(const Expr *E) {
  Value Result = B.temp(type(E->getType()));
  if (Result->type()->isVoid())
    return unknownPlace(E, Reason::Expression);
  initialise(Result, E, E->getType());
  return Result;
}

Value FunctionLowering::materialiseTemporary(
    const MaterializeTemporaryExpr *E) {
  QualType T = E->getType();
  if (E->getStorageDuration() == SD_Static ||
      E->getStorageDuration() == SD_Thread) {
    Value Storage = C.var(ML.staticTemporary(E));
    initialise(Storage, E->getSubExpr(), T);
    destroyAtExit(Storage, T);
    return Storage;
  }
  Value Storage = B.local("tmp", type(T), ir::Storage::Local);
  initialise(Storage, E->getSubExpr(), T);
  if (!hasDestructor(T))
    return Storage;
  if (E->getStorageDuration() == SD_Automatic)
    Extended.push_back(temporaryCleanup(Storage, T));
  else
    pushTemporaryDestructor(Storage, T);
  return Storage;
}

Value FunctionLowering::compoundLiteral(const CompoundLiteralExpr *E) {
  if (E->isFileScope())
    return C.var(ML.staticTemporary(E));
  Value Storage = B.local("literal", type(E->getType()), ir::Storage::Local);
  initialise(Storage, E->getInitializer(), E->getType());
  return Storage;
}

/// What stands in the place \p E.
Value FunctionLowering::placeValue(const Expr *E) {
  const auto *Chosen = dyn_cast<AbstractConditionalOperator>(skipWrappers(E));
  if (!Chosen || !E->isGLValue() || !E->refersToBitField())
    return read(place(E), E->getType());
  if (const auto *Binary = dyn_cast<BinaryConditionalOperator>(Chosen))
    OpaqueValues[Binary->getOpaqueValue()] =
        stablePlace(place(Binary->getCommon()));
  Value Result = B.temp(type(E->getType()));
  eachArm(Chosen, [&](const Expr *Arm) {
    B.assign(Result, coerce(placeValue(Arm), Result->type()));
  });
  return Result;
}

Value FunctionLowering::conditionalPlace(const AbstractConditionalOperator *E) {
  if (!E->isGLValue())
    return materialise(E);
  // SOUND: a pointer would lead to the first byte that the bit-field shares.
  if (E->refersToBitField())
    return unknownPlace(E, Reason::Expression);
  const ir::Type *T = C.pointerType(type(E->getType()));
  Value Address = B.temp(T);
  if (const auto *Binary = dyn_cast<BinaryConditionalOperator>(E))
    OpaqueValues[Binary->getOpaqueValue()] =
        stablePlace(place(Binary->getCommon()));
  eachArm(E, [&](const Expr *Arm) {
    B.assign(Address, C.cast(T, C.addrOf(place(Arm))));
  });
  return C.deref(Address);
}

Value FunctionLowering::atOffset(Value Address, int64_t Bytes,
                                 const ir::Type *Pointee) {
  if (Bytes != 0) {
    Value Raw = C.cast(C.pointerType(C.intType(8, true)), Address);
    Address =
        C.binary(Op::PtrAdd, Raw, C.intConst(C.diffType(), ir::UInt128(Bytes)));
  }
  return C.cast(C.pointerType(Pointee), Address);
}

Value FunctionLowering::basePlace(Value Object, const CXXRecordDecl *Derived,
                                  const CXXBaseSpecifier *Base) {
  const CXXRecordDecl *To = Base->getType()->getAsCXXRecordDecl();
  const ir::Type *T = Tys.record(To);
  if (Base->isVirtual())
    return C.deref(
        B.arbitrary(C.pointerType(T), Reason::VirtualBase, {C.addrOf(Object)}));
  const ir::Type *Owner = Tys.record(Derived);
  if (Object->type() != Owner)
    Object = C.deref(C.cast(C.pointerType(Owner), C.addrOf(Object)));
  if (std::optional<uint32_t> Index = Tys.baseIndex(Derived, To))
    return C.field(Object, *Index);
  int64_t Offset =
      AST.getASTRecordLayout(Derived).getBaseClassOffset(To).getQuantity();
  return C.deref(atOffset(C.addrOf(Object), Offset, T));
}

Value FunctionLowering::virtualBasePlace(Value Whole,
                                         const CXXRecordDecl *Class,
                                         const CXXRecordDecl *To) {
  int64_t Offset =
      AST.getASTRecordLayout(Class).getVBaseClassOffset(To).getQuantity();
  return C.deref(atOffset(C.addrOf(Whole), Offset, Tys.record(To)));
}

/// Whether \p E, or what it points to, is a variable or a member: no base of
/// another object.
static bool isWholeObject(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    E = Address->getSubExpr()->IgnoreParens();
  const ValueDecl *D = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    D = dyn_cast<VarDecl>(Ref->getDecl());
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    D = dyn_cast<FieldDecl>(Member->getMemberDecl());
  return D && D->getType()->isRecordType();
}

Value FunctionLowering::basePlace(Value Object, const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  QualType From = Sub->getType();
  if (From->isPointerType())
    From = From->getPointeeType();
  const CXXRecordDecl *Derived = From->getAsCXXRecordDecl();
  Value Whole = isWholeObject(Sub) ? Object : nullptr;
  const CXXRecordDecl *Class = Derived;
  for (const CXXBaseSpecifier *Base : E->path()) {
    const CXXRecordDecl *To = Base->getType()->getAsCXXRecordDecl();
    Object = Whole && Base->isVirtual() ? virtualBasePlace(Whole, Class, To)
                                        : basePlace(Object, Derived, Base);
    Derived = To;
  }
  return Object;
}

Value FunctionLowering::derivedPlace(Value Object, const CastExpr *E) {
  QualType To = E->getType();
  if (To->isPointerType())
    To = To->getPointeeType();
  const CXXRecordDecl *Derived = To->getAsCXXRecordDecl();
  int64_t Offset = 0;
  const CXXRecordDecl *Class = Derived;
  for (const CXXBaseSpecifier *Base : E->path()) {
    if (Base->isVirtual())
      return C.deref(B.arbitrary(C.pointerType(type(To)), Reason::VirtualBase,
                                 {C.addrOf(Object)}));
    const CXXRecordDecl *Next = Base->getType()->getAsCXXRecordDecl();
    Offset +=
        AST.getASTRecordLayout(Class).getBaseClassOffset(Next).getQuantity();
    Class = Next;
  }
  return C.deref(atOffset(C.addrOf(Object), -Offset, type(To)));
}

Value FunctionLowering::arraySize(const VariableArrayType *T) {
  const Expr *Size = T->getSizeExpr();
  if (!Size)
    return C.intConst(C.sizeType(), 0);
  Value &Known = ArraySizes[Size];
  if (Known)
    return Known;
  Value V = B.stable(C.cast(C.sizeType(), rvalue(Size)));
  return ArraySizes[Size] = V;
}

Value FunctionLowering::bytesOf(QualType T) {
  if (const VariableArrayType *A = AST.getAsVariableArrayType(T))
    return C.binary(Op::Mul, arraySize(A), bytesOf(A->getElementType()));
  if (const ConstantArrayType *A = AST.getAsConstantArrayType(T))
    return C.binary(Op::Mul,
                    C.intConst(C.sizeType(), A->getSize().getZExtValue()),
                    bytesOf(A->getElementType()));
  return C.intConst(C.sizeType(), type(T)->size());
}

/// Evaluates the sizes of the variable-length arrays in \p T: C does so
/// where the type is written.
/// The operand of the typeof that \p T is written as, or null. That of a
/// typedef was evaluated where it stands.
static const Expr *typeofOperand(QualType T, const ASTContext &AST) {
  while (!isa<TypedefType>(T)) {
    if (const auto *Of = dyn_cast<TypeOfExprType>(T))
      return Of->getUnderlyingExpr();
    QualType Next = T.getSingleStepDesugaredType(AST);
    if (Next == T)
      break;
    T = Next;
  }
  return nullptr;
}

void FunctionLowering::evaluateSizes(QualType T) {
  if (!T->isVariablyModifiedType())
    return;
  while (true) {
    if (const Expr *Operand = typeofOperand(T, AST))
      return discard(Operand);
    if (const VariableArrayType *A = AST.getAsVariableArrayType(T)) {
      arraySize(A);
      T = A->getElementType();
    } else if (const clang::ArrayType *A = AST.getAsArrayType(T)) {
      T = A->getElementType();
    } else if (!T->getPointeeType().isNull()) {
      T = T->getPointeeType();
    } else {
      return;
    }
  }
}

} // namespace predabs::lower
