// Exceptions: throw, handlers, and what becomes of the thrown object; see
// docs/decisions/0002-exceptions-are-a-flag.md.
//
//   try { throw 7; } catch (int n) { use(n); }
//
// becomes
//
//   %t = call @__cxa_allocate_exception(4)
//   *cast<i32*>(%t) = 7
//   $predabs.exception.object = %t, $predabs.exception.type = (int)
//   $predabs.exception = true
//   goto catch if $predabs.exception.type == (int), else unwind
// catch:
//   $predabs.exception = false
//   %n = *cast<i32*>($predabs.exception.object)

#include "plugin/lower/FunctionLowering.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

/// Whether \p Number has one of \p Traits.
Value FunctionLowering::hasTrait(Value Number, uint64_t Traits) {
  Value Bits = C.binary(Op::And, Number, C.intConst(Number->type(), Traits));
  return C.binary(Op::Ne, Bits, C.zero(Number->type()));
}

Value FunctionLowering::isOfType(Value Number, uint64_t Type) {
  return C.binary(Op::Eq, Number, C.intConst(Number->type(), Type));
}

// Throwing.

Value FunctionLowering::allocateException(uint64_t Size) {
  const ir::Type *Result = ML.exceptions().Object->type();
  const ir::Type *Ty = C.functionType(Result, {C.sizeType()}, false);
  ir::Function *Allocate = ML.libraryFunction("__cxa_allocate_exception", Ty);
  Value Address = B.temp(Allocate->Ty->inner());
  B.call(Address, C.funcAddr(Allocate),
         {coerce(C.intConst(C.sizeType(), Size), Allocate->Ty->params()[0])});
  return coerce(Address, Result);
}

void FunctionLowering::throwExpr(const CXXThrowExpr *E) {
  const Expr *Thrown = E->getSubExpr();
  if (!Thrown)
    return rethrow();
  QualType T = Thrown->getType();
  const ir::Type *Ty = type(T);
  Value Address =
      B.stable(allocateException(std::max<uint64_t>(1, Ty->size())));
  if (!Ty->isVoid())
    initialise(C.deref(C.cast(C.pointerType(Ty), Address)), Thrown, T);
  setLoc(E->getExprLoc());
  raise(ML.exceptionTypes().number(T), Address);
}

/// An exception of that type leaves here.
void FunctionLowering::raise(uint64_t Type, Value Object) {
  const ExceptionState &X = ML.exceptions();
  B.assign(X.IsHeld, C.boolConst(false));
  raise(C.intConst(X.Type->type(), Type), Object);
}

void FunctionLowering::raise(Value Type, Value Object) {
  const ExceptionState &X = ML.exceptions();
  B.assign(X.Type, Type);
  B.assign(X.Object, Object);
  B.assign(X.Count, C.binary(Op::Add, X.Count, C.intConst(X.Count->type(), 1)));
  B.assign(X.Flag, C.boolConst(true));
  B.jump(unwindBlock(TopCleanup));
}

/// `throw;`
void FunctionLowering::rethrow() {
  const ExceptionState &X = ML.exceptions();
  if (Handling.empty()) {
    ir::BlockId Again = B.newBlock("rethrow");
    B.branch(C.isTrue(X.CaughtObject), Again, terminateBlock());
    B.start(Again);
  }
  B.assign(X.IsHeld, C.boolConst(true));
  if (Handling.empty())
    raise(X.CaughtType, X.CaughtObject);
  else
    raise(Handling.back().Type, Handling.back().Object);
}

/// What the library throws in functions of its own, such as __throw_bad_alloc.
bool FunctionLowering::libraryThrow(const ir::Function *Callee) {
  if (ML.hasBody(Callee) || !AST.getLangOpts().CXXExceptions)
    return false;
  std::optional<uint64_t> Type = ExceptionTypes::thrownBy(Callee->Name);
  if (!Type)
    return false;
  constexpr uint64_t Enough = 64;
  raise(*Type, B.stable(allocateException(Enough)));
  return true;
}

