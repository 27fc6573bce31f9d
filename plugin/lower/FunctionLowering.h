// Lowers the body of one function, in the order in which clang evaluates it.
//
// An expression is lowered in one of four ways, by what its user wants:
//   rvalue(E)      the value of a scalar, an expression without side effects;
//                  the effects of E have become statements before it
//   place(E)       the memory that a glvalue denotes
//   aggregate(E,P) a struct, array or class object, built in the place P
//   discard(E)     the effects only
//
// A value may read memory when it is used, not when it was made. So whoever
// keeps one while something else is evaluated asks isPure() of that, and
// saves the value first if the answer is no.

#ifndef PREDABS_PLUGIN_LOWER_FUNCTIONLOWERING_H
#define PREDABS_PLUGIN_LOWER_FUNCTIONLOWERING_H

#include "plugin/lower/ModuleLowering.h"

#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

#include <functional>

namespace predabs::lower {

class FunctionLowering {
public:
  FunctionLowering(ModuleLowering &ML, ir::Function &F);
  ~FunctionLowering();

  void lowerBody(const clang::FunctionDecl *D);
  /// What attributes of \p D say about locks, see Capabilities.cpp.
  void lowerCapabilities(const clang::FunctionDecl *D);
  void lowerDestroyer();
  /// The body of the function that initialises these before main.
  /// \p Before, if any, is such a function that has to run first.
  void lowerInitialisers(const std::vector<const clang::VarDecl *> &Vars,
                         ir::Function *Before);

private:
  // Statements.cpp
  void stmt(const clang::Stmt *S);
  void simpleStmt(const clang::Stmt *S);
  void parameters(const clang::FunctionDecl *D);
  void compound(const clang::CompoundStmt *S);
  void declStmt(const clang::DeclStmt *S);
  void localVar(const clang::VarDecl *D);
  void initLocal(const clang::VarDecl *D, Value Place);
  void variableArray(const clang::VarDecl *D);
  void staticLocal(const clang::VarDecl *D);
  void guardedInit(const clang::VarDecl *D, Value Place);
  void ifStmt(const clang::IfStmt *S);
  void whileStmt(const clang::WhileStmt *S);
  void doStmt(const clang::DoStmt *S);
  void forStmt(const clang::ForStmt *S);
  void rangeFor(const clang::CXXForRangeStmt *S);
  struct Jump;
  void loopBody(const clang::Stmt *Body, Jump Break, Jump Continue);
  void switchStmt(const clang::SwitchStmt *S);
  Value caseCondition(Value On, const clang::CaseStmt *Case);
  void returnStmt(const clang::ReturnStmt *S);
  void capabilities(const clang::FunctionDecl *D);
  void capability(const clang::Attr *A, llvm::StringRef Word);
  void sayOfLock(llvm::StringRef Word, Value Lock, Value OnSuccess = nullptr);
  Value capabilityAddress(const clang::Expr *E);
  void gotoStmt(const clang::LabelDecl *Label);
  void indirectGoto(const clang::IndirectGotoStmt *S);
  void labelStmt(const clang::LabelDecl *Label, const clang::Stmt *Sub);
  // Promises of the source, see Promises.cpp.
  void attributedStmt(const clang::AttributedStmt *S);
  void promise(const clang::Expr *Cond);
  void promiseAligned(Value Pointer, const clang::CallExpr *E);
  void promiseNonNull(Value Result, const clang::FunctionDecl *Callee);
  void asmStmt(const clang::AsmStmt *S);
  /// What happens at the end of a handler of a function-try-block.
  enum class HandlerEnd : uint8_t { GoesOn, Rethrows };
  void functionBody(const clang::FunctionDecl *D);
  void branch(const clang::Expr *Cond, ir::BlockId True, ir::BlockId False);
  void condition(const clang::VarDecl *Var, const clang::Expr *Cond,
                 ir::BlockId True, ir::BlockId False);
  ir::BlockId labelBlock(const clang::LabelDecl *Label);
  Value labelAddress(const clang::LabelDecl *Label);
  void resolveGotos();

  // ThreadLocals.cpp
  void useThreadLocal(const clang::VarDecl *V);
  bool usesThreadLocal(const clang::ValueDecl *D) const;

