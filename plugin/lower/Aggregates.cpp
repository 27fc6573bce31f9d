// Structs, arrays, class objects and opaque values, built in a place; see
// FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

#include "clang/AST/RecordLayout.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

Reason FunctionLowering::opaqueReason(QualType T) const {
  if (const auto *A = T->getAs<AtomicType>())
    T = A->getValueType();
  if (T->isReferenceType())
    T = T.getNonReferenceType();
  if (T->isAnyComplexType())
    return Reason::ComplexNumber;
  if (T->isVectorType() || T->isExtVectorType() || T->isMatrixType() ||
      T->isSizelessBuiltinType())
    return Reason::Vector;
  if (T->isMemberPointerType())
    return Reason::MemberPointer;
  if (T->isBitIntType())
    return Reason::WideInteger;
  return Reason::Expression;
}

/// Gives \p Dest, of type \p T, its first value.
void FunctionLowering::initialise(Value Dest, const Expr *Init, QualType T) {
  if (T->isReferenceType()) {
    Value Target = place(Init);
    return B.assign(Dest, C.cast(Dest->type(), C.addrOf(Target)));
  }
  if (ir::isAggregate(Dest->type()))
    return aggregate(Init, Dest);
  Value V = rvalue(Init);
  if (V)
    B.assign(Dest, coerce(V, Dest->type()));
}

void FunctionLowering::aggregate(const Expr *E, Value Dest) {
  InDefault Scope(*this, E);
  E = skipWrappers(E);
  if (E->isGLValue() && !isa<StmtExpr>(E))
    return copyPlace(E, Dest);
  switch (E->getStmtClass()) {
  case Stmt::ExprWithCleanupsClass: {
    CleanupId Depth = TopCleanup;
    aggregate(cast<ExprWithCleanups>(E)->getSubExpr(), Dest);
    return popCleanups(Depth);
  }
  case Stmt::InitListExprClass:
    return initList(cast<InitListExpr>(E), Dest);
  case Stmt::DesignatedInitUpdateExprClass:
    // `.p = q, .p.x = 1`: a whole, then some of its parts.
    aggregate(cast<DesignatedInitUpdateExpr>(E)->getBase(), Dest);
    return initList(cast<DesignatedInitUpdateExpr>(E)->getUpdater(), Dest);
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return B.assign(Dest, C.zero(Dest->type()));
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::BuiltinBitCastExprClass:
    return aggregateCast(cast<CastExpr>(E), Dest);
  case Stmt::CallExprClass:
  case Stmt::UserDefinedLiteralClass:
    call(cast<CallExpr>(E), Dest);
    return;
  case Stmt::CXXMemberCallExprClass:
    memberCall(cast<CXXMemberCallExpr>(E), Dest);
    return;
  case Stmt::CXXOperatorCallExprClass:
    operatorCall(cast<CXXOperatorCallExpr>(E), Dest);
    return;
  case Stmt::BinaryOperatorClass:
    return aggregateBinary(cast<BinaryOperator>(E), Dest);
  case Stmt::CompoundAssignOperatorClass:
    return B.assign(
        Dest, compoundAssignment(cast<CompoundAssignOperator>(E), Want::Value));
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return aggregateConditional(cast<AbstractConditionalOperator>(E), Dest);
  case Stmt::StmtExprClass:
    statementExpr(cast<StmtExpr>(E), Dest);
    return;
  case Stmt::AtomicExprClass:
    atomicExpr(cast<AtomicExpr>(E), Dest);
    return;
  case Stmt::VAArgExprClass: {
    const Expr *List = cast<VAArgExpr>(E)->getSubExpr();
    if (!isPure(List))
      discard(List);
    return B.havoc(Dest, Reason::VarArg);
  }
  case Stmt::OpaqueValueExprClass:
    return aggregateOpaque(cast<OpaqueValueExpr>(E), Dest);
  case Stmt::CompoundLiteralExprClass: // the argument for a transparent union
    return aggregate(cast<CompoundLiteralExpr>(E)->getInitializer(), Dest);
  case Stmt::StringLiteralClass: // no glvalue where it initialises an array
  case Stmt::PredefinedExprClass:
  case Stmt::MemberExprClass:
  case Stmt::ArraySubscriptExprClass:
    return copyPlace(E, Dest);
  default:
    return object(E, Dest);
  }
}

