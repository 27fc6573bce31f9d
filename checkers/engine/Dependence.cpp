#include "checkers/engine/Dependence.h"

#include "checkers/store/reuse/PointerKey.h"

namespace predabs {

using namespace ir;

Dependence::Dependence(const Module &M, const CallGraph &Calls,
                       const FileKeys &Keys, const Imports &Foreign,
                       const Expansion &Models, bool OthersFirst)
    : M(M), Calls(Calls), Keys(Keys), Foreign(Foreign), Models(Models) {
  Digest D;
  D.add(Keys.Settings);
  D.add(pointerKey(M));
  D.add(OthersFirst);
  Common = D.key();
}

const std::set<uint32_t> &Dependence::cone(const Function &From) {
  auto [It, IsNew] = Cones.try_emplace(From.Id);
  std::set<uint32_t> &Result = It->second;
  if (IsNew)
    for (const Function *F : Calls.reachedFrom(From))
      Result.insert(F->Id);
  return Result;
}

/// Of what \p F does, if that is known, and else of how.
Key Dependence::meaningOf(const Function &F) const {
  auto It = Keys.Contracts.find(F.Id);
  bool IsKnown = It != Keys.Contracts.end() && It->second.Of != Key();
  return IsKnown ? It->second.Of : codeOf(F);
}

Key Dependence::codeOf(const Function &F) const {
  if (auto It = Keys.OfFunction.find(F.Id); It != Keys.OfFunction.end())
    return It->second;
  auto It = Foreign.Codes.find(&F);
  return It != Foreign.Codes.end() ? It->second : Key();
}

Key Dependence::of(const Function &F, bool IsVisible,
                   const std::vector<Entry> &Entries) {
  Digest D;
  D.add(Common);
  D.add(F.Name);
  D.add(IsVisible);
  std::set<uint32_t> Run = cone(F);
  for (const Entry &E : Entries) {
    D.add(E.Func->Name);
    D.add(uint64_t(E.How));
    Run.insert(cone(*E.Func).begin(), cone(*E.Func).end());
  }
  std::set<std::pair<std::string_view, Key>> Code;
  // The paths to its obligations are shown in its own code.
  Code.insert({F.Name, codeOf(F)});
  for (uint32_t Id : Run)
    Code.insert({M.Functions[Id]->Name, meaningOf(*M.Functions[Id])});
  for (auto &[Name, Of] : Code) {
    D.add(Name);
    D.add(Of);
  }
  std::set<std::string> Modelled;
  for (uint32_t Id : Run)
    Modelled.merge(Models.modelsIn(*M.Functions[Id]));
  for (const std::string &Name : Modelled)
    D.add(Name);
  for (auto &[Func, Block, Stmt] : Foreign.Latent)
    if (Func == &F)
      addLatent(D, F, Block, Stmt);
  return D.key();
}

/// In a contract obligations are known by their texts.
void Dependence::addLatent(Digest &D, const Function &F, BlockId Block,
                           uint32_t Stmt) const {
  if (!Foreign.KnownByContract.contains(&F)) {
    D.add(Block);
    D.add(Stmt);
    return;
  }
  auto Now = Models.now(F, {Block, Stmt});
  for (const Expr *Arg : F.Blocks[Now.Block].Stmts[Now.Stmt].Args)
    if (isTextAddress(Arg))
      D.add(printWithTexts(Arg));
}

} // namespace predabs