  // Defaults.cpp
  /// Keeps Default while an expression is lowered.
  class InDefault {
  public:
    InDefault(FunctionLowering &L, const clang::Expr *E);
    ~InDefault() { L.Default = Outer; }

  private:
    FunctionLowering &L;
    const clang::Expr *Outer;
  };

  Value sourceLocation(const clang::SourceLocExpr *E);

  // Purity.cpp
  bool isPure(const clang::Expr *E) const;
  static const clang::Expr *skipWrappers(const clang::Expr *E);

  // Scalars.cpp
  Value rvalue(const clang::Expr *E);
  Value rvalueNoWrapper(const clang::Expr *E);
  Value literal(const clang::Expr *E);
  Value operation(const clang::Expr *E);
  Value callOrObject(const clang::Expr *E);
  Value opaqueValue(const clang::OpaqueValueExpr *E);
  Value variadicArgument(const clang::VAArgExpr *E);
  Value memberOfValue(const clang::MemberExpr *E);
  Value enumerator(const clang::ValueDecl *D, const clang::Expr *E);
  Value evaluated(const clang::Expr *E);
  Value evaluatedOrUnknown(const clang::Expr *E);
  Value sizeOf(const clang::UnaryExprOrTypeTraitExpr *E);
  Value offsetOf(const clang::OffsetOfExpr *E);
  Value statementExpr(const clang::StmtExpr *E, Value Dest);
  void discardOperands(const clang::Expr *E) { operands(E); }
  void discard(const clang::Expr *E);

  // Casts.cpp
  Value castExpr(const clang::CastExpr *E);
  Value bitCast(const clang::Expr *Sub, const ir::Type *T);
  Value floatCast(const clang::Expr *Sub, const ir::Type *T);
  Value classPointerCast(const clang::CastExpr *E);
  Value constantValue(const clang::Expr *E);
  Value coerce(Value V, const ir::Type *To);
  Value boolToInt(Value B, clang::QualType T);

  // Arithmetic.cpp
  bool mayChangeRounding() const;
  Value unaryOperator(const clang::UnaryOperator *E);
  Value binaryOperator(const clang::BinaryOperator *E);
  Value characterClass(const clang::BinaryOperator *E);
  Value arithmetic(clang::BinaryOperatorKind K, Value L, Value R,
                   clang::QualType Type, clang::QualType LeftType,
                   clang::QualType RightType);
  Value comparison(clang::BinaryOperatorKind K, Value L, Value R,
                   const ir::Type *T);
  void threeWay(const clang::BinaryOperator *E, Value Dest);
  Value pointerAdd(Value P, Value Index, clang::QualType Pointee,
                   clang::BinaryOperatorKind K);
  Value pointerDifference(Value L, Value R, clang::QualType Pointee,
                          const ir::Type *T);

  // Assignments.cpp
  enum class Want : uint8_t { Value, Effects };
  // These three give the place that they wrote, if \p Where is not null.
  Value incrementDecrement(const clang::UnaryOperator *E, Want Wanted,
                           Value *Where = nullptr);
  Value assignment(const clang::BinaryOperator *E, Want Wanted,
                   Value *Where = nullptr);
  Value compoundAssignment(const clang::CompoundAssignOperator *E, Want Wanted,
                           Value *Where = nullptr);

  // Conditionals.cpp
  Value logical(const clang::BinaryOperator *E);
  Value conditional(const clang::AbstractConditionalOperator *E);
  Value conditionalBlocks(const clang::AbstractConditionalOperator *E);
  /// Branches on the condition of \p E and lowers each arm by \p Arm.
  void eachArm(const clang::AbstractConditionalOperator *E,
               const std::function<void(const clang::Expr *)> &Arm);