/// What other languages than C build, or what nobody knows.
void FunctionLowering::object(const Expr *E, Value Dest) {
  switch (E->getStmtClass()) {
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return construct(cast<CXXConstructExpr>(E), Dest, E->getType());
  case Stmt::CXXInheritedCtorInitExprClass:
    return inheritedConstruct(cast<CXXInheritedCtorInitExpr>(E), Dest);
  case Stmt::CXXBindTemporaryExprClass:
    // Whoever owns Dest destroys it.
    return aggregate(cast<CXXBindTemporaryExpr>(E)->getSubExpr(), Dest);
  case Stmt::LambdaExprClass:
    return lambda(cast<LambdaExpr>(E), Dest);
  case Stmt::ArrayInitLoopExprClass:
    return initCompound(cast<ArrayInitLoopExpr>(E), Dest);
  case Stmt::CXXStdInitializerListExprClass:
    return initializerList(cast<CXXStdInitializerListExpr>(E), Dest);
  case Stmt::CXXParenListInitExprClass:
    return parenList(cast<CXXParenListInitExpr>(E), Dest);
  case Stmt::PseudoObjectExprClass:
    if (const Expr *Result = cast<PseudoObjectExpr>(E)->getResultExpr())
      return aggregate(Result, Dest);
    return copyUnknown(E, Dest, opaqueReason(E->getType()));
  case Stmt::NoInitExprClass:
    return;
  case Stmt::CXXThrowExprClass:
    return throwExpr(cast<CXXThrowExpr>(E));
  case Stmt::CXXTypeidExprClass:
    return copyUnknown(E, Dest, Reason::Rtti);
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass:
    awaitExpr(cast<CoroutineSuspendExpr>(E));
    return aggregate(cast<CoroutineSuspendExpr>(E)->getResumeExpr(), Dest);
  default:
    return copyUnknown(E, Dest, opaqueReason(E->getType()));
  }
}

void FunctionLowering::copyPlace(const Expr *E, Value Dest) {
  Value From = place(E);
  if (From->type() == Dest->type())
    return B.assign(Dest, From);
  copyUnknown(E, Dest, opaqueReason(E->getType()));
}

void FunctionLowering::aggregateOpaque(const OpaqueValueExpr *E, Value Dest) {
  if (Value Known = OpaqueValues.lookup(E))
    return B.assign(Dest, Known);
  if (E->getSourceExpr())
    return aggregate(E->getSourceExpr(), Dest);
  copyUnknown(E, Dest, opaqueReason(E->getType()));
}

void FunctionLowering::aggregateBinary(const BinaryOperator *E, Value Dest) {
  BinaryOperatorKind K = E->getOpcode();
  if (K == BO_Assign)
    return B.assign(Dest, assignment(E, Want::Value));
  if (K == BO_Cmp)
    return threeWay(E, Dest);
  if (K != BO_Comma)
    return copyUnknown(E, Dest, opaqueReason(E->getType()));
  if (isNondet(E)) {
    setLoc(E->getExprLoc());
    return B.havoc(Dest, Reason::Nondeterministic);
  }
  discard(E->getLHS());
  aggregate(E->getRHS(), Dest);
}

void FunctionLowering::aggregateCast(const CastExpr *E, Value Dest) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    Value From = place(Sub);
    if (From->type() != Dest->type())
      return copyUnknown(E, Dest, opaqueReason(E->getType()));
    if (Sub->getType().isVolatileQualified() || Sub->getType()->isAtomicType())
      return B.assignVolatile(Dest, From);
    return B.assign(Dest, From);
  }
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    return aggregate(Sub, Dest);
  case CK_LValueToRValueBitCast: {
    Value From = place(Sub);
    return B.assign(
        Dest, C.deref(C.cast(C.pointerType(Dest->type()), C.addrOf(From))));
  }
  case CK_ToUnion: {
    // GNU: (union u)x stores x in the member of its type.
    B.assign(Dest, C.zero(Dest->type()));
    Value V = rvalue(Sub);
    for (uint32_t I = 0; I < Dest->type()->fields().size(); ++I)
      if (Dest->type()->fields()[I].Ty == V->type())
        return B.assign(C.field(Dest, I), V);
    return B.havoc(Dest, Reason::Conversion, {V});
  }
  default: {
    // Between opaque values: the operand's effects happen, the value is lost.
    return B.havoc(Dest, opaqueReason(E->getType()), givenArguments({Sub}));
  }
  }
}

