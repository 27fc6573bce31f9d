#include "checkers/protocols/instrument/SharedSymbols.h"

namespace predabs {

using namespace ir;

/// The symbol that says \p Word of the object \p N: the state that it is made
/// in, or nothing if it is released for others. Empty if no other file can
/// name it.
static std::string symbolOf(const Protocol &P, const ObjectName &N,
                            const std::string &Word) {
  std::string Object;
  if (N.Var && N.Var->isGlobal() && !N.Var->IsInternal)
    Object = N.Var->Name;
  if (N.Record && !N.Record->fields()[N.Field].IsInternal)
    Object = N.Record->name() + "." + N.Record->fields()[N.Field].Name;
  return Object.empty() || Object.front() == '.'
             ? ""
             : std::string(MadePrefix) + P.Name + "." + Word + "." + Object;
}

static std::string madeSymbol(const Protocol &P, const ObjectName &N,
                              uint32_t State) {
  return symbolOf(P, N, P.States[State].Name);
}

static void defineEmpty(Module &M, const std::string &Name) {
  Function *F =
      M.addFunction(Name, M.Ctx.functionType(M.Ctx.voidType(), {}, false));
  Stmt Return;
  Return.Kind = StmtKind::Return;
  F->Blocks[addBlock(*F, "entry")].Stmts.push_back(std::move(Return));
}

void exchangeTaken(Module &M, const SymbolFinder &IsElsewhere,
                   const NamedObjects &Named, Handovers &Handed) {
  for (const auto &[P, N] : Named)
    if (std::string Name = symbolOf(*P, N, ""); !Name.empty()) {
      bool IsTakenElsewhere = IsElsewhere(Name);
      if (Handed.isTaken(N) && !M.findFunction(Name))
        defineEmpty(M, Name);
      if (IsTakenElsewhere)
        Handed.noteTaken(N);
    }
}

void exchangeMade(Module &M, const SymbolFinder &IsElsewhere,
                  const NamedObjects &Named, MadeObjects &Made) {
  auto Here = Made.begins();
  for (const auto &[Key, State] : Here)
    if (std::string Name = madeSymbol(*Key.first, Key.second, State);
        !Name.empty() && !M.findFunction(Name))
      defineEmpty(M, Name);
  for (const auto &Key : Named)
    if (!Here.contains(Key))
      for (uint32_t State : MadeObjects::ownStates(*Key.first))
        if (std::string Name = madeSymbol(*Key.first, Key.second, State);
            !Name.empty() && IsElsewhere(Name))
          Made.noteElsewhere(*Key.first, Key.second, State);
}

} // namespace predabs
