// What is not followed: the operands of such an expression are evaluated, and
// the values that they give go along with the havoc, so that whoever reads it
// knows which addresses went in (predicates/ir/Touch.h). What stands inside a
// statement that is not followed is lowered all the same: its assertions are
// obligations. See FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

#include "predicates/ir/Touch.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using predabs::ir::Reason;
using predabs::ir::Touch;

namespace predabs::lower {

// Expressions.

/// Evaluates \p E; its value, or the address of its place, goes into \p From.
void FunctionLowering::give(const Expr *E, std::vector<Value> &From) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens())) {
    // `&S::f` and `&S::m` name members without an object.
    if (const auto *Fn = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return From.push_back(C.funcAddr(ML.function(Fn)));
    if (isa<FieldDecl, IndirectFieldDecl>(Ref->getDecl()))
      return;
  }
  if (E->getType()->isVoidType() || E->hasPlaceholderType())
    return discard(E);
  if (!E->isGLValue())
    return From.push_back(rvalue(E));
  Value Place = place(E);
  From.push_back(E->refersToBitField() ? Place : C.addrOf(Place));
}

std::vector<Value> FunctionLowering::operands(const Expr *E) {
  std::vector<Value> From;
  // Some operands are never evaluated.
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr>(E))
    return From;
  if (const auto *Id = dyn_cast<CXXTypeidExpr>(E);
      Id && !Id->isPotentiallyEvaluated())
    return From;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return givenArguments({Call->getArgs(), Call->getNumArgs()});
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child))
      give(Sub, From);
  return From;
}

std::vector<Value>
FunctionLowering::givenArguments(llvm::ArrayRef<const Expr *> Args) {
  std::vector<Value> From;
  for (const Expr *Arg : Args)
    give(Arg, From);
  return From;
}

/// The variables and functions of this file that assembly names. What stands
/// first is an instruction, whatever else has that name.
std::vector<Value> FunctionLowering::namedInAssembly(llvm::StringRef Text) {
  std::vector<Value> From;
  auto IsName = [](char Ch) { return llvm::isAlnum(Ch) || Ch == '_'; };
  bool IsFirst = true;
  while (!Text.empty()) {
    llvm::StringRef Between = Text.take_until(IsName);
    Text = Text.drop_front(Between.size());
    IsFirst |= Between.find_first_of("\n;:") != llvm::StringRef::npos;
    llvm::StringRef Name = Text.take_while(IsName);
    Text = Text.drop_front(Name.size());
    // `%[x]` is an operand, `%sp` a register.
    if (std::exchange(IsFirst, false) || Between.ends_with("[") ||
        Between.ends_with("%"))
      continue;
    for (const NamedDecl *D : AST.getTranslationUnitDecl()->lookup(
             DeclarationName(&AST.Idents.get(Name)))) {
      if (const auto *V = dyn_cast<VarDecl>(D))
        From.push_back(C.addrOf(declRef(V, nullptr)));
      else if (const auto *Fn = dyn_cast<FunctionDecl>(D))
        From.push_back(C.funcAddr(ML.function(Fn)));
    }
  }
  return From;
}

/// SOUND: an expression of a kind we do not know may write anything, and what
/// it is given is not to be seen: any variable of this function.
void FunctionLowering::mayDoAnything(Reason Why, std::vector<Value> &From) {
  B.note(Why);
  if (Why == Reason::Expression)
    for (const auto &V : F.Vars)
      if (V->Kind != ir::Storage::Temporary)
        From.push_back(C.addrOf(C.var(V.get())));
  if (ir::touchOf(Why).Changes == Touch::Memory::All)
    B.havocEverything(Why, From);
}

Value FunctionLowering::unknown(const Expr *E, Reason Why) {
  std::vector<Value> From = operands(E);
  mayDoAnything(Why, From);
  const ir::Type *T = type(E->getType());
  return T->isVoid() ? nullptr : B.arbitrary(T, Why, std::move(From));
}

/// A place that may be any of its type: through an arbitrary pointer.
Value FunctionLowering::unknownPlace(const Expr *E, Reason Why) {
  std::vector<Value> From = operands(E);
  mayDoAnything(Why, From);
  const ir::Type *T = C.pointerType(type(E->getType()));
  return C.deref(B.arbitrary(T, Why, std::move(From)));
}