  // Places.cpp
  Value place(const clang::Expr *E);
  Value unaryPlace(const clang::UnaryOperator *E);
  Value binaryPlace(const clang::BinaryOperator *E);
  Value callPlace(const clang::CallExpr *E);
  Value castPlace(const clang::CastExpr *E);
  Value typeidPlace(const clang::CXXTypeidExpr *E);
  Value otherPlace(const clang::Expr *E);
  /// \p Place by an address that no later statement changes.
  Value stablePlace(Value Place);
  Value declRef(const clang::ValueDecl *D, const clang::Expr *E);
  Value memberPlace(const clang::MemberExpr *E);
  Value fieldPlace(Value Record, const clang::FieldDecl *F);
  Value subscript(const clang::ArraySubscriptExpr *E);
  Value materialise(const clang::Expr *E);
  Value materialiseTemporary(const clang::MaterializeTemporaryExpr *E);
  Value compoundLiteral(const clang::CompoundLiteralExpr *E);
  Value conditionalPlace(const clang::AbstractConditionalOperator *E);
  Value placeValue(const clang::Expr *E);
  Value decay(const clang::Expr *Array);
  Value decayed(Value Array, clang::QualType ArrayType);
  Value atOffset(Value Address, int64_t Bytes, const ir::Type *Pointee);
  Value basePlace(Value Object, const clang::CastExpr *E);
  Value basePlace(Value Object, const clang::CXXRecordDecl *Derived,
                  const clang::CXXBaseSpecifier *Base);
  /// The virtual base \p To of the object \p Whole, which is no base itself.
  Value virtualBasePlace(Value Whole, const clang::CXXRecordDecl *Class,
                         const clang::CXXRecordDecl *To);
  Value derivedPlace(Value Object, const clang::CastExpr *E);
  Value read(Value Place, clang::QualType T);
  Value arraySize(const clang::VariableArrayType *T);
  Value bytesOf(clang::QualType T);
  void evaluateSizes(clang::QualType T);

  // Aggregates.cpp
  void aggregate(const clang::Expr *E, Value Dest);
  void object(const clang::Expr *E, Value Dest);
  void copyPlace(const clang::Expr *E, Value Dest);
  void aggregateOpaque(const clang::OpaqueValueExpr *E, Value Dest);
  void aggregateBinary(const clang::BinaryOperator *E, Value Dest);
  bool constantObject(const clang::VarDecl *D, Value Var);
  using Parts = std::vector<std::pair<Value, Value>>;
  bool constantParts(Value Place, const clang::APValue &V, clang::QualType T,
                     Parts &Into);
  bool constantMembers(Value Place, const clang::APValue &V,
                       const clang::RecordDecl *R, Parts &Into);
  void aggregateCast(const clang::CastExpr *E, Value Dest);
  void initializerList(const clang::CXXStdInitializerListExpr *E, Value Dest);
  void parenList(const clang::CXXParenListInitExpr *E, Value Dest);
  void initialise(Value Dest, const clang::Expr *Init, clang::QualType T);
  void initList(const clang::InitListExpr *E, Value Dest);
  void initRecord(const clang::InitListExpr *E, Value Dest);
  /// What an initialiser list does to the parts that it does not name.
  enum class Rest : uint8_t { Zero, Kept };
  void initMembers(const clang::RecordDecl *R,
                   llvm::ArrayRef<clang::Expr *> Inits, Value Dest,
                   Rest Others);
  void updateArray(const clang::InitListExpr *E, Value Dest);
  void initArray(llvm::ArrayRef<clang::Expr *> Inits, const clang::Expr *Filler,
                 clang::QualType Element, Value Dest);
  void aggregateConditional(const clang::AbstractConditionalOperator *E,
                            Value Dest);
  void initMember(Value Object, Value Member, const clang::Expr *Init,
                  clang::QualType T);
  void initCompound(const clang::ArrayInitLoopExpr *E, Value Dest);
  void forEachElement(Value Array, Value First, Value Count,
                      clang::QualType Element,
                      const std::function<void(Value)> &Body);
  ir::Reason opaqueReason(clang::QualType T) const;

  // Calls.cpp
  Value call(const clang::CallExpr *E, Value Dest);
  Value plainCall(const clang::CallExpr *E, Value Dest);
  Value callValue(const clang::CallExpr *E, Value Callee,
                  const clang::FunctionDecl *Known, std::vector<Value> Leading,
                  llvm::ArrayRef<const clang::Expr *> Args, Value Dest,
                  const clang::Expr *Late = nullptr);
  std::vector<Value> arguments(const ir::Type *Signature, size_t Leading,
                               llvm::ArrayRef<const clang::Expr *> Args);
  Value argument(const clang::Expr *E, const ir::Type *ParamType);
  /// How a call may end, other than by coming back.
  struct Ending {
    bool NoReturn = false;
    bool MayThrow = false;
  };
  Value emitCall(Value Callee, std::vector<Value> Args,
                 clang::QualType ResultType, Value Dest, Ending End);
  /// What the bytes that a memset or memcpy writes are as a whole object.
  struct WholeObject {
    Value To = nullptr;
    Value Contents = nullptr;
  };
  /// That of the call \p E of \p Callee, if it writes one. Makes \p Args such
  /// that they can be used after the call too.
  std::optional<WholeObject> wholeObject(const clang::CallExpr *E, Value Callee,
                                         std::vector<Value> &Args);
  bool mayThrow(const clang::FunctionDecl *F, clang::QualType Callee) const;
  Value callee(const clang::CallExpr *E);