/// std::uncaught_exceptions() and its like; null if \p Callee is none of them.
Value FunctionLowering::aboutExceptions(const ir::Function *Callee) {
  if (ML.hasBody(Callee) || !AST.getLangOpts().CXXExceptions)
    return nullptr;
  Value Count = ML.exceptions().Count;
  if (Callee->Name == "_ZSt19uncaught_exceptionsv")
    return B.save(Count);
  if (Callee->Name == "_ZSt18uncaught_exceptionv")
    return B.save(C.binary(Op::Ne, Count, C.zero(Count->type())));
  return nullptr;
}

// Unwinding.

/// Something of which nothing is known has thrown.
void FunctionLowering::unwindFromElsewhere() {
  // SOUND: a run sees the exception as it is, an analysis must expect any.
  const ExceptionState &X = ML.exceptions();
  for (Value Part : {X.Type, X.Object, X.IsHeld, X.Count})
    B.assignVolatile(Part, Part);
  B.jump(unwindBlock(TopCleanup));
}

/// After a call: on, or away with an exception. \p Callee is asked whether
/// its body is known; if not, it may have thrown unseen.
void FunctionLowering::unwindIfThrown(Value Callee) {
  Value Flag = ML.exceptions().Flag;
  bool Known = Callee->kind() == ir::ExprKind::FuncAddr &&
               ML.hasBody(Callee->function());
  ir::BlockId On = B.newBlock("on");
  if (Known) {
    B.branch(Flag, unwindBlock(TopCleanup), On);
  } else {
    // SOUND: as in unwindFromElsewhere.
    B.assignVolatile(Flag, Flag);
    ir::BlockId Thrown = B.newBlock("thrown");
    B.branch(Flag, Thrown, On);
    B.start(Thrown);
    unwindFromElsewhere();
  }
  B.start(On);
}

/// Whether \p Callee is of the library and leaves the frames of its callers,
/// which runs what is due in them.
bool FunctionLowering::unwinds(Value Callee) const {
  if (Callee->kind() != ir::ExprKind::FuncAddr ||
      ML.hasBody(Callee->function()))
    return false;
  return llvm::StringSwitch<bool>(Callee->function()->Name)
      .Cases("_Unwind_RaiseException", "_Unwind_ForcedUnwind", "_Unwind_Resume",
             "_Unwind_Resume_or_Rethrow", true)
      .Cases("pthread_exit", "thrd_exit", true)
      .Default(false);
}

/// SOUND: a run must not take the return of such a function for what happens,
/// nor its end: where frames have something to run is not known to it.
void FunctionLowering::afterUnwinder(Ending End) {
  if (End.MayThrow)
    maybeUnwind(Reason::Exception);
  else if (!End.NoReturn)
    B.assume(B.arbitrary(C.boolType(), Reason::Exception));
  if (End.NoReturn)
    B.end();
}

void FunctionLowering::maybeUnwind(Reason Why) {
  if (!AST.getLangOpts().Exceptions)
    return;
  const ExceptionState &X = ML.exceptions();
  ir::BlockId On = B.newBlock("on"), Thrown = B.newBlock("thrown");
  B.havoc(X.Flag, Why);
  B.branch(X.Flag, Thrown, On);
  B.start(Thrown);
  for (Value Part : {X.Type, X.Object, X.IsHeld, X.Count})
    B.havoc(Part, Why);
  B.jump(unwindBlock(TopCleanup));
  B.start(On);
}

/// Out of the function. What may not leave ends the program.
void FunctionLowering::unwindOut() {
  if (NeverThrows)
    return B.end();
  if (Specified)
    unwindPast(*Specified);
  // Nobody looks at the value: the caller first asks for the exception.
  const ir::Type *T = F.Ty->inner();
  B.ret(T->isVoid() ? nullptr : C.zero(T));
}