/// A std::initializer_list is an object of two words: a pointer to the array,
/// and its end or length.
void FunctionLowering::initializerList(const CXXStdInitializerListExpr *E,
                                       Value Dest) {
  Value Array = place(E->getSubExpr());
  uint64_t N = Array->type()->isArray() ? Array->type()->count() : 0;
  const auto &Fields = Dest->type()->fields();
  if (Fields.size() != 2 || !Fields[0].Ty->isPointer())
    return copyUnknown(E, Dest, Reason::Expression);
  Value First = C.addrOf(Array);
  B.assign(C.field(Dest, 0), C.cast(Fields[0].Ty, First));
  if (Fields[1].Ty->isInt())
    return B.assign(C.field(Dest, 1), C.intConst(Fields[1].Ty, N));
  Value End = C.binary(Op::PtrAdd, C.cast(Fields[1].Ty, First),
                       C.intConst(C.sizeType(), N));
  return B.assign(C.field(Dest, 1), End);
}

void FunctionLowering::parenList(const CXXParenListInitExpr *E, Value Dest) {
  ArrayRef<Expr *> Inits =
      const_cast<CXXParenListInitExpr *>(E)->getInitExprs();
  if (const clang::ArrayType *A = AST.getAsArrayType(E->getType()))
    return initArray(Inits, E->getArrayFiller(), A->getElementType(), Dest);
  const RecordDecl *R = E->getType()->getAsRecordDecl();
  if (!R || R->isUnion())
    return copyUnknown(E, Dest, Reason::Expression);
  return initMembers(R, Inits, Dest, Rest::Zero);
}

void FunctionLowering::aggregateConditional(
    const AbstractConditionalOperator *E, Value Dest) {
  if (E->getCond()->getType()->isVectorType())
    return copyUnknown(E, Dest, Reason::Vector);
  if (const auto *Binary = dyn_cast<BinaryConditionalOperator>(E)) {
    Value Common = rvalue(Binary->getCommon());
    OpaqueValues[Binary->getOpaqueValue()] = B.stable(Common);
    if (!Common->type()->isScalar())
      return copyUnknown(E, Dest, opaqueReason(E->getType()));
  }
  eachArm(E, [&](const Expr *Arm) { aggregate(Arm, Dest); });
}

static bool isZeroInit(const Expr *E) { return isa<ImplicitValueInitExpr>(E); }

/// Whether \p E leaves parts of an object that has a value as they are.
static bool isUpdate(const InitListExpr *E) {
  if (const Expr *Filler = E->getArrayFiller())
    if (isa<NoInitExpr>(Filler))
      return true;
  return llvm::any_of(E->inits(), [](const Expr *Init) {
    const auto *List = dyn_cast<InitListExpr>(Init);
    return isa<NoInitExpr>(Init) || (List && isUpdate(List));
  });
}

void FunctionLowering::initList(const InitListExpr *E, Value Dest) {
  if (const InitListExpr *Semantic = E->getSemanticForm())
    E = Semantic;
  if (E->isTransparent() && E->getNumInits() == 1)
    return aggregate(E->getInit(0), Dest);
  if (Dest->type()->isRecord())
    return initRecord(E, Dest);
  if (Dest->type()->isArray() && E->isStringLiteralInit())
    return aggregate(E->getInit(0), Dest);
  if (Dest->type()->isArray() && isUpdate(E))
    return updateArray(E, Dest);
  if (Dest->type()->isArray())
    return initArray(E->inits(), E->getArrayFiller(),
                     AST.getAsArrayType(E->getType())->getElementType(), Dest);
  if (E->getNumInits() == 0)
    return B.assign(Dest, C.zero(Dest->type()));
  // A vector or complex number: built from parts that we do not follow.
  B.havoc(Dest, opaqueReason(E->getType()), givenArguments(E->inits()));
}

void FunctionLowering::initRecord(const InitListExpr *E, Value Dest) {
  const RecordDecl *R = E->getType()->getAsRecordDecl();
  Rest Others = isUpdate(E) ? Rest::Kept : Rest::Zero;
  if (R->isUnion()) {
    if (Others == Rest::Zero)
      B.assign(Dest, C.zero(Dest->type()));
    const FieldDecl *Field = E->getInitializedFieldInUnion();
    if (Field && E->getNumInits() > 0 && !isZeroInit(E->getInit(0)) &&
        !isa<NoInitExpr>(E->getInit(0)))
      if (std::optional<uint32_t> Index = Tys.fieldIndex(Field))
        initMember(Dest, C.field(Dest, *Index), E->getInit(0),
                   Field->getType());
    return;
  }
  initMembers(R, E->inits(), Dest, Others);
}

