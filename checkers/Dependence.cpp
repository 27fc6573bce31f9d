#include "checkers/Dependence.h"

#include "checkers/store/Digest.h"
#include "predicates/alias/Locations.h"
#include "predicates/ir/Importer.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Whether \p V is the text of a string in the source, which nothing points to
/// but where it is written.
bool isText(const Variable &V) {
  return V.isGlobal() && !namelessGlobal(V).empty() && V.Init.empty();
}

bool isTextAddress(const Expr *E) {
  while (E->kind() == ExprKind::Cast || E->kind() == ExprKind::AddrOf ||
         E->kind() == ExprKind::Index)
    E = E->operand(0);
  return E->kind() == ExprKind::Var && isText(*E->variable());
}

/// \p E with texts in place of their names, whose numbers change with the
/// texts before them.
std::string printed(const Expr *E) {
  std::string Result = print(E);
  for (const Variable *V : addressedIn(E))
    if (V && isText(*V)) {
      std::string Name = "\"" + V->Name + "\"";
      for (size_t At = 0; (At = Result.find(Name, At)) != Result.npos;
           At += V->Bytes.size())
        Result.replace(At, Name.size(), V->Bytes);
    }
  return Result;
}

class PointerLines {
public:
  explicit PointerLines(const Module &M)
      : PointerBits(8 * M.Ctx.target().PointerBytes) {}

  /// What \p S means for pointers; empty: nothing.
  std::string of(const Stmt &S) const {
    switch (S.Kind) {
    case StmtKind::Assume:
      return "";
    case StmtKind::Return:
      return S.Value && !isNarrow(S.Value) ? "return " + printed(S.Value) : "";
    case StmtKind::Havoc:
      return isIrrelevant(S.Dest) ? "" : "havoc " + destination(S);
    case StmtKind::Assign:
      return isIrrelevant(S.Dest) ? "" : destination(S) + "=" + value(S.Value);
    case StmtKind::Call:
      return call(S);
    }
    return "";
  }

  bool isNarrow(const Type *T) const {
    return T->isFloat() || (T->isInt() && T->width() < PointerBits);
  }

private:
  bool isNarrow(const Expr *E) const { return isNarrow(E->type()); }

  /// Whether no address is in \p Dest, and nobody else's memory.
  bool isIrrelevant(const Expr *Dest) const {
    if (!Dest || !isNarrow(Dest))
      return false;
    const Expr *Root = alias::rootOf(Dest);
    return Root->kind() == ExprKind::Var && !Root->variable()->isGlobal();
  }

  std::string value(const Expr *E) const {
    return isNarrow(E) ? "_" : printed(E);
  }

  /// Whether \p S gives nothing but numbers and texts to a function that is
  /// not here, as the call of a failed assertion does.
  /// SOUND: others may change what they know at any time, and call what they
  /// know; nobody can change a text.
  bool isNothingNew(const Stmt &S) const {
    return (!S.Dest || isIrrelevant(S.Dest)) &&
           S.Value->kind() == ExprKind::FuncAddr &&
           !S.Value->function()->isDefined() &&
           std::ranges::all_of(S.Args, [&](const Expr *Arg) {
             return isNarrow(Arg) || isTextAddress(Arg);
           });
  }

  static std::string destination(const Stmt &S) {
    return S.Dest ? print(S.Dest) + ":" + print(S.Dest->type()) : "";
  }

  std::string call(const Stmt &S) const {
    if (isNothingNew(S))
      return "";
    std::string Text = isIrrelevant(S.Dest) ? "" : destination(S);
    Text += " call " + print(S.Value);
    for (const Expr *Arg : S.Args)
      Text += "," + value(Arg) + ":" + print(Arg->type());
    return Text;
  }

  unsigned PointerBits;
};

/// What the types in the lines mean.
void addRecord(Digest &D, const Type &T) {
  D.add(T.name());
  D.add(T.size() * 4 + T.isUnion() * 2 + T.isComplete());
  D.add(T.fields().size());
  for (const Field &F : T.fields()) {
    D.add(F.Name);
    D.add(print(F.Ty));
    D.add(F.BitOffset);
    D.add(F.BitWidth * 2 + F.IsInternal);
  }
}

void addFunction(Digest &D, const Function &F, const PointerLines &Lines) {
  D.add(F.Name);
  D.add(print(F.Ty));
  D.add(uint64_t(F.IsInternal) * 2 + F.IsReplaceable);
  std::set<std::string> All;
  for (const auto &V : F.Vars)
    if (!Lines.isNarrow(V->Ty))
      All.insert(V->Name + ":" + print(V->Ty));
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      All.insert(Lines.of(S));
  D.add(All.size());
  for (const std::string &Line : All)
    D.add(Line);
}

} // namespace

Key pointerKey(const Module &M) {
  Digest D;
  PointerLines Lines(M);
  for (const Type &T : M.Ctx.types())
    if (T.isRecord())
      addRecord(D, T);
  for (const auto &F : M.Functions)
    addFunction(D, *F, Lines);
  for (const auto &G : M.Globals) {
    if (isText(*G))
      continue;
    D.add(uint64_t(G->IsDefined) * 4 + G->IsInternal * 2 + G->IsConst);
    addGlobal(D, *G, printed);
  }
  return D.key();
}

Dependence::Dependence(const Module &M, const CallGraph &Calls,
                       const FileKeys &Keys, const Imports &Foreign,
                       const Expansion &Models)
    : M(M), Calls(Calls), Keys(Keys), Foreign(Foreign), Models(Models) {
  Digest D;
  D.add(Keys.Settings);
  D.add(pointerKey(M));
  Common = D.key();
}

const std::set<uint32_t> &Dependence::cone(const Function &From) {
  auto [It, IsNew] = Cones.try_emplace(From.Id);
  std::set<uint32_t> &Result = It->second;
  if (!IsNew)
    return Result;
  Result.insert(From.Id);
  for (std::vector<const Function *> Work = {&From}; !Work.empty();) {
    const Function *F = Work.back();
    Work.pop_back();
    for (const Function *Callee : Calls.callees(*F))
      if (Result.insert(Callee->Id).second)
        Work.push_back(Callee);
  }
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
      D.add(printed(Arg));
}

} // namespace predabs