  // Builtins.cpp
  /// Lowers a call to a builtin; nothing if it is an ordinary function.
  std::optional<Value> builtin(const clang::CallExpr *E, unsigned Id);
  /// One group of them each; nothing if it is none of the group.
  std::optional<Value> passingBuiltin(const clang::CallExpr *E, unsigned Id);
  std::optional<Value> controlBuiltin(const clang::CallExpr *E, unsigned Id);
  std::optional<Value> askingBuiltin(const clang::CallExpr *E, unsigned Id);
  std::optional<Value> idleBuiltin(const clang::CallExpr *E, unsigned Id);
  std::optional<Value> computingBuiltin(const clang::CallExpr *E, unsigned Id);
  std::optional<Value> floatBuiltin(const clang::CallExpr *E, unsigned Id);
  std::optional<Value> otherBuiltin(const clang::CallExpr *E, unsigned Id);
  Value discardArguments(const clang::CallExpr *E);
  Value overflowBuiltin(const clang::CallExpr *E, ir::Op O);
  Value bitBuiltin(const clang::CallExpr *E, ir::Op O);
  Value redundantSignBits(const clang::CallExpr *E);
  Value findFirstSet(const clang::CallExpr *E);
  Value rotate(const clang::CallExpr *E, ir::Op Shift);
  Value absolute(const clang::CallExpr *E);
  Value floatComparison(const clang::CallExpr *E, ir::Op O);
  Value floatUnordered(const clang::CallExpr *E);
  Value floatLessOrGreater(const clang::CallExpr *E);
  std::optional<Value> operatorNewDelete(const clang::CallExpr *E);
  Value memberPointerCall(const clang::CXXMemberCallExpr *E, Value Dest);
  Value libraryCall(const clang::CallExpr *E, const std::string &Name,
                    unsigned NumArgs);

  // Atomics.cpp
  /// Which value of the object an atomic operation gives back.
  enum class Gives : uint8_t { Old, New };
  enum class SwapGives : uint8_t { Old, Success };
  struct Update {
    ir::Op By;
    Gives Result;
  };
  std::optional<Value> syncBuiltin(const clang::CallExpr *E, unsigned Id);
  Value syncUpdate(const clang::CallExpr *E, ir::Op O, Gives Result);
  Value syncCompareSwap(const clang::CallExpr *E, SwapGives Result);
  Value atomicExpr(const clang::AtomicExpr *E, Value Dest);
  static std::optional<Update> updateOf(clang::AtomicExpr::AtomicOp Operation);
  Value atomicUpdate(const clang::AtomicExpr *E, Update How);
  Value atomicCompareExchange(const clang::AtomicExpr *E);

  // Unfollowed.cpp
  void give(const clang::Expr *E, std::vector<Value> &From);
  /// Evaluates the operands of \p E: their values, and addresses of places.
  std::vector<Value> operands(const clang::Expr *E);
  std::vector<Value> givenArguments(llvm::ArrayRef<const clang::Expr *> Args);
  std::vector<Value> namedInAssembly(llvm::StringRef Text);
  void mayDoAnything(ir::Reason Why, std::vector<Value> &From);
  /// These evaluate the operands of \p E and give an arbitrary result.
  Value unknown(const clang::Expr *E, ir::Reason Why);
  Value unknownPlace(const clang::Expr *E, ir::Reason Why);
  void copyUnknown(const clang::Expr *E, Value Dest, ir::Reason Why);
  void forgetAll(ir::Reason Why, std::vector<Value> From = {},
                 llvm::ArrayRef<Value> Kept = {});
  void unknownStmt(const clang::Stmt *S);
  void maybe(const std::function<void()> &What);
  void parallelRegion(const clang::OMPExecutableDirective *D);
  void shareLoops(const clang::OMPLoopDirective *D);
  void forgetShared();
  void beginRound();
  static bool returnsTwice(const clang::FunctionDecl *Callee);
  Value callThatReturnsTwice(const clang::CallExpr *E);
  void giveVirtualTable(const clang::CXXRecordDecl *Class);
  Value blockLiteral(const clang::BlockExpr *E);
  std::vector<Value> parameterValues();