void FunctionLowering::copyUnknown(const Expr *E, Value Dest, Reason Why) {
  std::vector<Value> From = operands(E);
  mayDoAnything(Why, From);
  B.havoc(Dest, Why, std::move(From));
}

// Statements.

namespace {

/// The variables that are named somewhere in a statement.
class NamedVariables : public RecursiveASTVisitor<NamedVariables> {
public:
  bool VisitDeclRefExpr(const DeclRefExpr *E) {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      Found.insert(V);
    return true;
  }
  llvm::SetVector<const VarDecl *> Found;
};

} // namespace

/// All memory, and every variable of this function but \p Kept, may have
/// changed.
void FunctionLowering::forgetAll(Reason Why, std::vector<Value> From,
                                 llvm::ArrayRef<Value> Kept) {
  B.havocEverything(Why, std::move(From));
  for (size_t I = 0, N = F.Vars.size(); I < N; ++I) {
    Value V = C.var(F.Vars[I].get());
    if (F.Vars[I]->Kind != ir::Storage::Temporary &&
        !llvm::is_contained(Kept, V))
      B.havoc(V, Why);
  }
}

/// A statement of a kind that we do not know: its parts may run, in some order
/// and number.
void FunctionLowering::unknownStmt(const Stmt *S) {
  NamedVariables Names;
  Names.TraverseStmt(const_cast<Stmt *>(S));
  std::vector<Value> From;
  for (const VarDecl *V : Names.Found)
    if (V->hasGlobalStorage() || Places.count(V->getCanonicalDecl()))
      From.push_back(C.addrOf(declRef(V, nullptr)));
  forgetAll(Reason::Statement, From);
  for (const Stmt *Child : S->children())
    maybe([&] { stmt(Child); });
  forgetAll(Reason::Statement, std::move(From));
}

/// Lowers what may happen or not.
void FunctionLowering::maybe(const std::function<void()> &What) {
  ir::BlockId Run = B.newBlock("maybe"), Skip = B.newBlock("maybe.end");
  B.leave({Run, Skip});
  B.start(Run);
  CleanupId Depth = TopCleanup;
  ++ConditionalDepth;
  What();
  --ConditionalDepth;
  popCleanups(Depth);
  B.fallInto(Skip);
}

/// A region of OpenMP: other threads may do the same and more at the same
/// time; they run code of this function, which is all that they are given. A
/// thread enters it in any state, and in each round of a loop that is shared
/// out; but the counters of that loop are its own.
void FunctionLowering::parallelRegion(const OMPExecutableDirective *D) {
  forgetShared();
  if (D->hasAssociatedStmt() && D->getAssociatedStmt())
    maybe([&] {
      SharedLoops Outer = Shared;
      shareLoops(dyn_cast<OMPLoopDirective>(D));
      stmt(D->getRawStmt());
      Shared = std::move(Outer);
    });
  forgetShared();
}

void FunctionLowering::shareLoops(const OMPLoopDirective *D) {
  Shared.Loops = D ? D->getLoopsNumber() : 0;
  if (!D)
    return;
  for (const Expr *Counter : D->counters())
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Counter->IgnoreImpCasts()))
      Shared.Counters.push_back(
          cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl()));
}

/// Other threads have done something.
void FunctionLowering::forgetShared() {
  std::vector<Value> Kept;
  for (const ValueDecl *Counter : Shared.Counters)
    if (Value V = Places.lookup(Counter))
      Kept.push_back(V);
  forgetAll(Reason::Statement, {C.funcAddr(&F)}, Kept);
}

/// The begin of a round of a loop whose rounds threads share.
void FunctionLowering::beginRound() {
  if (Shared.Loops == 0)
    return;
  --Shared.Loops;
  forgetShared();
}

// Control that comes back.

/// A function that may return again later: setjmp and its kin, getcontext,
/// vfork. In C static variables have their last values then, and locals that
/// were changed have any.
bool FunctionLowering::returnsTwice(const FunctionDecl *Callee) {
  if (Callee->hasAttr<ReturnsTwiceAttr>())
    return true;
  if (!Callee->getIdentifier() || !Callee->isExternC())
    return false;
  return llvm::StringSwitch<bool>(Callee->getName())
      .Cases("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", true)
      .Cases("savectx", "getcontext", "vfork", "__builtin_setjmp", true)
      .Default(false);
}

