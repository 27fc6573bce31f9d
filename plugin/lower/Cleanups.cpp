// What runs when control leaves a scope: destructors and the functions of
// __attribute__((cleanup)). The cleanups that are due at a point form a chain;
// the chains of all points form a tree, so that a `goto` or an exception can
// find its way after the body has been seen.
//
// An exception is a global flag: `throw` sets it, and after every call that
// may throw the way parts. What unwinds runs the cleanups of the scopes that
// it leaves, up to a handler or out of the function, with the flag still set;
// see Exceptions.cpp.

#include "plugin/lower/FunctionLowering.h"

#include <utility>

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

bool FunctionLowering::hasDestructor(QualType T) {
  return T.isDestructedType() == QualType::DK_cxx_destructor;
}

void FunctionLowering::pushCleanup(Cleanup New) {
  New.Parent = TopCleanup;
  Cleanups.push_back(std::move(New));
  TopCleanup = CleanupId(Cleanups.size() - 1);
}

void FunctionLowering::pushDestructor(Value Place, QualType T, When RunsWhen) {
  Cleanup New;
  New.Place = Place;
  New.Type = T;
  New.RunsWhen = RunsWhen;
  pushCleanup(std::move(New));
}

void FunctionLowering::pushBaseDestructor(Value Place, QualType T,
                                          When RunsWhen) {
  pushDestructor(Place, T, RunsWhen);
  Cleanups[TopCleanup].IsBase = true;
}

void FunctionLowering::pushPartDestructor(Value Place, QualType T) {
  if (hasDestructor(T) && AST.getLangOpts().CXXExceptions)
    pushDestructor(Place, T, When::Unwinding);
}

FunctionLowering::Cleanup FunctionLowering::temporaryCleanup(Value Place,
                                                             QualType T) {
  Cleanup New;
  New.Place = Place;
  New.Type = T;
  // Behind && or ?: the temporary may not have been made.
  if (ConditionalDepth > 0) {
    New.Flag = B.flag();
    B.assign(New.Flag, C.boolConst(true));
  }
  return New;
}

void FunctionLowering::pushTemporaryDestructor(Value Place, QualType T) {
  pushCleanup(temporaryCleanup(Place, T));
}

void FunctionLowering::completed(CleanupId To) {
  std::vector<Cleanup> Kept;
  for (CleanupId I = TopCleanup; I != To; I = Cleanups[I].Parent)
    if (Cleanups[I].RunsWhen == When::Always)
      Kept.push_back(Cleanups[I]);
  TopCleanup = To;
  for (Cleanup &K : llvm::reverse(Kept)) {
    K.Unwind.reset();
    pushCleanup(std::move(K));
  }
}

/// Last to first.
bool FunctionLowering::mayThrowWhenDestroyed(QualType T) {
  const CXXRecordDecl *R = AST.getBaseElementType(T)->getAsCXXRecordDecl();
  const CXXDestructorDecl *D = R ? R->getDestructor() : nullptr;
  return D && !D->isTrivial() && AST.getLangOpts().CXXExceptions &&
         mayThrow(D, QualType());
}

/// If an exception leaves, the elements from \p First up to \p End are
/// destroyed.
void FunctionLowering::pushElements(Value Array, Value First, Value End,
                                    QualType T) {
  Cleanup Rest;
  Rest.Place = Array;
  Rest.Type = T;
  Rest.First = First;
  Rest.End = End;
  Rest.RunsWhen = When::Unwinding;
  pushCleanup(std::move(Rest));
}

void FunctionLowering::destroyElements(Value Array, Value First, Value End,
                                       QualType T) {
  Value I = B.local("i", C.sizeType(), ir::Storage::Local);
  Value One = C.intConst(C.sizeType(), 1);
  B.assign(I, End);
  ir::BlockId Head = B.newBlock("destroy"), Next = B.newBlock("element"),
              Done = B.newBlock("done");
  B.fallInto(Head);
  B.branch(C.binary(Op::Ne, I, First), Next, Done);
  B.start(Next);
  B.assign(I, C.binary(Op::Sub, I, One));
  CleanupId Depth = TopCleanup;
  if (!IsUnwindingElements && mayThrowWhenDestroyed(T))
    pushElements(Array, First, I, T);
  destroy(Array->type()->isArray() ? C.index(Array, I)
                                   : C.deref(C.binary(Op::PtrAdd, Array, I)),
          T);
  popCleanups(Depth);
  B.jump(Head);
  B.start(Done);
}

