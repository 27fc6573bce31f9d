// Objects of C++: methods, constructors, lambdas, new and delete, throw; see
// FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

#include "clang/AST/RecordLayout.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

Value FunctionLowering::thisPointer(const CXXThisExpr *E) {
  if (!This)
    return unknown(E, Reason::Expression);
  return coerce(This, type(E->getType()));
}

Value FunctionLowering::methodCallee(const CXXMethodDecl *Method,
                                     Dispatch How) {
  if (How == Dispatch::Direct)
    return C.funcAddr(ML.function(Method));
  const ir::Type *T = C.pointerType(Tys.function(Method));
  return B.arbitrary(T, Reason::VirtualCall);
}

FunctionLowering::Dispatch
FunctionLowering::dispatch(const CXXMethodDecl *Method,
                           const Expr *Object) const {
  if (!Method->isVirtual())
    return Dispatch::Direct;
  const CXXMethodDecl *Only =
      Method->getDevirtualizedMethod(Object, /*IsAppleKext=*/false);
  bool IsOnly = Only && Only->getParent()->getCanonicalDecl() ==
                            Method->getParent()->getCanonicalDecl();
  return IsOnly ? Dispatch::Direct : Dispatch::Virtual;
}

Value FunctionLowering::memberCall(const CXXMemberCallExpr *E, Value Dest) {
  setLoc(E->getExprLoc());
  const CXXMethodDecl *Method = E->getMethodDecl();
  const Expr *Object = E->getImplicitObjectArgument();
  if (!Method || !Object)
    return memberPointerCall(E, Dest);
  Value Address = Object->getType()->isPointerType() ? rvalue(Object)
                                                     : C.addrOf(place(Object));
  llvm::ArrayRef<const Expr *> Args(E->getArgs(), E->getNumArgs());
  if (isa<CXXDestructorDecl>(Method) && Method->isTrivial())
    return nullptr;
  bool IsPlain = llvm::all_of(Args, [&](const Expr *A) { return isPure(A); });
  if (!IsPlain)
    Address = B.stable(Address);
  const auto *Callee = dyn_cast<MemberExpr>(skipWrappers(E->getCallee()));
  bool Named = !Callee || Callee->hasQualifier();
  if (Method->isExplicitObjectMemberFunction())
    return unknown(E, Reason::Expression);
  const ir::Type *ThisType = C.pointerType(Tys.record(Method->getParent()));
  Value Target =
      methodCallee(Method, Named ? Dispatch::Direct : dispatch(Method, Object));
  return callValue(E, Target, Method, {C.cast(ThisType, Address)}, Args, Dest);
}

/// Through a pointer to member, which says nothing about the target.
Value FunctionLowering::memberPointerCall(const CXXMemberCallExpr *E,
                                          Value Dest) {
  std::vector<Value> From;
  if (const auto *Bound =
          dyn_cast<BinaryOperator>(E->getCallee()->IgnoreParens())) {
    give(Bound->getLHS(), From);
    give(Bound->getRHS(), From);
  }
  for (const Expr *Arg : E->arguments())
    give(Arg, From);
  B.havocEverything(Reason::MemberPointer, From);
  maybeUnwind(Reason::MemberPointer);
  const ir::Type *T = type(E->getCallReturnType(AST));
  if (Dest) {
    B.havoc(Dest, Reason::MemberPointer);
    return Dest;
  }
  return T->isVoid() ? nullptr : B.arbitrary(T, Reason::MemberPointer);
}