  // Coroutines.cpp
  void coroutine(const clang::CoroutineBodyStmt *S);
  void coroutineFrame(const clang::CoroutineBodyStmt *S);
  void coroutineResult(const clang::CoroutineBodyStmt *S);
  void coroutineParameter(const clang::DeclStmt *Move);
  void coroutineBody(const clang::CoroutineBodyStmt *S);
  void endCoroutine();
  void suspend();
  void leaveCoroutine();
  void coreturn(const clang::CoreturnStmt *S);
  void awaitExpr(const clang::CoroutineSuspendExpr *E);
  std::optional<Value> coroutineBuiltin(const clang::CallExpr *E, unsigned Id);

  // Requests.cpp
  static const clang::CallExpr *request(const clang::Expr *E);
  static bool isNondet(const clang::BinaryOperator *E);
  void serve(const clang::CallExpr *Request);
  bool verifierCall(const clang::CallExpr *E);
  void requestedBranch(const clang::Expr *Cond, ir::BlockId True,
                       ir::BlockId False);
  void assumeThat(const clang::Expr *Cond);
  void failUnless(const clang::Expr *Cond, clang::SourceLocation Where,
                  const std::function<Value()> &Text);
  Value textLiteral(const std::string &Text);

  // Cxx.cpp
  Value thisPointer(const clang::CXXThisExpr *E);
  Value memberCall(const clang::CXXMemberCallExpr *E, Value Dest);
  Value operatorCall(const clang::CXXOperatorCallExpr *E, Value Dest);
  enum class Dispatch : uint8_t { Direct, Virtual };
  /// Whether it is open which function a call of \p Method on \p Object
  /// reaches.
  Dispatch dispatch(const clang::CXXMethodDecl *Method,
                    const clang::Expr *Object) const;
  Value methodCallee(const clang::CXXMethodDecl *Method, Dispatch How);
  void construct(const clang::CXXConstructExpr *E, Value Dest,
                 clang::QualType T);
  void constructOne(const clang::CXXConstructExpr *E, Value Dest);
  void inheritedConstruct(const clang::CXXInheritedCtorInitExpr *E, Value Dest);
  void lambda(const clang::LambdaExpr *E, Value Dest);
  Value newExpr(const clang::CXXNewExpr *E);
  Value allocate(const clang::CXXNewExpr *E, Value Size,
                 std::vector<Value> &Placed);
  Value isTooLong(Value Count, uint64_t ElementSize, uint64_t Cookie,
                  const clang::Expr *Init);
  void failToAllocate(const clang::CXXNewExpr *E, Value Result,
                      ir::BlockId Done);
  std::vector<Value> deleteArguments(const clang::FunctionDecl *Delete,
                                     Value Size, uint64_t Align);
  void pushDelete(const clang::CXXDeleteExpr *E, Value P,
                  const clang::FunctionDecl *Operator);
  void initNew(const clang::CXXNewExpr *E, Value Address, Value Count);
  void initNewArray(const clang::Expr *Init, Value Address, Value Count,
                    clang::QualType Element);
  uint64_t arrayCookie(clang::QualType Element, bool DeleteWantsSize);
  void destroyForDelete(const clang::CXXDeleteExpr *E, Value P);
  void copyObject(Value To, Value From, const clang::CXXRecordDecl *R);
  void copyMembers(Value To, Value From);
  void deleteExpr(const clang::CXXDeleteExpr *E);
  void constructorInitialisers(const clang::CXXConstructorDecl *D);
  void pushMemberDestructors(const clang::CXXDestructorDecl *D);
  Value initialisedPart(const clang::CXXConstructorDecl *D,
                        const clang::CXXCtorInitializer *Init,
                        clang::QualType &T);
  /// Whether this constructor or destructor of a whole object need only see to
  /// the virtual bases, and leave the rest to the one for bases.
  bool isOfVirtualBases(const clang::FunctionDecl *D) const;
  void wholeObject(const clang::CXXMethodDecl *D);
  void initialiseVirtualBase(const clang::CXXCtorInitializer *Init,
                             const clang::CXXRecordDecl *Class);
  void pushVirtualBaseDestructors(const clang::CXXRecordDecl *Class);
  void bindCaptures(const clang::CXXMethodDecl *CallOperator);
  void staticInvoker(const clang::CXXMethodDecl *Invoker);