/// Whether other members, or virtual bases, may lie in the tail of \p Object.
static bool mayShareTail(Value Object, const RecordDecl *R,
                         const ASTContext &AST) {
  const ASTRecordLayout &Layout = AST.getASTRecordLayout(R);
  return Object->kind() != ir::ExprKind::Var &&
         Layout.getDataSize() != Layout.getSize();
}

/// Gives the bases and members of a struct their values, in order.
void FunctionLowering::initMembers(const RecordDecl *R,
                                   llvm::ArrayRef<Expr *> Inits, Value Dest,
                                   Rest Others) {
  // In C++ the list names everything.
  if (mayShareTail(Dest, R, AST))
    Others = Rest::Kept;
  // Everything that the list does not name is zero, and so are the bits
  // between bit-fields.
  if (Others == Rest::Zero)
    B.assign(Dest, C.zero(Dest->type()));
  unsigned I = 0;
  CleanupId Depth = TopCleanup;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (I < Inits.size()) {
        Value Part = basePlace(Dest, Class, &Base);
        aggregate(Inits[I++], Part);
        pushPartDestructor(Part, Base.getType());
      }
  for (const FieldDecl *Field : R->fields()) {
    if (Field->isUnnamedBitField())
      continue;
    if (I >= Inits.size())
      break;
    const Expr *Init = Inits[I++];
    if ((isZeroInit(Init) && Others == Rest::Zero) || isa<NoInitExpr>(Init))
      continue;
    if (std::optional<uint32_t> Index = Tys.fieldIndex(Field)) {
      Value Part = C.field(Dest, *Index);
      initMember(Dest, Part, Init, Field->getType());
      pushPartDestructor(Part, Field->getType());
    }
  }
  completed(Depth);
}

void FunctionLowering::initMember(Value Object, Value Member, const Expr *Init,
                                  QualType T) {
  // In a default initialiser `this` is the object that is being made, in one
  // that the list gives it is that of the function around.
  Value Outer = This;
  if (isa<CXXDefaultInitExpr>(Init))
    This = C.addrOf(Object);
  initialise(Member, Init, T);
  This = Outer;
}

/// A copy of an array, element by element.
void FunctionLowering::initCompound(const ArrayInitLoopExpr *E, Value Dest) {
  const OpaqueValueExpr *Common = E->getCommonExpr();
  Value From = place(Common->getSourceExpr());
  if (E->getType().isTriviallyCopyableType(AST) && From->type() == Dest->type())
    return B.assign(Dest, From);
  OpaqueValues[Common] = From;
  Value Outer = ArrayInitIndex;
  const Expr *Sub = E->getSubExpr();
  forEachElement(Dest, C.zero(C.sizeType()),
                 C.intConst(C.sizeType(), Dest->type()->count()),
                 Sub->getType(), [&](Value Element) {
                   ArrayInitIndex = Element->operand(1);
                   initialise(Element, Sub, Sub->getType());
                 });
  ArrayInitIndex = Outer;
}

/// Elements that designators name after the whole array has its value.
void FunctionLowering::updateArray(const InitListExpr *E, Value Dest) {
  QualType Element = AST.getAsArrayType(E->getType())->getElementType();
  unsigned Given = std::min<uint64_t>(E->getNumInits(), Dest->type()->count());
  for (unsigned I = 0; I < Given; ++I)
    if (!isa<NoInitExpr>(E->getInit(I)))
      initialise(C.index(Dest, C.intConst(C.intType(32, true), I)),
                 E->getInit(I), Element);
}

