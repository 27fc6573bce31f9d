#include "checkers/protocols/instrument/ViolationCalls.h"

namespace predabs {

using namespace ir;

void ViolationCalls::fail(CodeWriter &Code, const Violation &What) {
  auto Number = [&](uint32_t N) {
    return Ctx.intConst(Ctx.intType(32, true), N);
  };
  Code.add(StmtKind::Call, nullptr, Ctx.funcAddr(violationFunction()),
           {literal(What.Check), literal(What.Finding), literal(What.Message),
            Number(What.Returning), Number(What.Classes)});
  Code.In.Blocks[Code.At].Stmts.back().Marks = marksOf(What);
}

Function *ViolationCalls::violationFunction() {
  std::string Name(ViolationName);
  if (Function *F = M.findFunction(Name))
    return F;
  const Type *Text = Ctx.pointerType(Ctx.intType(8, true));
  const Type *Number = Ctx.intType(32, true);
  Function *F = M.addFunction(
      Name, Ctx.functionType(Ctx.voidType(), {Text, Text, Text, Number, Number},
                             false));
  F->IsNoReturn = true;
  return F;
}

const Expr *ViolationCalls::literal(const std::string &Text) {
  Variable *&V = Literals[Text];
  if (!V) {
    std::string Name = ".str";
    for (size_t N = M.Globals.size(); M.findGlobal(Name); ++N)
      Name = ".str." + std::to_string(N);
    V = M.addGlobal(Name, Ctx.arrayType(Ctx.intType(8, true), Text.size() + 1));
    V->IsConst = V->IsInternal = true;
    V->Bytes = Text + '\0';
  }
  return Ctx.addrOf(Ctx.index(Ctx.var(V), Ctx.zero(Ctx.diffType())));
}

} // namespace predabs