  // Cleanups.cpp
  struct Cleanup;
  using CleanupId = uint32_t;
  /// When a cleanup runs: on every way out, or only when an exception leaves.
  enum class When : uint8_t { Always, Unwinding };
  void pushDestructor(Value Place, clang::QualType T, When RunsWhen);
  /// Of an object that is the base of another.
  void pushBaseDestructor(Value Place, clang::QualType T, When RunsWhen);
  /// For what has been built while the rest of its aggregate is not.
  void pushPartDestructor(Value Place, clang::QualType T);
  void pushTemporaryDestructor(Value Place, clang::QualType T);
  Cleanup temporaryCleanup(Value Place, clang::QualType T);
  void pushCleanup(Cleanup C);
  void runCleanup(const Cleanup &C);
  enum class Extent : uint8_t { Whole, Base };
  void destroy(Value Place, clang::QualType T, Extent Of = Extent::Whole);
  /// Has objects destroyed when the program ends.
  void destroyAtExit(Value Place, const clang::VarDecl *D);
  void destroyAtExit(Value Place, clang::QualType T);
  void destroyElements(Value Array, Value First, Value End, clang::QualType T);
  void pushElements(Value Array, Value First, Value End, clang::QualType T);
  bool mayThrowWhenDestroyed(clang::QualType T);
  /// Forgets the cleanups above \p To that only an exception runs.
  void completed(CleanupId To);
  /// Runs and forgets the cleanups above \p To.
  void popCleanups(CleanupId To);
  /// Runs the cleanups above \p To on a way out; they stay for the others.
  void leaveTo(CleanupId To);
  CleanupId commonCleanup(CleanupId A, CleanupId B) const;
  static bool hasDestructor(clang::QualType T);

  // Exceptions.cpp
  /// An exception and, once it is caught, the one whose handler was running.
  struct CaughtException {
    Value Type = nullptr, Object = nullptr, IsHeld = nullptr;
    Value OuterType = nullptr, OuterObject = nullptr;
    bool MayHaveDestructor = true;
  };
  void throwExpr(const clang::CXXThrowExpr *E);
  Value allocateException(uint64_t Size);
  void raise(uint64_t Type, Value Object);
  void raise(Value Type, Value Object);
  void rethrow();
  /// Whether \p Callee does nothing but throw, and if so throws.
  bool libraryThrow(const ir::Function *Callee);
  Value aboutExceptions(const ir::Function *Callee);
  Value hasTrait(Value Number, uint64_t Traits);
  Value isOfType(Value Number, uint64_t Type);
  /// Where control goes when an exception leaves the current point.
  ir::BlockId unwindBlock(CleanupId From);
  void unwindOut();
  void unwindPast(const clang::FunctionProtoType &Named);
  void unwindThrough(const Cleanup &Due);
  void unwindFromElsewhere();
  void unwindIfThrown(Value Callee);
  bool unwinds(Value Callee) const;
  void afterUnwinder(Ending End);
  /// An exception may leave here, of which the program shows nothing.
  void maybeUnwind(ir::Reason Why);
  /// Exceptions that come here end the program.
  void pushTerminate();
  ir::BlockId terminateBlock();
  void tryStmt(const clang::CXXTryStmt *S, const std::function<void()> &Block,
               HandlerEnd End);
  void handler(const clang::CXXCatchStmt *Handler, HandlerEnd End);
  void chooseHandler(const Cleanup &Due);
  void branchOnMatch(const ExceptionTypes::Match &M, ir::BlockId Taken,
                     ir::BlockId Next);
  CaughtException beginCatch(const clang::CXXCatchStmt *Handler);
  void endCatch(const CaughtException &Caught, Value ThrownAgain);
  void bindCaught(const clang::CXXCatchStmt *Handler, const CaughtException &X);
  Value caughtPart(const ExceptionTypes::Match &M, Value Type, Value Address,
                   const ir::Type *Pointer);
  Value caughtPointer(const ExceptionTypes::Match &M, const CaughtException &X,
                      const ir::Type *Ty);