/// Past a specification such as `throw(int)`: what it does not name becomes
/// another exception, or the end of the program.
void FunctionLowering::unwindPast(const FunctionProtoType &Named) {
  const ExceptionState &X = ML.exceptions();
  ir::BlockId Out = B.newBlock("out"), Unexpected = B.newBlock("unexpected");
  for (QualType T : Named.exceptions()) {
    ir::BlockId Next = B.newBlock("specified");
    branchOnMatch(ML.exceptionTypes().handler(T), Out, Next);
    B.start(Next);
  }
  B.branch(B.arbitrary(C.boolType(), Reason::Exception), Unexpected,
           terminateBlock());
  B.start(Unexpected);
  B.havoc(X.Type, Reason::Exception);
  B.havoc(X.Object, Reason::Exception);
  B.fallInto(Out);
}

ir::BlockId FunctionLowering::terminateBlock() {
  ir::BlockId Resume = B.current(), Result = B.newBlock("terminate");
  B.start(Result);
  B.end();
  B.start(Resume);
  return Result;
}

/// A cleanup on the way of an exception. It starts with no exception of its
/// own; one that leaves it ends the program.
void FunctionLowering::unwindThrough(const Cleanup &Due) {
  const ExceptionState &X = ML.exceptions();
  if (!InFlight.Type) {
    InFlight.Type =
        B.local("unwinding", X.Type->type(), ir::Storage::Temporary);
    InFlight.Object =
        B.local("unwinding", X.Object->type(), ir::Storage::Temporary);
    InFlight.IsHeld =
        B.local("unwinding", X.IsHeld->type(), ir::Storage::Temporary);
  }
  B.assign(InFlight.Type, X.Type);
  B.assign(InFlight.Object, X.Object);
  B.assign(InFlight.IsHeld, X.IsHeld);
  B.assign(X.Flag, C.boolConst(false));
  CleanupId Outside = TopCleanup;
  pushTerminate();
  if (Due.Caught)
    endCatch(*Due.Caught, InFlight.IsHeld);
  else
    runCleanup(Due);
  TopCleanup = Outside;
  B.assign(X.Type, InFlight.Type);
  B.assign(X.Object, InFlight.Object);
  B.assign(X.IsHeld, InFlight.IsHeld);
  B.assign(X.Flag, C.boolConst(true));
}

void FunctionLowering::pushTerminate() {
  Cleanup Wall;
  Wall.IsWall = true;
  pushCleanup(std::move(Wall));
}

ir::BlockId FunctionLowering::unwindBlock(CleanupId From) {
  if (Cleanups[From].Unwind)
    return *Cleanups[From].Unwind;
  ir::BlockId Result = B.newBlock("unwind");
  Cleanups[From].Unwind = Result;
  ir::BlockId Resume = B.current();
  CleanupId SavedTop = TopCleanup;
  B.start(Result);
  Cleanup Due = Cleanups[From];
  TopCleanup = Due.Parent;
  if (From == 0) {
    unwindOut();
  } else if (Due.IsWall) {
    B.end();
  } else if (Due.Try) {
    chooseHandler(Due);
  } else {
    unwindThrough(Due);
    B.jump(unwindBlock(Due.Parent));
  }
  TopCleanup = SavedTop;
  B.start(Resume);
  return Result;
}

// Handlers.

/// Goes to the first handler that takes the exception, or on.
void FunctionLowering::chooseHandler(const Cleanup &Due) {
  for (unsigned I = 0; I < Due.Handlers.size(); ++I) {
    const VarDecl *D = Due.Try->getHandler(I)->getExceptionDecl();
    if (!D)
      return B.jump(Due.Handlers[I]);
    ir::BlockId Next = B.newBlock("handler");
    branchOnMatch(
        ML.exceptionTypes().handler(Due.Try->getHandler(I)->getCaughtType()),
        Due.Handlers[I], Next);
    B.start(Next);
  }
  B.jump(unwindBlock(Due.Parent));
}