void FunctionLowering::initArray(llvm::ArrayRef<Expr *> Inits,
                                 const Expr *Filler, QualType Element,
                                 Value Dest) {
  uint64_t N = Dest->type()->count();
  unsigned Given = std::min<uint64_t>(Inits.size(), N);
  bool ZeroFirst = Given < N;
  for (unsigned I = 0; I < Given && !ZeroFirst; ++I)
    ZeroFirst = isZeroInit(Inits[I]);
  if (ZeroFirst)
    B.assign(Dest, C.zero(Dest->type()));
  auto At = [&](uint64_t I) {
    return C.index(Dest, C.intConst(C.intType(32, true), I));
  };
  CleanupId Depth = TopCleanup;
  for (unsigned I = 0; I < Given; ++I) {
    if (isZeroInit(Inits[I]))
      continue;
    initialise(At(I), Inits[I], Element);
    pushPartDestructor(At(I), Element);
  }
  // What the filler of a class type does is done for each element in turn.
  if (Filler && !isZeroInit(Filler) && Given < N)
    forEachElement(Dest, C.intConst(C.sizeType(), Given),
                   C.intConst(C.sizeType(), N), Element,
                   [&](Value Slot) { initialise(Slot, Filler, Element); });
  completed(Depth);
}

/// A loop over elements of an array, given as such or as a pointer to its
/// first element: those from \p First up to \p End, which are of type
/// \p Element.
void FunctionLowering::forEachElement(Value Array, Value First, Value End,
                                      QualType Element,
                                      const std::function<void(Value)> &Body) {
  Value I = B.local("i", C.sizeType(), ir::Storage::Local);
  B.assign(I, First);
  ir::BlockId Head = B.newBlock("each"), Next = B.newBlock("element"),
              Done = B.newBlock("done");
  B.fallInto(Head);
  B.branch(C.binary(Op::Lt, I, End), Next, Done);
  B.start(Next);
  CleanupId Depth = TopCleanup;
  if (hasDestructor(Element) && AST.getLangOpts().CXXExceptions)
    pushElements(Array, First, I, Element);
  ++LoopDepth;
  // Temporaries die before the next element is made.
  Body(Array->type()->isArray() ? C.index(Array, I)
                                : C.deref(C.binary(Op::PtrAdd, Array, I)));
  popCleanups(Depth);
  --LoopDepth;
  B.assign(I, C.binary(Op::Add, I, C.intConst(C.sizeType(), 1)));
  B.jump(Head);
  B.start(Done);
}

// Constants of local variables.

/// Gives \p Var the value that the compiler computes for \p D. False if that
/// cannot be written down.
bool FunctionLowering::constantObject(const VarDecl *D, Value Var) {
  const APValue *Known = D->evaluateValue();
  Parts All;
  if (!Known || !constantParts(Var, *Known, D->getType(), All))
    return false;
  for (auto &[Part, V] : All)
    B.assign(Part, V);
  return true;
}

/// The scalars in \p Place, which holds \p V, with their values.
bool FunctionLowering::constantParts(Value Place, const APValue &V, QualType T,
                                     Parts &Into) {
  constexpr size_t Most = 128;
  switch (V.getKind()) {
  case APValue::None:
  case APValue::Indeterminate:
    return true;
  case APValue::Struct:
    return constantMembers(Place, V, T->castAs<RecordType>()->getDecl(), Into);
  case APValue::Array: {
    QualType Element = AST.getAsArrayType(T)->getElementType();
    unsigned Named = V.getArrayInitializedElts(), Size = V.getArraySize();
    if (Size > Most || (Named < Size && !V.hasArrayFiller()))
      return false;
    for (unsigned I = 0; I < Size; ++I)
      if (!constantParts(C.index(Place, C.intConst(C.sizeType(), I)),
                         I < Named ? V.getArrayInitializedElt(I)
                                   : V.getArrayFiller(),
                         Element, Into))
        return false;
    return true;
  }
  default:
    break;
  }
  Value Known = Place->type()->isScalar() ? ML.constant(V, T) : nullptr;
  if (!Known || Known->type() != Place->type() || Into.size() >= Most)
    return false;
  Into.emplace_back(Place, Known);
  return true;
}

bool FunctionLowering::constantMembers(Value Place, const APValue &V,
                                       const RecordDecl *R, Parts &Into) {
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R)) {
    unsigned I = 0;
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (Base.isVirtual() ||
          !constantParts(basePlace(Place, Class, &Base), V.getStructBase(I++),
                         Base.getType(), Into))
        return false;
  }
  for (const FieldDecl *Field : R->fields()) {
    if (Field->isUnnamedBitField())
      continue;
    std::optional<uint32_t> Index = Tys.fieldIndex(Field);
    if (!Index || !constantParts(C.field(Place, *Index),
                                 V.getStructField(Field->getFieldIndex()),
                                 Field->getType(), Into))
      return false;
  }
  return true;
}

} // namespace predabs::lower