Value FunctionLowering::operatorCall(const CXXOperatorCallExpr *E, Value Dest) {
  setLoc(E->getExprLoc());
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (!Method || !Method->isImplicitObjectMemberFunction())
    return call(E, Dest);
  const Expr *Object = E->getArg(0);
  llvm::ArrayRef<const Expr *> Args(E->getArgs() + 1, E->getNumArgs() - 1);
  bool Assigns =
      Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator();
  if (Assigns && Method->isTrivial() && Args.size() == 1) {
    // The right side comes first.
    Value From = place(Args[0]);
    if (!isPure(Object))
      From = C.deref(B.stable(C.addrOf(From)));
    Value To = place(Object);
    const ir::Type *T = Tys.record(Method->getParent());
    auto As = [&](Value Place) {
      return Place->type() == T
                 ? Place
                 : C.deref(C.cast(C.pointerType(T), C.addrOf(Place)));
    };
    copyObject(As(To), As(From), Method->getParent());
    return C.addrOf(To);
  }
  Value Target = methodCallee(Method, dispatch(Method, Object));
  if (E->isAssignmentOp())
    return callValue(E, Target, Method, {}, Args, Dest, Object);
  Value Address = C.addrOf(place(Object));
  bool IsPlain = llvm::all_of(Args, [&](const Expr *A) { return isPure(A); });
  if (!IsPlain)
    Address = B.stable(Address);
  const ir::Type *ThisType = C.pointerType(Tys.record(Method->getParent()));
  return callValue(E, Target, Method, {C.cast(ThisType, Address)}, Args, Dest);
}

/// A copy that leaves alone what other members keep in the tail of \p To.
void FunctionLowering::copyObject(Value To, Value From,
                                  const CXXRecordDecl *R) {
  const ASTRecordLayout &Layout = AST.getASTRecordLayout(R);
  bool IsWhole = To->kind() == ir::ExprKind::Var || R->isUnion() ||
                 Layout.getDataSize() == Layout.getSize();
  if (IsWhole)
    return B.assign(To, From);
  From = stablePlace(From);
  copyMembers(stablePlace(To), From);
}

void FunctionLowering::copyMembers(Value To, Value From) {
  const auto &Fields = To->type()->fields();
  for (uint32_t I = 0; I < Fields.size(); ++I) {
    if (Fields[I].Ty->isRecord() && !Fields[I].Ty->isUnion())
      copyMembers(C.field(To, I), C.field(From, I));
    else
      B.assign(C.field(To, I), C.field(From, I));
  }
}

void FunctionLowering::construct(const CXXConstructExpr *E, Value Dest,
                                 QualType T) {
  const clang::ArrayType *Array = AST.getAsArrayType(T);
  if (!Array)
    return constructOne(E, Dest);
  // One constructor call for each element, also in arrays of arrays.
  QualType Element = Array->getElementType();
  forEachElement(Dest, C.zero(C.sizeType()),
                 C.intConst(C.sizeType(), Dest->type()->count()), Element,
                 [&](Value Slot) { construct(E, Slot, Element); });
}

static void zeroMembers(Builder &B, ir::Context &C, Value To) {
  const auto &Fields = To->type()->fields();
  for (uint32_t I = 0; I < Fields.size(); ++I) {
    if (Fields[I].Ty->isRecord() && !Fields[I].Ty->isUnion())
      zeroMembers(B, C, C.field(To, I));
    else
      B.assign(C.field(To, I), C.zero(Fields[I].Ty));
  }
}

void FunctionLowering::constructOne(const CXXConstructExpr *E, Value Dest) {
  setLoc(E->getExprLoc());
  const CXXConstructorDecl *Ctor = E->getConstructor();
  if (E->isElidable() && E->getNumArgs() == 1) {
    const Expr *From = skipWrappers(E->getArg(0));
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(From))
      return aggregate(M->getSubExpr(), Dest);
  }
  CXXConstructionKind Kind = E->getConstructionKind();
  // Virtual bases are there already, perhaps in the tail of this one.
  bool MayShare = Kind == CXXConstructionKind::NonVirtualBase;
  if (E->requiresZeroInitialization())
    MayShare ? zeroMembers(B, C, Dest) : B.assign(Dest, C.zero(Dest->type()));
  if (Ctor->isTrivial()) {
    if (!Ctor->isCopyOrMoveConstructor() || E->getNumArgs() == 0)
      return;
    Value From = place(E->getArg(0));
    if (From->type() != Dest->type())
      From = C.deref(C.cast(C.pointerType(Dest->type()), C.addrOf(From)));
    return MayShare ? copyObject(Dest, From, Ctor->getParent())
                    : B.assign(Dest, From);
  }
  bool IsForBase =
      Kind == CXXConstructionKind::NonVirtualBase ||
      Kind == CXXConstructionKind::VirtualBase ||
      (Kind == CXXConstructionKind::Delegating && ML.isForBases(&F));
  ir::Function *Target = IsForBase ? ML.baseFunction(Ctor) : ML.function(Ctor);
  const ir::Type *ThisType = Target->Ty->params()[0];
  std::vector<Value> Args = {C.cast(ThisType, C.addrOf(Dest))};
  llvm::ArrayRef<const Expr *> Given(E->getArgs(), E->getNumArgs());
  std::vector<Value> Rest = arguments(Target->Ty, 1, Given);
  Args.insert(Args.end(), Rest.begin(), Rest.end());
  setLoc(E->getExprLoc());
  emitCall(C.funcAddr(Target), std::move(Args), AST.VoidTy, nullptr,
           {.MayThrow = mayThrow(Ctor, QualType())});
}