void FunctionLowering::branchOnMatch(const ExceptionTypes::Match &M,
                                     ir::BlockId Taken, ir::BlockId Next) {
  Value Type = ML.exceptions().Type;
  auto Or = [&](Value A, Value B) { return A ? C.binary(Op::LOr, A, B) : B; };
  auto Split = [&](Value Condition, ir::BlockId True) {
    ir::BlockId Rest = B.newBlock("handler");
    B.branch(Condition, True, Rest);
    B.start(Rest);
  };
  if (M.NeverIf)
    Split(hasTrait(Type, M.NeverIf), Next);
  Value Surely = M.SurelyIf ? hasTrait(Type, M.SurelyIf) : nullptr;
  for (const ExceptionTypes::Taken &T : M.All)
    if (!(T.Number & M.SurelyIf))
      Surely = Or(Surely, isOfType(Type, T.Number));
  if (Surely)
    Split(Surely, Taken);
  Value Never = nullptr;
  for (uint64_t Stranger : M.Never)
    Never = Or(Never, isOfType(Type, Stranger));
  if (Never)
    Split(Never, Next);
  if (M.PerhapsIf) {
    Split(C.notOf(hasTrait(Type, M.PerhapsIf)), Next);
    Split(B.arbitrary(C.boolType(), Reason::Exception), Taken);
  }
  B.jump(Next);
}

/// The address of the part of the exception that the handler of \p M names,
/// when \p Address is that of the object.
Value FunctionLowering::caughtPart(const ExceptionTypes::Match &M, Value Type,
                                   Value Address, const ir::Type *Pointer) {
  bool MayBeFar = M.SurelyIf || M.PerhapsIf;
  for (const ExceptionTypes::Taken &T : M.All)
    MayBeFar |= T.Offset != 0;
  if (!MayBeFar)
    return C.cast(Pointer, Address);
  Value Part = B.local("part", Pointer, ir::Storage::Temporary);
  B.assign(Part, C.cast(Pointer, Address));
  ir::BlockId Done = B.newBlock("bound"), Far = B.newBlock("far");
  B.branch(hasTrait(Type, ExceptionTypes::HasFarBase), Far, Done);
  B.start(Far);
  for (const ExceptionTypes::Taken &T : M.All) {
    if (!T.Offset || !(T.Number & ExceptionTypes::HasFarBase))
      continue;
    ir::BlockId Here = B.newBlock("bound"), Other = B.newBlock("far");
    B.branch(isOfType(Type, T.Number), Here, Other);
    B.start(Here);
    B.assign(Part, atOffset(Address, *T.Offset, Pointer->inner()));
    B.jump(Done);
    B.start(Other);
  }
  B.havoc(Part, Reason::Exception);
  B.fallInto(Done);
  return Part;
}

/// The pointer that a handler gets when one was thrown.
Value FunctionLowering::caughtPointer(const ExceptionTypes::Match &M,
                                      const CaughtException &X,
                                      const ir::Type *Ty) {
  Value Result = B.local("caught", Ty, ir::Storage::Temporary);
  B.assign(Result, C.zero(Ty));
  if (!Ty->isPointer()) {
    B.havoc(Result, Reason::Exception);
    return Result;
  }
  ir::BlockId Read = B.newBlock("pointer"), Adjust = B.newBlock("pointer"),
              Done = B.newBlock("bound");
  B.branch(hasTrait(X.Type, ExceptionTypes::NullPointer), Done, Read);
  B.start(Read);
  B.assign(Result, C.deref(C.cast(C.pointerType(Ty), X.Object)));
  B.branch(C.isTrue(Result), Adjust, Done);
  B.start(Adjust);
  B.assign(Result, caughtPart(M, X.Type, Result, Ty));
  B.fallInto(Done);
  return Result;
}

