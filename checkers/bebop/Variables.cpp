#include "checkers/bebop/Variables.h"

#include <algorithm>

using namespace predabs;
using namespace predabs::bebop;

Variables::Variables(const bp::Flow &Program, BddSpace &Space)
    : Program(Program), Space(Space),
      NumGlobals(unsigned(Program.Prog->Globals.size())) {
  unsigned NumLocals = 0, NumParams = 0, NumResults = 0;
  for (const auto &P : Program.Prog->Procs) {
    NumLocals = std::max(NumLocals, unsigned(P->Vars.size()));
    NumParams = std::max(NumParams, P->NumParams);
    NumResults = std::max(NumResults, P->NumResults);
  }
  for (unsigned G = 0; G < NumGlobals; ++G)
    Slots.push_back(Space.addBlock(3));
  for (unsigned L = 0; L < NumLocals; ++L)
    Slots.push_back(Space.addBlock(L < NumParams ? 4 : 3));
  for (unsigned R = 0; R < NumResults; ++R)
    Results.push_back(Space.addBlock(1));
  findChanges();
}

bool Variables::mayChange(bp::ProcId P, const bp::Variable *V) const {
  return V->isGlobal() ? GlobalChanges[P][V->Index] : LocalChanges[P][V->Index];
}

// Changes of globals go from callees to callers until nothing is new.
void Variables::findChanges() {
  std::vector<std::vector<bp::ProcId>> Callers(Program.Procs.size());
  std::vector<bp::ProcId> Open;
  for (const bp::ProcFlow &P : Program.Procs) {
    bp::ProcId Id = P.Proc->Index;
    GlobalChanges.emplace_back(NumGlobals);
    LocalChanges.emplace_back(P.Proc->Vars.size());
    Open.push_back(Id);
    for (const bp::FlowNode &N : P.Nodes) {
      if (N.Kind == bp::NodeKind::Call)
        Callers[N.Callee].push_back(Id);
      for (const bp::Variable *V : N.Targets)
        if (V)
          (V->isGlobal() ? GlobalChanges : LocalChanges)[Id][V->Index] = true;
    }
  }
  while (!Open.empty()) {
    bp::ProcId Callee = Open.back();
    Open.pop_back();
    for (bp::ProcId Caller : Callers[Callee]) {
      std::vector<bool> Before = GlobalChanges[Caller];
      for (unsigned G = 0; G < NumGlobals; ++G)
        if (GlobalChanges[Callee][G])
          GlobalChanges[Caller][G] = true;
      if (Before != GlobalChanges[Caller])
        Open.push_back(Caller);
    }
  }
  ChangedGlobals.resize(Program.Procs.size());
  for (bp::ProcId P = 0; P < Program.Procs.size(); ++P)
    for (const auto &G : Program.Prog->Globals)
      if (GlobalChanges[P][G->Index])
        ChangedGlobals[P].push_back(G.get());
}

std::vector<BddVar> Variables::entriesOf(bp::ProcId P) const {
  std::vector<BddVar> Result;
  for (const bp::Variable *G : ChangedGlobals[P])
    Result.push_back(entry(G));
  const bp::Procedure &Proc = *Program.Procs[P].Proc;
  for (unsigned I = 0; I < Proc.NumParams; ++I)
    if (mayChange(P, Proc.Vars[I].get()))
      Result.push_back(entry(Proc.Vars[I].get()));
  return Result;
}

std::vector<BddVar> Variables::localsOf(bp::ProcId P) const {
  std::vector<BddVar> Result;
  for (const auto &V : Program.Procs[P].Proc->Vars)
    Result.push_back(now(V.get()));
  return Result;
}
