// Variables of C++ that each thread has its own of, with initialisers that run
// when the thread first uses one of them, not before main:
//
//   thread_local int t = next();      int f() { return t; }
//
// f becomes `call predabs.thread(); return t`, and predabs.thread runs next()
// the first time. Of a variable of another file only the linker knows whether
// there is something to run: a function without a body stands for it.

#include "plugin/lower/FunctionLowering.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace predabs::lower {

bool ModuleLowering::isInitialisedOnUse(const VarDecl *V) {
  if (V->getTLSKind() != VarDecl::TLS_Dynamic || V->isStaticLocal() ||
      V->getType()->isDependentType())
    return false;
  const VarDecl *Def = V->getDefinition();
  if (!Def)
    return !V->hasAttr<ConstInitAttr>();
  return !Def->evaluateValue() ||
         Def->needsDestruction(AST) == QualType::DK_cxx_destructor;
}

ir::Function *ModuleLowering::threadInitialiser(const VarDecl *V) {
  bool IsHere = V->getDefinition();
  std::string Name = IsHere ? "predabs.thread" : "predabs.thread.elsewhere";
  if (ir::Function *Known = M.findFunction(Name))
    return Known;
  const ir::Type *Ty = M.Ctx.functionType(M.Ctx.voidType(), {}, false);
  ir::Function *F = M.addFunction(Name, Ty);
  F->IsInternal = IsHere;
  return F;
}

void ModuleLowering::lowerThreadInitialiser() {
  ir::Function *F = M.findFunction("predabs.thread");
  if (!F)
    return;
  Value Done = M.Ctx.var(
      anonymousGlobal("predabs.thread.guard", M.Ctx.boolType()));
  Builder B(M, *F);
  ir::BlockId First = B.newBlock("first"), End = B.newBlock("done");
  B.branch(Done, End, First);
  B.start(First);
  B.assign(Done, M.Ctx.boolConst(true));
  for (ir::Function *Init : ThreadInits)
    B.call(nullptr, M.Ctx.funcAddr(Init), {});
  B.fallInto(End);
  B.ret(nullptr);
  B.finish();
}

bool FunctionLowering::usesThreadLocal(const ValueDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  return V && ML.isInitialisedOnUse(V);
}

/// Before the variable of the thread \p V is used.
void FunctionLowering::useThreadLocal(const VarDecl *V) {
  if (ML.isInitialisedOnUse(V))
    B.call(nullptr, C.funcAddr(ML.threadInitialiser(V)), {});
}

} // namespace predabs::lower