  struct CountStatement {
    Builder &B;
    explicit CountStatement(Builder &B) : B(B) { B.beginStatement(); }
    ~CountStatement() { B.endStatement(); }
  };
  struct Jump {
    ir::BlockId Block;
    CleanupId Depth;
  };
  struct Cleanup {
    CleanupId Parent = 0;
    Value Place = nullptr;
    clang::QualType Type;                   ///< destroy an object of this type,
    bool IsBase = false;                    ///< and without its virtual bases,
    Value First = nullptr;                  ///< or of an array of such objects
    Value End = nullptr;                    ///< those from First up to End,
    ir::Function *Function = nullptr;       ///< or call this with its address
    std::vector<Value> MoreArgs;            ///< and these,
    bool MayThrow = false;                  ///< what it throws goes on,
    std::optional<CaughtException> Caught;  ///< or end its handler
    const clang::CXXTryStmt *Try = nullptr; ///< or: handlers stand here
    std::vector<ir::BlockId> Handlers;
    bool IsWall = false; ///< or: exceptions end the program
    When RunsWhen = When::Always;
    Value Flag = nullptr; ///< only where it is set
    std::optional<ir::BlockId> Unwind;
  };
  struct PendingGoto {
    ir::BlockId From;
    CleanupId Depth;
    const clang::LabelDecl *Label;
    ir::Loc Where;
  };

  ir::Type const *type(clang::QualType T) { return Tys.get(T); }
  void setLoc(clang::SourceLocation L) { B.setLoc(ML.loc(L)); }

  ModuleLowering &ML;
  clang::ASTContext &AST;
  ir::Module &M;
  ir::Context &C;
  Types &Tys;
  ir::Function &F;
  Builder B;

  llvm::DenseMap<const clang::ValueDecl *, Value> Places;
  llvm::DenseMap<const clang::Expr *, Value> ArraySizes;
  llvm::DenseMap<const clang::OpaqueValueExpr *, Value> OpaqueValues;
  llvm::DenseMap<const clang::LabelDecl *, Jump> LabelTargets;
  std::vector<const clang::LabelDecl *> AddressTaken;
  llvm::DenseMap<const clang::SwitchCase *, ir::BlockId> CaseBlocks;
  std::vector<PendingGoto> Gotos;
  std::vector<std::pair<PendingGoto, Value>> IndirectGotos;
  std::vector<Jump> Breaks, Continues;
  /// Temporaries whose life a declaration prolongs, until it is complete.
  std::vector<Cleanup> Extended;
  /// Variables that live where the result goes; set while they are no result.
  llvm::DenseMap<const clang::VarDecl *, Value> InResult;

  std::vector<Cleanup> Cleanups; ///< a tree; 0 is its root
  CleanupId TopCleanup = 0;
  bool IsUnwindingElements = false;
  unsigned ConditionalDepth = 0;
  unsigned LoopDepth = 0;
  /// Loops to come whose rounds are shared by threads, and what counts them.
  struct SharedLoops {
    unsigned Loops = 0;
    std::vector<const clang::ValueDecl *> Counters;
  };
  SharedLoops Shared;
  bool InBlock = false; ///< in the body of a block literal
  /// Where a coroutine goes at its end, what it has given its caller, if that
  /// is known, and what frees its frame.
  std::optional<Jump> CoroutineEnd;
  Value CoroutineResult = nullptr;
  const clang::Expr *CoroutineFree = nullptr;
  /// The default argument or member initialiser that is being lowered: its
  /// `__builtin_LINE()` is where it is used.
  const clang::Expr *Default = nullptr;
  bool SeenLabel = false;
  bool NeverThrows = false;
  /// A specification that names types, which C++ no longer has.
  const clang::FunctionProtoType *Specified = nullptr;
  /// The handlers around the current point, the innermost last.
  std::vector<CaughtException> Handling;
  /// Where an exception waits while a cleanup runs.
  CaughtException InFlight;

  Value This = nullptr;          ///< the object pointer of a member function
  Value ResultAddress = nullptr; ///< where a result returned by address goes
  Value ArrayInitIndex = nullptr;
};

/// Whether there is something to lower for lowerCapabilities.
bool hasCapabilities(const clang::FunctionDecl *D);

} // namespace predabs::lower

#endif
