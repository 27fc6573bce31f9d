// Translates a function into the instructions that a machine executes. The
// conditions that lead into a block's successors are decided at the end of
// the block, once; a block is then entered behind its assumption.

#ifndef PREDABS_PREDICATES_INTERPRETER_COMPILER_H
#define PREDABS_PREDICATES_INTERPRETER_COMPILER_H

#include "predicates/interpreter/Addresses.h"
#include "predicates/interpreter/Bytecode.h"
#include "predicates/interpreter/Interpreter.h"

namespace predabs::ir::interp {

/// Whether the code tells an observer what it does. Then all variables live in
/// memory, where their addresses and what is uninitialised are known.
enum class Observed : uint8_t { No, Yes };

struct CompileOptions {
  Observed Who = Observed::No;
  VolatileReads Volatile = VolatileReads::FromMemory;
  AddressUse Addresses = AddressUse::Allowed;
};

/// \p F must have a body.
void compileFunction(const Function &F, const Addresses &Addrs,
                     const Target &Tgt, const CompileOptions &O, Code &C);

/// Code that writes those parts of the globals' initial values that are no
/// plain numbers, as far as they have such values.
void compileInitialisers(const Module &M, GlobalsStart Start,
                         const Addresses &Addrs, AddressUse Use, Code &C);
/// Whether \p V begins with its initial value.
inline bool startsInitialised(const Variable &V, GlobalsStart Start) {
  return V.IsDefined && V.InitUnknown == Reason::None &&
         (V.IsConst || Start == GlobalsStart::Initial);
}
/// Whether \p S gets a value that is asked for.
inline bool isVolatileRead(const Stmt &S) {
  return S.Kind == StmtKind::Assign && S.Why == Reason::Volatile &&
         S.Value->isPlace() && S.Value != S.Dest && S.Dest->type()->isScalar();
}

} // namespace predabs::ir::interp

#endif