/// A constructor taken over by `using Base::Base`: it gets the arguments of
/// the one that inherits it, which are this function's own.
void FunctionLowering::inheritedConstruct(const CXXInheritedCtorInitExpr *E,
                                          Value Dest) {
  ir::Function *Target = ML.baseFunction(E->getConstructor());
  const auto &Params = Target->Ty->params();
  std::vector<Value> Args = {C.cast(Params[0], C.addrOf(Dest))};
  for (uint32_t I = 1; I < F.NumParams && Args.size() < Params.size(); ++I)
    Args.push_back(coerce(C.var(F.Vars[I].get()), Params[Args.size()]));
  while (Args.size() < Params.size())
    Args.push_back(B.arbitrary(Params[Args.size()], Reason::Expression));
  emitCall(C.funcAddr(Target), std::move(Args), AST.VoidTy, nullptr,
           {.MayThrow = mayThrow(E->getConstructor(), QualType())});
}

void FunctionLowering::lambda(const LambdaExpr *E, Value Dest) {
  CleanupId Depth = TopCleanup;
  auto Field = E->getLambdaClass()->field_begin();
  for (const Expr *Init : E->capture_inits()) {
    const FieldDecl *Captured = *Field++;
    std::optional<uint32_t> Index = Tys.fieldIndex(Captured);
    if (!Init || !Index)
      continue;
    Value Part = C.field(Dest, *Index);
    initialise(Part, Init, Captured->getType());
    pushPartDestructor(Part, Captured->getType());
  }
  completed(Depth);
}

/// What a lambda becomes as a function pointer: it calls the lambda.
void FunctionLowering::staticInvoker(const CXXMethodDecl *Invoker) {
  const CXXRecordDecl *Closure = Invoker->getParent();
  const CXXMethodDecl *Target = Closure->getLambdaCallOperator();
  if (Closure->isGenericLambda()) {
    void *Position = nullptr;
    FunctionDecl *Instance =
        Target->getDescribedFunctionTemplate()->findSpecialization(
            Invoker->getTemplateSpecializationArgs()->asArray(), Position);
    Target = cast_or_null<CXXMethodDecl>(Instance);
  }
  if (!Target)
    return B.havocEverything(Reason::Expression, parameterValues());
  ir::Function *Body = ML.function(Target);
  std::vector<Value> Args;
  for (uint32_t I = 0; I < F.NumParams; ++I)
    Args.push_back(C.var(F.Vars[I].get()));
  if (Target->isImplicitObjectMemberFunction()) {
    Value Object = B.local("closure", Tys.record(Closure), ir::Storage::Local);
    Args.insert(Args.begin() + (ResultAddress ? 1 : 0), C.addrOf(Object));
  }
  Value Result =
      emitCall(C.funcAddr(Body), std::move(Args), Target->getReturnType(),
               nullptr, {.MayThrow = mayThrow(Target, QualType())});
  B.ret(ResultAddress ? nullptr : Result);
}

void FunctionLowering::bindCaptures(const CXXMethodDecl *CallOperator) {
  const CXXRecordDecl *Closure = CallOperator->getParent();
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Captures;
  FieldDecl *ThisCapture = nullptr;
  Closure->getCaptureFields(Captures, ThisCapture);
  Value Self = C.deref(This);
  for (auto [D, Captured] : Captures)
    Places[cast<ValueDecl>(D->getCanonicalDecl())] = fieldPlace(Self, Captured);
  if (!ThisCapture)
    return;
  Value Outer = fieldPlace(Self, ThisCapture);
  This = Outer->type()->isPointer() ? Outer : C.addrOf(Outer);
}

