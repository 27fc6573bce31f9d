// Builds small modules by hand, for tests: a function at a time, a block at a
// time.

#ifndef PREDABS_TEST_SUPPORT_MODULEBUILDER_H
#define PREDABS_TEST_SUPPORT_MODULEBUILDER_H

#include "predicates/ir/Module.h"

#include <cstring>
#include <string>
#include <vector>

namespace predabs::ir {

class ModuleBuilder {
public:
  explicit ModuleBuilder(Target T = Target()) : M(T), C(M.Ctx) {
    M.Name = "test";
    M.Files = {"test.c"};
    I8 = C.intType(8, true);
    U8 = C.intType(8, false);
    I16 = C.intType(16, true);
    I32 = C.intType(32, true);
    U32 = C.intType(32, false);
    I64 = C.intType(64, true);
    U64 = C.intType(64, false);
    F32 = C.floatType(32, 4, 4);
    F64 = C.floatType(64, 8, 8);
    F80 = C.floatType(80, 16, 16);
    Ptr = C.pointerType(C.voidType());
  }

  Module M;
  Context &C;
  const Type *I8, *U8, *I16, *I32, *U32, *I64, *U64, *F32, *F64, *F80, *Ptr;

  // Functions.

  /// Starts a function; what follows goes into its first block.
  Function *begin(const std::string &Name, const Type *Result,
                  const std::vector<const Type *> &Params = {}) {
    F = M.addFunction(Name, C.functionType(Result, Params, false));
    for (size_t I = 0; I < Params.size(); ++I)
      addVariable(*F, "p" + std::to_string(I), Params[I], Storage::Parameter);
    at(block("entry"));
    return F;
  }
  /// A function without a body.
  Function *declare(const std::string &Name, const Type *Result) {
    return M.addFunction(Name, C.functionType(Result, {}, true));
  }
  BlockId block(const std::string &Name) { return addBlock(*F, Name); }
  void at(BlockId B) { Current = B; }
  void go(std::vector<BlockId> Succs) {
    F->Blocks[Current].Succs = std::move(Succs);
  }
  const Expr *param(unsigned I) { return C.var(F->Vars[I].get()); }
  const Expr *local(const std::string &Name, const Type *T) {
    return C.var(addVariable(*F, Name, T, Storage::Local));
  }
  Variable *global(const std::string &Name, const Type *T) {
    return M.addGlobal(Name, T);
  }
  /// The address of a constant string.
  const Expr *text(const std::string &S) {
    Variable *V = global(".str" + std::to_string(M.Globals.size()),
                         C.arrayType(I8, S.size() + 1));
    V->Bytes = S + '\0';
    V->IsConst = true;
    return C.cast(Ptr, C.addrOf(C.var(V)));
  }

  // Statements. Each has its number as its line.

  void add(Stmt S) {
    S.Where = {0, ++Line, 1};
    F->Blocks[Current].Stmts.push_back(std::move(S));
  }
  void assign(const Expr *Dest, const Expr *Value) {
    Stmt S;
    S.Kind = StmtKind::Assign;
    S.Dest = Dest;
    S.Value = Value;
    add(S);
  }
  void assume(const Expr *E) {
    Stmt S;
    S.Kind = StmtKind::Assume;
    S.Value = E;
    add(S);
  }
  void ret(const Expr *E = nullptr) {
    Stmt S;
    S.Kind = StmtKind::Return;
    S.Value = E;
    add(S);
  }
  void call(const Expr *Dest, const Expr *Callee,
            std::vector<const Expr *> Args) {
    Stmt S;
    S.Kind = StmtKind::Call;
    S.Dest = Dest;
    S.Value = Callee;
    S.Args = std::move(Args);
    add(S);
  }
  void call(const Expr *Dest, const Function *Callee,
            std::vector<const Expr *> Args) {
    call(Dest, C.funcAddr(Callee), std::move(Args));
  }
  void havoc(const Expr *Dest, Reason Why) {
    Stmt S;
    S.Kind = StmtKind::Havoc;
    S.Dest = Dest;
    S.Why = Why;
    add(S);
  }
  /// Branches on \p Cond; the two blocks begin with their assumptions.
  std::pair<BlockId, BlockId> branch(const Expr *Cond) {
    BlockId Then = block("then"), Else = block("else");
    go({Then, Else});
    at(Else);
    assume(C.notOf(Cond));
    at(Then);
    assume(Cond);
    return {Then, Else};
  }

  // Expressions.

  const Expr *num(const Type *T, SInt128 V) {
    return C.intConst(T, UInt128(V));
  }
  const Expr *num(SInt128 V) { return num(I32, V); }
  const Expr *real(double V) {
    uint64_t Bits;
    std::memcpy(&Bits, &V, 8);
    return C.floatConst(F64, Bits);
  }
  const Expr *bin(Op O, const Expr *A, const Expr *B) {
    return C.binary(O, A, B);
  }
  const Expr *add(const Expr *A, const Expr *B) { return bin(Op::Add, A, B); }

private:
  Function *F = nullptr;
  BlockId Current = 0;
  uint32_t Line = 0;
};

} // namespace predabs::ir

#endif