/// Gives the variable of a handler its value.
void FunctionLowering::bindCaught(const CXXCatchStmt *Handler,
                                  const CaughtException &X) {
  const VarDecl *D = Handler->getExceptionDecl();
  QualType T = D->getType();
  ExceptionTypes::Match M =
      ML.exceptionTypes().handler(Handler->getCaughtType());
  QualType Object = T.getNonReferenceType();
  // Nobody can look at it, and making it does nothing.
  if (!D->getIdentifier() && (T->isReferenceType() || !T->isRecordType()))
    return;
  const ir::Type *Ty = type(Object);
  Value Var = B.local(D->getIdentifier() ? D->getName().str() : "caught",
                      type(T), ir::Storage::Local);
  Places[D->getCanonicalDecl()] = T->isReferenceType() ? C.deref(Var) : Var;
  // As clang has it: a reference to a pointer to a class is to a copy of what
  // was thrown, one to any other pointer to what was thrown itself.
  bool Converts =
      T->isReferenceType()
          ? Object->isPointerType() && Object->getPointeeType()->isRecordType()
          : Object->isPointerType() || Object->isMemberPointerType();
  if (Converts && Ty->isScalar()) {
    Value Pointer = caughtPointer(M, X, Ty);
    return B.assign(Var, T->isReferenceType()
                             ? C.cast(Var->type(), C.addrOf(Pointer))
                             : Pointer);
  }
  Value Part =
      C.deref(Object->isAnyPointerType()
                  ? C.cast(C.pointerType(Ty), X.Object)
                  : caughtPart(M, X.Type, X.Object, C.pointerType(Ty)));
  if (T->isReferenceType())
    return B.assign(Var, C.cast(Var->type(), C.addrOf(Part)));
  const Expr *Copy = D->getInit();
  if (!Copy || !Object->isRecordType())
    return B.assign(Var, Part);
  if (const auto *From = OpaqueValueExpr::findInCopyConstruct(Copy))
    OpaqueValues[From] = Part;
  aggregate(Copy, Var);
}

/// What a handler does first.
FunctionLowering::CaughtException
FunctionLowering::beginCatch(const CXXCatchStmt *Handler) {
  const ExceptionState &X = ML.exceptions();
  auto Local = [&](const char *Name, Value Now) {
    Value V = B.local(Name, Now->type(), ir::Storage::Local);
    B.assign(V, Now);
    return V;
  };
  CaughtException Caught;
  Caught.OuterType = Local("outer.type", X.CaughtType);
  Caught.OuterObject = Local("outer.object", X.CaughtObject);
  Caught.Type = Local("caught.type", X.Type);
  Caught.Object = Local("caught.object", X.Object);
  Caught.IsHeld = Local("caught.held", X.IsHeld);
  QualType T =
      Handler->getExceptionDecl() ? Handler->getCaughtType() : QualType();
  Caught.MayHaveDestructor =
      T.isNull() || T.getNonReferenceType()->isRecordType();
  B.assign(X.CaughtType, Caught.Type);
  B.assign(X.CaughtObject, Caught.Object);
  B.assign(X.Flag, C.boolConst(false));
  return Caught;
}

/// What happens when a handler is left. \p ThrownAgain, if it is by an
/// exception, says whether it is the one that was caught: what is thrown again
/// comes by the handler that did so before any other.
void FunctionLowering::endCatch(const CaughtException &Caught,
                                Value ThrownAgain) {
  const ExceptionState &X = ML.exceptions();
  B.assign(X.CaughtType, Caught.OuterType);
  B.assign(X.CaughtObject, Caught.OuterObject);
  ir::BlockId Done = B.newBlock("caught.end");
  auto Unless = [&](Value Condition) {
    ir::BlockId On = B.newBlock("caught");
    B.branch(Condition, Done, On);
    B.start(On);
  };
  if (ThrownAgain) {
    ir::BlockId Again = B.newBlock("again"), On = B.newBlock("caught");
    B.branch(ThrownAgain, Again, On);
    B.start(Again);
    B.assign(ThrownAgain, Caught.IsHeld);
    B.jump(Done);
    B.start(On);
  }
  if (Caught.MayHaveDestructor) {
    Unless(hasTrait(Caught.Type, ExceptionTypes::EndsQuietly));
    // An outer handler still has it.
    Unless(Caught.IsHeld);
    B.call(nullptr, C.funcAddr(ML.exceptionDestroyer()),
           {Caught.Type, Caught.Object});
  }
  B.fallInto(Done);
}