/// Bytes before an array where `new` notes its length, as the Itanium ABI
/// lays it out.
uint64_t FunctionLowering::arrayCookie(QualType Element, bool DeleteWantsSize) {
  QualType Base = AST.getBaseElementType(Element);
  if (!DeleteWantsSize && !Base.isDestructedType())
    return 0;
  return std::max<uint64_t>(C.sizeType()->size(), type(Base)->align());
}

/// Calls operator new with \p Size and the arguments \p Placed.
Value FunctionLowering::allocate(const CXXNewExpr *E, Value Size,
                                 std::vector<Value> &Placed) {
  const FunctionDecl *New = E->getOperatorNew();
  if (New->isReservedGlobalPlacementOperator() && E->getNumPlacementArgs() == 1)
    return rvalue(E->getPlacementArg(0));
  ir::Function *Target = ML.function(New);
  std::vector<Value> Args = {coerce(Size, Target->Ty->params()[0])};
  if (E->passAlignment() && Args.size() < Target->Ty->params().size())
    Placed.push_back(
        C.intConst(C.sizeType(), type(E->getAllocatedType())->align()));
  std::vector<const Expr *> Placement(E->placement_arguments().begin(),
                                      E->placement_arguments().end());
  for (Value Arg :
       arguments(Target->Ty, Args.size() + Placed.size(), Placement))
    Placed.push_back(Arg->type()->isScalar() ? B.stable(Arg) : Arg);
  Args.insert(Args.end(), Placed.begin(), Placed.end());
  return emitCall(C.funcAddr(Target), std::move(Args), New->getReturnType(),
                  nullptr, {.MayThrow = mayThrow(New, QualType())});
}

/// Whether an array of \p Count elements, of which \p Init names some, is one
/// that cannot be had.
Value FunctionLowering::isTooLong(Value Count, uint64_t ElementSize,
                                  uint64_t Cookie, const Expr *Init) {
  uint64_t Most = (uint64_t(1) << (C.sizeType()->size() * 8 - 1)) - 1;
  Most = (Most - Cookie) / std::max<uint64_t>(1, ElementSize);
  Value Result = C.binary(Op::Gt, Count, C.intConst(Count->type(), Most));
  const auto *List =
      Init ? dyn_cast<InitListExpr>(skipWrappers(Init)) : nullptr;
  if (!List || List->isStringLiteralInit())
    return Result;
  Value Named = C.intConst(Count->type(), List->getNumInits());
  return C.binary(Op::LOr, Result, C.binary(Op::Lt, Count, Named));
}

/// `new int[-1]`: gives a null pointer or throws.
void FunctionLowering::failToAllocate(const CXXNewExpr *E, Value Result,
                                      ir::BlockId Done) {
  std::vector<Value> Placed;
  const FunctionDecl *New = E->getOperatorNew();
  if (New->isReplaceableGlobalAllocationFunction() &&
      !ML.hasBody(ML.function(New))) {
    if (!E->shouldNullCheckAllocation() && AST.getLangOpts().CXXExceptions) {
      constexpr uint64_t Enough = 64;
      return raise(*ExceptionTypes::thrownBy("_ZSt17__throw_bad_allocv"),
                   B.stable(allocateException(Enough)));
    }
    B.assign(Result, C.zero(Result->type()));
    return E->shouldNullCheckAllocation() ? B.jump(Done) : B.end();
  }
  // The operator is asked for as much as can be said.
  Value Raw = allocate(E, C.intConst(C.sizeType(), ~uint64_t(0)), Placed);
  B.assign(Result, C.cast(Result->type(), Raw));
  B.jump(Done);
}