void FunctionLowering::destroy(Value Place, QualType T, Extent Of) {
  if (const ConstantArrayType *A = AST.getAsConstantArrayType(T)) {
    Value Count = C.intConst(C.sizeType(), Place->type()->count());
    return destroyElements(Place, C.zero(C.sizeType()), Count,
                           A->getElementType());
  }
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  const CXXDestructorDecl *D = R ? R->getDestructor() : nullptr;
  if (!D || D->isTrivial())
    return;
  ir::Function *Target =
      Of == Extent::Base ? ML.baseFunction(D) : ML.function(D);
  Value Address = C.cast(C.pointerType(Tys.record(R)), C.addrOf(Place));
  emitCall(C.funcAddr(Target), {Address}, AST.VoidTy, nullptr,
           {.MayThrow = mayThrow(D, QualType())});
}

void FunctionLowering::destroyAtExit(Value Place, const VarDecl *D) {
  if (D->needsDestruction(AST) == QualType::DK_cxx_destructor)
    destroyAtExit(Place, D->getType());
}

void FunctionLowering::destroyAtExit(Value Place, QualType T) {
  if (const ConstantArrayType *A = AST.getAsConstantArrayType(T)) {
    // What is registered first is destroyed last.
    Value Count = C.intConst(C.sizeType(), Place->type()->count());
    return forEachElement(
        Place, C.zero(C.sizeType()), Count, AST.CharTy,
        [&](Value Slot) { destroyAtExit(Slot, A->getElementType()); });
  }
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  const CXXDestructorDecl *D = R ? R->getDestructor() : nullptr;
  if (!D || D->isTrivial())
    return;
  const ir::Type *Void = C.pointerType(C.voidType());
  const ir::Type *Handler =
      C.pointerType(C.functionType(C.voidType(), {Void}, false));
  const ir::Type *Ty = C.functionType(type(AST.IntTy), {Handler, Void, Void},
                                      /*Variadic=*/false);
  ir::Function *Register = ML.libraryFunction("__cxa_atexit", Ty);
  Value Destructor = C.cast(Handler, C.funcAddr(ML.function(D)));
  B.call(nullptr, C.funcAddr(Register),
         {Destructor, C.cast(Void, C.addrOf(Place)), C.zero(Void)});
}

void FunctionLowering::runCleanup(const Cleanup &Due) {
  ir::BlockId Done = 0;
  if (Due.Flag) {
    ir::BlockId Run = B.newBlock("cleanup");
    Done = B.newBlock("done");
    B.branch(Due.Flag, Run, Done);
    B.start(Run);
    B.assign(Due.Flag, C.boolConst(false));
  }
  if (Due.Function) {
    const auto &Params = Due.Function->Ty->params();
    Value Address = C.addrOf(Due.Place);
    if (!Params.empty())
      Address = C.cast(Params[0], Address);
    std::vector<Value> Args = Due.MoreArgs;
    Args.insert(Args.begin(), Address);
    emitCall(C.funcAddr(Due.Function), std::move(Args), AST.VoidTy, nullptr,
             {.MayThrow = Due.MayThrow});
  } else if (Due.End) {
    // A second exception would end the program: nobody is left to clean up.
    bool Was = std::exchange(IsUnwindingElements, true);
    destroyElements(Due.Place, Due.First, Due.End, Due.Type);
    IsUnwindingElements = Was;
  } else if (!Due.Type.isNull()) {
    destroy(Due.Place, Due.Type, Due.IsBase ? Extent::Base : Extent::Whole);
  }
  if (Due.Flag)
    B.fallInto(Done);
}

void FunctionLowering::popCleanups(CleanupId To) {
  while (TopCleanup != To) {
    Cleanup Due = Cleanups[TopCleanup];
    // While it runs it is no longer due.
    TopCleanup = Due.Parent;
    if (Due.Caught)
      endCatch(*Due.Caught, nullptr);
    else if (Due.RunsWhen == When::Always && !Due.Try && !Due.IsWall)
      runCleanup(Due);
  }
}

void FunctionLowering::leaveTo(CleanupId To) {
  CleanupId Saved = TopCleanup;
  popCleanups(To);
  TopCleanup = Saved;
}

FunctionLowering::CleanupId FunctionLowering::commonCleanup(CleanupId A,
                                                            CleanupId Z) const {
  // A parent has a smaller number than its children.
  while (A != Z)
    (A > Z ? A : Z) = Cleanups[std::max(A, Z)].Parent;
  return A;
}

} // namespace predabs::lower