void FunctionLowering::handler(const CXXCatchStmt *Handler, HandlerEnd AtEnd) {
  CleanupId Depth = TopCleanup;
  setLoc(Handler->getBeginLoc());
  {
    CountStatement Count(B);
    Cleanup Pad;
    Pad.Caught = beginCatch(Handler);
    Handling.push_back(*Pad.Caught);
    pushCleanup(std::move(Pad));
    if (const VarDecl *D = Handler->getExceptionDecl()) {
      CleanupId Inside = TopCleanup;
      pushTerminate();
      bindCaught(Handler, Handling.back());
      popCleanups(Inside);
      if (hasDestructor(D->getType()))
        pushDestructor(Places[D->getCanonicalDecl()], D->getType(),
                       When::Always);
    }
    // Until its parameter is made the handler has not caught it.
    Value Uncaught = ML.exceptions().Count;
    B.assign(Uncaught,
             C.binary(Op::Sub, Uncaught, C.intConst(Uncaught->type(), 1)));
  }
  stmt(Handler->getHandlerBlock());
  if (AtEnd == HandlerEnd::Rethrows)
    rethrow();
  popCleanups(Depth);
  Handling.pop_back();
}

void FunctionLowering::tryStmt(const CXXTryStmt *S,
                               const std::function<void()> &Block,
                               HandlerEnd AtEnd) {
  CleanupId Depth = TopCleanup;
  Cleanup Pad;
  Pad.Try = S;
  for (unsigned I = 0; I < S->getNumHandlers(); ++I) {
    Pad.Handlers.push_back(B.newBlock("catch"));
    if (!S->getHandler(I)->getExceptionDecl())
      break;
  }
  std::vector<ir::BlockId> Handlers = Pad.Handlers;
  pushCleanup(std::move(Pad));
  Block();
  popCleanups(Depth);
  ir::BlockId End = B.newBlock("try.end");
  B.jump(End);
  for (unsigned I = 0; I < Handlers.size(); ++I) {
    B.start(Handlers[I]);
    handler(S->getHandler(I), AtEnd);
    B.jump(End);
  }
  B.start(End);
}

// The end of exceptions.

/// The body of the function that destroys the object of an exception whose
/// last handler has ended.
void FunctionLowering::lowerDestroyer() {
  NeverThrows = true;
  Value Type = C.var(F.Vars[0].get()), Object = C.var(F.Vars[1].get());
  // SOUND: what std::current_exception() gave lives on.
  if (AST.Idents.find("current_exception") != AST.Idents.end()) {
    ir::BlockId Kept = B.newBlock("kept"), Ends = B.newBlock("ends");
    B.branch(ML.exceptions().IsKept, Kept, Ends);
    B.start(Kept);
    B.havocEverything(Reason::Exception);
    B.ret(nullptr);
    B.start(Ends);
  }
  // Destructors may throw further types, which are caught in them.
  for (size_t I = 0; I < ML.exceptionTypes().destroyed().size(); ++I) {
    auto [Number, T] = *(ML.exceptionTypes().destroyed().begin() + I);
    ir::BlockId Here = B.newBlock("destroy"), Other = B.newBlock("other");
    B.branch(isOfType(Type, Number), Here, Other);
    B.start(Here);
    destroy(C.deref(C.cast(C.pointerType(type(T)), Object)), T);
    B.ret(nullptr);
    B.start(Other);
  }
  // SOUND: one from elsewhere has a destructor that may do anything.
  const ir::Type *Ty = C.functionType(C.voidType(), {Object->type()}, false);
  B.call(nullptr, C.funcAddr(M.addFunction("predabs.destructor", Ty)),
         {Object});
  B.ret(nullptr);
  resolveGotos();
  B.finish();
}

} // namespace predabs::lower