Value FunctionLowering::newExpr(const CXXNewExpr *E) {
  const ir::Type *Result = type(E->getType());
  QualType T = E->getAllocatedType();
  const FunctionDecl *New = E->getOperatorNew();
  bool IsReserved = New->isReservedGlobalPlacementOperator();
  Value Count = nullptr, Address = nullptr;
  Value Size = C.intConst(C.sizeType(), type(T)->size());
  uint64_t Cookie = 0;
  const Expr *Init = E->getInitializer();
  std::optional<ir::BlockId> Done;
  if (E->isArray() && E->getArraySize()) {
    Count = B.stable(C.cast(C.sizeType(), rvalue(*E->getArraySize())));
    if (!IsReserved)
      Cookie = arrayCookie(T, E->doesUsualArrayDeleteWantSize());
    if (Count->kind() != ir::ExprKind::Int && !IsReserved) {
      Address = B.temp(Result);
      Done = B.newBlock("new.done");
      ir::BlockId TooLong = B.newBlock("new.fails"),
                  Fits = B.newBlock("new.fits");
      B.branch(isTooLong(Count, type(T)->size(), Cookie, Init), TooLong, Fits);
      B.start(TooLong);
      failToAllocate(E, Address, *Done);
      B.start(Fits);
    }
    Size = C.binary(Op::Mul, Count, Size);
    if (Cookie != 0)
      Size = C.binary(Op::Add, Size, C.intConst(C.sizeType(), Cookie));
  }
  std::vector<Value> Placed;
  Value Raw = B.stable(allocate(E, Size, Placed));
  // An operator that has to throw where there is no memory promises some.
  bool IsOwn = !New->isReplaceableGlobalAllocationFunction() ||
               ML.hasBody(ML.function(New));
  if (IsOwn && !IsReserved && !E->shouldNullCheckAllocation())
    B.assume(C.isTrue(Raw));
  if (!Init && Cookie == 0 && !Done)
    return C.cast(Result, Raw);
  if (!Done) {
    Address = B.temp(Result);
    Done = B.newBlock("new.done");
  }
  B.assign(Address, C.cast(Result, Raw));
  if (E->shouldNullCheckAllocation()) {
    ir::BlockId Construct = B.newBlock("new.construct");
    B.branch(C.isTrue(Raw), Construct, *Done);
    B.start(Construct);
  }
  if (Cookie != 0) {
    B.assign(Address, atOffset(Raw, int64_t(Cookie), Result->inner()));
    uint64_t Inner =
        type(T)->size() /
        std::max<uint64_t>(1, type(AST.getBaseElementType(T))->size());
    Value Length =
        atOffset(Raw, int64_t(Cookie - C.sizeType()->size()), C.sizeType());
    B.assign(C.deref(Length),
             C.binary(Op::Mul, Count, C.intConst(C.sizeType(), Inner)));
  }
  CleanupId Depth = TopCleanup;
  const FunctionDecl *Delete = E->getOperatorDelete();
  if (Delete && AST.getLangOpts().CXXExceptions && !IsReserved) {
    // A constructor that throws gives the memory back.
    Cleanup Back;
    Back.Place = C.deref(Raw);
    Back.Function = ML.function(Delete);
    Back.RunsWhen = When::Unwinding;
    Back.MoreArgs = E->getNumPlacementArgs() != 0
                        ? std::move(Placed)
                        : deleteArguments(Delete, Size, type(T)->align());
    if (Back.Function->Ty->params().size() == 1 + Back.MoreArgs.size())
      pushCleanup(std::move(Back));
  }
  if (Init)
    initNew(E, Address, Count);
  completed(Depth);
  B.fallInto(*Done);
  return Address;
}

/// What an operator delete that is no placement is given behind the address.
std::vector<Value> FunctionLowering::deleteArguments(const FunctionDecl *Delete,
                                                     Value Size,
                                                     uint64_t Align) {
  std::vector<Value> Result;
  const ir::Type *Ty = ML.function(Delete)->Ty;
  for (unsigned I = 1; I < Ty->params().size(); ++I) {
    const ir::Type *Param = Ty->params()[I];
    bool IsAlign = I < Delete->getNumParams() &&
                   Delete->getParamDecl(I)->getType()->isAlignValT();
    if (!Param->isInt())
      Result.push_back(B.arbitrary(Param, Reason::Uninitialised));
    else
      Result.push_back(
          coerce(IsAlign ? C.intConst(C.sizeType(), Align) : Size, Param));
  }
  return Result;
}

