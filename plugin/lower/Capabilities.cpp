// What clang's thread-safety attributes say about the locks of a function, for
// checkers/protocols/analysis/Attributes.h. It is written as a function that
// nobody calls: of
//
//   void flush(struct cache *c) __attribute__((requires_capability(c->lock)));
//
// comes
//
//   func @__predabs_locks.flush(%c: ptr) {
//     call @__predabs_lock_requires(&(*%c).lock)
//   }
//
// A method of a class with data that is `guarded_by` a lock says that too, and
// one that is not to be analysed is `unchecked`.
//
// Attributes about shared locks are left out, and so are those of scoped
// classes, whose destructors do not name what they release.

#include "plugin/lower/FunctionLowering.h"

#include "checkers/protocols/analysis/Attributes.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace predabs::lower {

namespace {

bool isOfScopedClass(const FunctionDecl *D) {
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  return Method && Method->getParent()->hasAttr<ScopedLockableAttr>();
}

/// The word for \p A, or nothing.
llvm::StringRef wordFor(const Attr *A) {
  if (const auto *Acquire = dyn_cast<AcquireCapabilityAttr>(A))
    return Acquire->isShared() ? "" : "acquires";
  // A generic one releases what may have been shared.
  if (const auto *Release = dyn_cast<ReleaseCapabilityAttr>(A))
    return Release->isShared()    ? ""
           : Release->isGeneric() ? "frees"
                                  : "releases";
  if (const auto *Requires = dyn_cast<RequiresCapabilityAttr>(A))
    return Requires->isShared() ? "" : "requires";
  if (const auto *Try = dyn_cast<TryAcquireCapabilityAttr>(A))
    return Try->isShared() ? "" : "tries";
  return isa<LocksExcludedAttr>(A) ? "excludes" : "";
}

llvm::ArrayRef<Expr *> argumentsOf(const Attr *A) {
  auto List = [](const auto *Of) {
    return llvm::ArrayRef<Expr *>(Of->args_begin(), Of->args_end());
  };
  if (const auto *Acquire = dyn_cast<AcquireCapabilityAttr>(A))
    return List(Acquire);
  if (const auto *Release = dyn_cast<ReleaseCapabilityAttr>(A))
    return List(Release);
  if (const auto *Requires = dyn_cast<RequiresCapabilityAttr>(A))
    return List(Requires);
  if (const auto *Try = dyn_cast<TryAcquireCapabilityAttr>(A))
    return List(Try);
  return List(cast<LocksExcludedAttr>(A));
}

/// Whether the lock is held where the result is not zero.
bool isTrueOnSuccess(const Attr *A, const ASTContext &AST) {
  const auto *Try = dyn_cast<TryAcquireCapabilityAttr>(A);
  bool Result = true;
  return !Try || Try->getSuccessValue()->isValueDependent() ||
         !Try->getSuccessValue()->EvaluateAsBooleanCondition(Result, AST) ||
         Result;
}

} // namespace

/// The locks that guard members of the class of \p D.
static std::vector<const Expr *> guardsFor(const FunctionDecl *D) {
  std::vector<const Expr *> Result;
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  if (Method && Method->isInstance() && Method->isDefined())
    for (const FieldDecl *F : Method->getParent()->fields())
      if (const auto *Guarded = F->getAttr<GuardedByAttr>())
        Result.push_back(Guarded->getArg());
  return Result;
}

bool hasCapabilities(const FunctionDecl *D) {
  if (isOfScopedClass(D))
    return false;
  return D->hasAttr<NoThreadSafetyAnalysisAttr>() ||
         llvm::any_of(D->attrs(),
                      [](const Attr *A) { return !wordFor(A).empty(); }) ||
         !guardsFor(D).empty();
}

void FunctionLowering::lowerCapabilities(const FunctionDecl *D) {
  F.Where = ML.loc(D->getLocation());
  setLoc(D->getLocation());
  NeverThrows = true;
  parameters(D);
  // An attribute names the parameters of the declaration that it stands at.
  for (const FunctionDecl *Other : D->redecls())
    for (unsigned I = 0; I < D->getNumParams(); ++I)
      Places[Other->getParamDecl(I)->getCanonicalDecl()] =
          Places[D->getParamDecl(I)->getCanonicalDecl()];
  if (D->hasAttr<NoThreadSafetyAnalysisAttr>())
    sayOfLock("unchecked", C.zero(C.pointerType(C.voidType())));
  else
    capabilities(D);
  B.ret(nullptr);
  resolveGotos();
  B.finish();
}

void FunctionLowering::capabilities(const FunctionDecl *D) {
  for (const Attr *A : D->attrs())
    if (llvm::StringRef Word = wordFor(A); !Word.empty())
      capability(A, Word);
  for (const Expr *E : guardsFor(D))
    if (Value Lock = capabilityAddress(E))
      sayOfLock("guards", Lock);
}

void FunctionLowering::capability(const Attr *A, llvm::StringRef Word) {
  Value OnSuccess = C.boolConst(isTrueOnSuccess(A, AST));
  for (const Expr *E : argumentsOf(A))
    if (Value Lock = capabilityAddress(E))
      sayOfLock(Word, Lock, OnSuccess);
  if (argumentsOf(A).empty() && This)
    sayOfLock(Word, This, OnSuccess);
}

void FunctionLowering::sayOfLock(llvm::StringRef Word, Value Lock,
                                 Value OnSuccess) {
  const ir::Type *Ty = C.functionType(C.voidType(), {}, true);
  ir::Function *Says =
      ML.libraryFunction(std::string(AttributeWord) + Word.str(), Ty);
  B.call(nullptr, C.funcAddr(Says),
         {Lock, OnSuccess ? OnSuccess : C.boolConst(true)});
}

/// The address of the lock that an attribute names, or null where that is more
/// than a name.
Value FunctionLowering::capabilityAddress(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    E = Address->getSubExpr()->IgnoreParenCasts();
  if (!isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(E) || !isPure(E) ||
      E->isTypeDependent())
    return nullptr;
  if (E->getType()->isPointerType())
    return place(E);
  return E->getType()->isRecordType() ? C.addrOf(place(E)) : nullptr;
}

} // namespace predabs::lower
