#include "plugin/lower/Assembly.h"

#include "plugin/lower/Builder.h"

namespace predabs::lower {

void lowerAssembled(ir::Module &M, ir::Function &F) {
  if (F.Ty->isVariadic() || F.IsNoReturn)
    return;
  std::vector<Value> Given;
  for (const ir::Type *T : F.Ty->params())
    Given.push_back(
        M.Ctx.var(ir::addVariable(F, "arg", T, ir::Storage::Parameter)));
  Builder B(M, F);
  B.setLoc(F.Where);
  B.beginStatement();
  B.note(ir::Reason::InlineAsm);
  B.havocEverything(ir::Reason::InlineAsm, Given);
  const ir::Type *T = F.Ty->inner();
  B.ret(T->isVoid() ? nullptr : B.arbitrary(T, ir::Reason::InlineAsm, Given));
  B.endStatement();
  B.finish();
}

} // namespace predabs::lower