void FunctionLowering::initNew(const CXXNewExpr *E, Value Address,
                               Value Count) {
  const Expr *Init = E->getInitializer();
  QualType T = E->getAllocatedType();
  if (!Count)
    return initialise(C.deref(Address), Init, T);
  bool IsList = isa<InitListExpr, StringLiteral, ImplicitValueInitExpr>(
      skipWrappers(Init));
  if (!IsList || Count->kind() != ir::ExprKind::Int || Count->bits() > 4096)
    return initNewArray(skipWrappers(Init), Address, Count, T);
  const ir::Type *Array = C.arrayType(type(T), uint64_t(Count->bits()));
  aggregate(Init, C.deref(C.cast(C.pointerType(Array), Address)));
}

/// Gives the elements of a new array their values; how many there are is
/// known only at run time.
void FunctionLowering::initNewArray(const Expr *Init, Value Address,
                                    Value Count, QualType Element) {
  Value First = C.zero(C.sizeType());
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Init))
    return forEachElement(Address, First, Count, Element, [&](Value Slot) {
      construct(Construct, Slot, Element);
    });
  if (isa<ImplicitValueInitExpr>(Init))
    return forEachElement(Address, First, Count, Element, [&](Value Slot) {
      B.assign(Slot, C.zero(Slot->type()));
    });
  const auto *List = dyn_cast<InitListExpr>(Init);
  if (!List || List->isStringLiteralInit()) {
    std::vector<Value> From = operands(Init);
    From.push_back(Address);
    return B.havocEverything(Reason::Initialiser, std::move(From));
  }
  CleanupId Depth = TopCleanup;
  for (unsigned I = 0; I < List->getNumInits(); ++I) {
    Value At = C.intConst(C.sizeType(), I);
    Value Slot = C.deref(C.binary(Op::PtrAdd, Address, At));
    initialise(Slot, List->getInit(I), Element);
    pushPartDestructor(Slot, Element);
  }
  First = C.intConst(C.sizeType(), List->getNumInits());
  forEachElement(Address, First, Count, Element, [&](Value Slot) {
    if (const Expr *Filler = List->getArrayFiller())
      initialise(Slot, Filler, Element);
    else
      B.assign(Slot, C.zero(Slot->type()));
  });
  completed(Depth);
}

/// What `delete` does before the memory is given back.
void FunctionLowering::destroyForDelete(const CXXDeleteExpr *E, Value P) {
  QualType T = E->getDestroyedType();
  if (T.isNull() || !hasDestructor(T))
    return;
  QualType Base = AST.getBaseElementType(T);
  const CXXRecordDecl *R = Base->getAsCXXRecordDecl();
  const CXXDestructorDecl *Dtor = R->getDestructor();
  if (E->isArrayForm()) {
    Value Length = atOffset(P, -int64_t(C.sizeType()->size()), C.sizeType());
    Value Count = B.save(C.deref(Length));
    return destroyElements(C.cast(C.pointerType(type(Base)), P),
                           C.zero(C.sizeType()), Count, Base);
  }
  if (!Dtor || !Dtor->isVirtual() || R->isEffectivelyFinal())
    return destroy(C.deref(P), T);
  Value Target = methodCallee(Dtor, Dispatch::Virtual);
  const ir::Type *ThisType = C.pointerType(Tys.record(R));
  emitCall(Target, {C.cast(ThisType, P)}, AST.VoidTy, nullptr,
           {.MayThrow = mayThrow(Dtor, QualType())});
}

/// Makes the call of \p Operator due that gives back the memory at \p P.
void FunctionLowering::pushDelete(const CXXDeleteExpr *E, Value P,
                                  const FunctionDecl *Operator) {
  QualType T = E->getDestroyedType();
  uint64_t Cookie = E->isArrayForm() && !T.isNull()
                        ? arrayCookie(T, E->doesUsualArrayDeleteWantSize())
                        : 0;
  Value Size = C.intConst(C.sizeType(), T.isNull() ? 0 : type(T)->size());
  Cleanup Free;
  Free.Place = C.deref(P);
  if (Cookie != 0) {
    const ir::Type *Word = C.sizeType();
    Free.Place = C.deref(atOffset(P, -int64_t(Cookie), P->type()->inner()));
    Value Length = C.deref(atOffset(P, -int64_t(Word->size()), Word));
    QualType Base = AST.getBaseElementType(T);
    Size = C.binary(Op::Mul, Length, C.intConst(Word, type(Base)->size()));
    Size = C.binary(Op::Add, Size, C.intConst(Word, Cookie));
    if (Operator->getNumParams() > 1)
      Size = B.stable(Size);
  }
  Free.Function = ML.function(Operator);
  Free.MoreArgs =
      deleteArguments(Operator, Size, T.isNull() ? 1 : type(T)->align());
  pushCleanup(std::move(Free));
}

