// The operators new and delete that a program replaces. The versions that the
// C++ library has of the others call them, so that in
//
//   void *operator new(std::size_t n) { count++; return malloc(n); }
//   int *p = new int[4];
//
// `operator new[]` counts too. Whoever defines the one defines here, in the
// intermediate language, all that come to it.

#include "plugin/lower/Builder.h"
#include "plugin/lower/ModuleLowering.h"

#include "predicates/ir/Exceptions.h"

using namespace clang;
using predabs::ir::Op;

namespace predabs::lower {

namespace {

struct Forward {
  llvm::StringRef Name, Calls;
};

/// What is called stands before what calls it.
constexpr Forward Forwards[] = {
    {"_Znam", "_Znwm"},
    {"_ZnwmRKSt9nothrow_t", "_Znwm"},
    {"_ZnamRKSt9nothrow_t", "_Znam"},
    {"_ZnamSt11align_val_t", "_ZnwmSt11align_val_t"},
    {"_ZnwmSt11align_val_tRKSt9nothrow_t", "_ZnwmSt11align_val_t"},
    {"_ZnamSt11align_val_tRKSt9nothrow_t", "_ZnamSt11align_val_t"},
    {"_ZdlPvm", "_ZdlPv"},
    {"_ZdlPvRKSt9nothrow_t", "_ZdlPv"},
    {"_ZdaPv", "_ZdlPv"},
    {"_ZdaPvm", "_ZdaPv"},
    {"_ZdaPvRKSt9nothrow_t", "_ZdaPv"},
    {"_ZdlPvmSt11align_val_t", "_ZdlPvSt11align_val_t"},
    {"_ZdaPvSt11align_val_t", "_ZdlPvSt11align_val_t"},
    {"_ZdaPvmSt11align_val_t", "_ZdaPvSt11align_val_t"},
};

/// The type of an operator whose name goes on with \p Rest after what the
/// first parameter of \p Target says.
const ir::Type *typeLike(ir::Context &C, const ir::Function &Target,
                         llvm::StringRef Rest) {
  std::vector<const ir::Type *> Params = {Target.Ty->params()[0]};
  if (Rest.consume_front("m"))
    Params.push_back(C.sizeType());
  if (Rest.consume_front("St11align_val_t"))
    Params.push_back(C.sizeType());
  if (Rest.consume_front("RKSt9nothrow_t"))
    Params.push_back(C.pointerType(C.voidType()));
  return C.functionType(Target.Ty->inner(), Params, /*Variadic=*/false);
}

} // namespace

/// Gives \p F a body: a call of \p Target. What may not throw gives a null
/// pointer where that throws.
void ModuleLowering::forwardOperator(ir::Function &F, ir::Function &Target,
                                     Failure OnThrow) {
  ir::Context &C = M.Ctx;
  const auto &Params = F.Ty->params();
  for (const ir::Type *T : Params)
    addVariable(F, "p", T, ir::Storage::Parameter);
  F.NumParams = uint32_t(Params.size());
  Builder B(M, F);
  std::vector<Value> Args = {C.var(F.Vars[0].get())};
  // The alignment is the last number.
  if (Target.Ty->params().size() > 1)
    for (uint32_t I = F.NumParams; I-- > 1 && Args.size() < 2;)
      if (Params[I]->isInt())
        Args.push_back(C.var(F.Vars[I].get()));
  for (size_t I = 0; I < Args.size(); ++I)
    Args[I] = C.cast(Target.Ty->params()[I], Args[I]);
  const ir::Type *T = F.Ty->inner();
  Value Result = T->isVoid() ? nullptr : B.temp(Target.Ty->inner());
  B.call(Result, C.funcAddr(&Target), std::move(Args));
  if (Result && OnThrow == Failure::GivesNull &&
      AST.getLangOpts().CXXExceptions) {
    const ExceptionState &X = exceptions();
    B.assign(Result, C.cond(X.Flag, C.zero(Result->type()), Result));
    B.assign(X.Count,
             C.binary(Op::Sub, X.Count, C.cast(X.Count->type(), X.Flag)));
    B.assign(X.Flag, C.boolConst(false));
  }
  B.ret(Result ? C.cast(T, Result) : nullptr);
  B.finish();
}

void ModuleLowering::completeOperators() {
  bool HasNew = false;
  for (const Forward &Each : Forwards) {
    ir::Function *Target = M.findFunction(Each.Calls.str());
    if (!Target || !Target->isDefined() || Target->Ty->params().empty())
      continue;
    ir::Function *F = M.findFunction(Each.Name.str());
    if (F && F->isDefined())
      continue;
    if (!F)
      F = M.addFunction(
          Each.Name.str(),
          typeLike(M.Ctx, *Target,
                   Each.Name.drop_front(Each.Name.starts_with("_Zn") ? 5 : 6)));
    F->IsReplaceable |= Target->IsReplaceable;
    F->IsInternal = Target->IsInternal;
    forwardOperator(*F, *Target,
                    Each.Name.contains("nothrow") ? Failure::GivesNull
                                                  : Failure::Throws);
    HasNew = true;
  }
  if (HasNew)
    ir::settleExceptions(M);
}

/// Whether the file says what happens when there is no memory: any call of an
/// operator of the library may run that.
bool ModuleLowering::handlesLackOfMemory() {
  for (const NamedDecl *Std : AST.getTranslationUnitDecl()->lookup(
           DeclarationName(&AST.Idents.get("std"))))
    if (const auto *Space = dyn_cast<NamespaceDecl>(Std))
      for (const NamedDecl *D :
           Space->lookup(DeclarationName(&AST.Idents.get("set_new_handler"))))
        if (D->isReferenced())
          return true;
  return false;
}

} // namespace predabs::lower