Value FunctionLowering::callThatReturnsTwice(const CallExpr *E) {
  const ir::Type *T = type(E->getType());
  // setjmp gives 0 at first and never again; of the others nothing is known.
  bool IsSetjmp = E->getDirectCallee()->getIdentifier() &&
                  E->getDirectCallee()->getName().ends_with("setjmp") &&
                  T->isInt();
  Value Result = T->isVoid() ? nullptr : B.temp(T);
  ir::BlockId Once = B.newBlock("setjmp.first"),
              Again = B.newBlock("setjmp.again"),
              Join = B.newBlock("setjmp.join");
  B.leave({Once, Again});
  B.start(Once);
  if (IsSetjmp)
    discardOperands(E);
  Value First = IsSetjmp ? C.zero(T) : plainCall(E, nullptr);
  if (Result && First)
    B.assign(Result, coerce(First, T));
  B.jump(Join);
  B.start(Again);
  if (Result)
    B.havoc(Result, Reason::Setjmp);
  if (IsSetjmp)
    B.assume(C.isTrue(Result));
  forgetAll(Reason::Setjmp);
  B.jump(Join);
  B.start(Join);
  return Result;
}

// Code that runs later.

/// SOUND: whoever has an object of \p Class can call its virtual functions,
/// whose names it need not know: std::thread runs a lambda in that way. So
/// they stand in a variable that others have.
void FunctionLowering::giveVirtualTable(const CXXRecordDecl *Class) {
  std::string Name = "__predabs_virtual." + Tys.record(Class)->name();
  // SOUND: a class of the same name in another file has functions of its own.
  if (!Class->isExternallyVisible())
    Name += "@" + M.Name;
  if (!Class->isDynamicClass() || M.findGlobal(Name))
    return;
  const ir::Type *Pointer = C.pointerType(C.voidType());
  std::vector<ir::InitPart> Table;
  for (const CXXMethodDecl *Method : Class->methods())
    if (Method->isVirtual() && !Method->isPureVirtual() && Method->isDefined())
      Table.push_back({Table.size() * Pointer->size() * 8, 0,
                       C.cast(Pointer, C.funcAddr(ML.function(Method)))});
  if (Table.empty() || M.findGlobal(Name))
    return;
  ir::Variable *V = M.addGlobal(Name, C.arrayType(Pointer, Table.size()));
  V->IsDefined = false;
  V->IsConst = true;
  V->Init = std::move(Table);
}

/// What is in a block runs when somebody calls it, in any state that the
/// memory has then. So it is lowered beside the way that goes on, and this
/// function is one that others may call: what the block writes, they write.
Value FunctionLowering::blockLiteral(const BlockExpr *E) {
  const BlockDecl *D = E->getBlockDecl();
  std::vector<Value> From = {C.funcAddr(&F)};
  for (const BlockDecl::Capture &Captured : D->captures())
    if (Value Place = Places.lookup(Captured.getVariable()->getCanonicalDecl()))
      From.push_back(Captured.isByRef() ? C.addrOf(Place) : Place);
  ir::BlockId Run = B.newBlock("block"), On = B.newBlock("block.end");
  B.leave({Run, On});
  B.start(Run);
  B.havocEverything(Reason::BlockLiteral, From);
  for (const ParmVarDecl *P : D->parameters()) {
    Value V =
        B.local(P->getName().str(), type(P->getType()), ir::Storage::Local);
    Places[P->getCanonicalDecl()] =
        P->getType()->isReferenceType() ? C.deref(V) : V;
    B.havoc(V, Reason::BlockLiteral);
  }
  bool Outer = std::exchange(InBlock, true);
  stmt(D->getBody());
  InBlock = Outer;
  B.end();
  B.start(On);
  return B.arbitrary(type(E->getType()), Reason::BlockLiteral, std::move(From));
}

std::vector<Value> FunctionLowering::parameterValues() {
  std::vector<Value> Values;
  for (const auto &V : F.Vars)
    if (V->Kind == ir::Storage::Parameter)
      Values.push_back(C.var(V.get()));
  return Values;
}

} // namespace predabs::lower