void FunctionLowering::deleteExpr(const CXXDeleteExpr *E) {
  Value P = B.stable(rvalue(E->getArgument()));
  ir::BlockId Delete = B.newBlock("delete"), Done = B.newBlock("delete.done");
  B.branch(C.isTrue(P), Delete, Done);
  B.start(Delete);
  // A destructor that throws does not keep the memory.
  CleanupId Depth = TopCleanup;
  const FunctionDecl *Operator = E->getOperatorDelete();
  if (Operator)
    pushDelete(E, P, Operator);
  if (!Operator || !Operator->isDestroyingOperatorDelete())
    destroyForDelete(E, P);
  popCleanups(Depth);
  B.fallInto(Done);
}

static const CXXBaseSpecifier *findBase(const CXXRecordDecl *Class,
                                        const clang::Type *Base) {
  const auto *Wanted = Base->getAsCXXRecordDecl()->getCanonicalDecl();
  auto Is = [&](const CXXBaseSpecifier &B) {
    return B.getType()->getAsCXXRecordDecl()->getCanonicalDecl() == Wanted;
  };
  for (const CXXBaseSpecifier &B : Class->bases())
    if (Is(B))
      return &B;
  for (const CXXBaseSpecifier &B : Class->vbases())
    if (Is(B))
      return &B;
  return nullptr;
}

/// What \p Init initialises, of type \p T; null if it is nothing.
Value FunctionLowering::initialisedPart(const CXXConstructorDecl *D,
                                        const CXXCtorInitializer *Init,
                                        QualType &T) {
  Value Part = C.deref(This);
  const CXXRecordDecl *Class = D->getParent();
  if (Init->isBaseInitializer()) {
    T = QualType(Init->getBaseClass(), 0);
    const CXXBaseSpecifier *Base = findBase(Class, Init->getBaseClass());
    return Base ? basePlace(Part, Class, Base) : nullptr;
  }
  // Members of anonymous structs and unions are reached step by step.
  std::vector<const FieldDecl *> Path;
  if (const FieldDecl *Member = Init->getMember())
    Path = {Member};
  else if (const IndirectFieldDecl *Chain = Init->getIndirectMember())
    for (const NamedDecl *Step : Chain->chain())
      Path.push_back(cast<FieldDecl>(Step));
  for (const FieldDecl *Step : Path) {
    std::optional<uint32_t> Index = Tys.fieldIndex(Step);
    if (!Index)
      break;
    Part = C.field(Part, *Index);
    T = Step->getType();
  }
  return T.isNull() ? nullptr : Part;
}

void FunctionLowering::constructorInitialisers(const CXXConstructorDecl *D) {
  const CXXRecordDecl *Class = D->getParent();
  for (const CXXCtorInitializer *Init : D->inits()) {
    setLoc(Init->getSourceLocation());
    if (Init->isBaseInitializer() && Init->isBaseVirtual()) {
      if (!ML.isForBases(&F))
        initialiseVirtualBase(Init, Class);
      continue;
    }
    CountStatement Count(B);
    CleanupId Depth = TopCleanup;
    if (Init->isDelegatingInitializer()) {
      aggregate(Init->getInit(), C.deref(This));
      popCleanups(Depth);
      // From here on it is an object, which its destructor destroys.
      if (AST.getLangOpts().CXXExceptions &&
          hasDestructor(AST.getRecordType(Class))) {
        pushPartDestructor(C.deref(This), AST.getRecordType(Class));
        Cleanups[TopCleanup].IsBase = ML.isForBases(&F);
      }
      continue;
    }
    QualType T;
    Value Part = initialisedPart(D, Init, T);
    if (!Part)
      continue;
    initialise(Part, Init->getInit(), T);
    popCleanups(Depth);
    if (!hasDestructor(T))
      continue;
    if (Init->isBaseInitializer())
      pushBaseDestructor(Part, T, When::Unwinding);
    else
      pushDestructor(Part, T, When::Unwinding);
  }
  giveVirtualTable(Class);
}

void FunctionLowering::pushMemberDestructors(const CXXDestructorDecl *D) {
  const CXXRecordDecl *Class = D->getParent();
  if (Class->isUnion())
    return;
  CountStatement Count(B);
  if (!ML.isForBases(&F))
    pushVirtualBaseDestructors(Class);
  Value Object = C.deref(This);
  for (const CXXBaseSpecifier &Base : Class->bases())
    if (!Base.isVirtual() && hasDestructor(Base.getType()))
      pushBaseDestructor(basePlace(Object, Class, &Base), Base.getType(),
                         When::Always);
  // Who knows which member of an anonymous union lives, destroys it.
  for (const FieldDecl *Member : Class->fields())
    if (hasDestructor(Member->getType()) &&
        !(Member->isAnonymousStructOrUnion() &&
          Member->getType()->isUnionType()))
      if (std::optional<uint32_t> Index = Tys.fieldIndex(Member))
        pushDestructor(C.field(Object, *Index), Member->getType(),
                       When::Always);
}

// Virtual bases are part of the whole object: its constructor makes them
// first, and its destructor destroys them last, once. For
//
//   struct A : virtual V { A(int n) : V(n), m(n) {} };
//
// there are two functions: the one for whole objects makes V and calls the one
// for bases, which makes the rest.

bool FunctionLowering::isOfVirtualBases(const FunctionDecl *D) const {
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(D);
  if ((!Ctor && !isa<CXXDestructorDecl>(D)) || ML.isForBases(&F) ||
      cast<CXXMethodDecl>(D)->getParent()->getNumVBases() == 0)
    return false;
  // What must be done once, or around all of it, stays in one function.
  bool OwnsArgument = llvm::any_of(D->parameters(), [&](const ParmVarDecl *P) {
    return hasDestructor(P->getType()) && !Tys.isPassedByAddress(P->getType());
  });
  return !isa_and_nonnull<CXXTryStmt>(D->getBody()) && !D->isVariadic() &&
         !OwnsArgument && !(Ctor && Ctor->isDelegatingConstructor());
}

void FunctionLowering::wholeObject(const CXXMethodDecl *D) {
  CleanupId Depth = TopCleanup;
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(D)) {
    for (const CXXCtorInitializer *Init : Ctor->inits())
      if (Init->isBaseInitializer() && Init->isBaseVirtual())
        initialiseVirtualBase(Init, D->getParent());
  } else {
    pushVirtualBaseDestructors(D->getParent());
  }
  setLoc(D->getLocation());
  emitCall(C.funcAddr(ML.baseFunction(D)), parameterValues(), AST.VoidTy,
           nullptr, {.MayThrow = mayThrow(D, QualType())});
  popCleanups(Depth);
}

void FunctionLowering::initialiseVirtualBase(const CXXCtorInitializer *Init,
                                             const CXXRecordDecl *Class) {
  setLoc(Init->getSourceLocation());
  CountStatement Count(B);
  CleanupId Depth = TopCleanup;
  QualType T(Init->getBaseClass(), 0);
  Value Part = virtualBasePlace(C.deref(This), Class, T->getAsCXXRecordDecl());
  initialise(Part, Init->getInit(), T);
  popCleanups(Depth);
  if (hasDestructor(T))
    pushBaseDestructor(Part, T, When::Unwinding);
}

void FunctionLowering::pushVirtualBaseDestructors(const CXXRecordDecl *Class) {
  for (const CXXBaseSpecifier &Base : Class->vbases())
    if (hasDestructor(Base.getType()))
      pushBaseDestructor(virtualBasePlace(C.deref(This), Class,
                                          Base.getType()->getAsCXXRecordDecl()),
                         Base.getType(), When::Always);
}

} // namespace predabs::lower
