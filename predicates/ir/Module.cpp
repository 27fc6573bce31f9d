// Building a module, see Module.h.

#include "predicates/ir/Module.h"

#include <cassert>

namespace predabs::ir {

namespace {

struct ReasonRow {
  const char *Text;
  const char *Help;
};
constexpr ReasonRow ReasonTable[] = {
#define REASON(Enumerator, Text, Help) {Text, Help},
#include "predicates/ir/Reasons.def"
};

constexpr const char *MarkTexts[] = {
#define MARK(Enumerator, Text, Kind, Help) Text,
#include "predicates/ir/Marks.def"
};

} // namespace

const char *reasonText(Reason R) { return ReasonTable[unsigned(R)].Text; }
const char *reasonHelp(Reason R) { return ReasonTable[unsigned(R)].Help; }

std::optional<Reason> reasonFromText(const std::string &Text) {
  for (unsigned I = 0; I < NumReasons; ++I)
    if (Text == ReasonTable[I].Text)
      return Reason(I);
  return std::nullopt;
}

const char *markText(Mark M) { return MarkTexts[unsigned(M)]; }

std::optional<Mark> markFromText(const std::string &Text) {
  for (unsigned I = 0; I < NumMarks; ++I)
    if (Text == MarkTexts[I])
      return Mark(I);
  return std::nullopt;
}

Exactness &Exactness::operator+=(const Exactness &O) {
  Statements += O.Statements;
  FloatingPoint += O.FloatingPoint;
  Approximated += O.Approximated;
  for (unsigned I = 0; I < NumReasons; ++I)
    ByReason[I] += O.ByReason[I];
  return *this;
}

Variable *Module::addGlobal(std::string Name, const Type *Ty) {
  assert(!GlobalByName.contains(Name) && "globals have unique names");
  auto V = std::make_unique<Variable>();
  V->Name = std::move(Name);
  V->Ty = Ty;
  V->Kind = Storage::Global;
  V->Id = uint32_t(Globals.size());
  GlobalByName[V->Name] = V.get();
  Globals.push_back(std::move(V));
  return Globals.back().get();
}

Function *Module::addFunction(std::string Name, const Type *Ty) {
  assert(!FunctionByName.contains(Name) && "functions have unique names");
  auto F = std::make_unique<Function>();
  F->DisplayName = Name;
  F->Name = std::move(Name);
  F->Ty = Ty;
  F->Id = uint32_t(Functions.size());
  FunctionByName[F->Name] = F.get();
  Functions.push_back(std::move(F));
  return Functions.back().get();
}

Function *Module::findFunction(const std::string &Name) const {
  auto It = FunctionByName.find(Name);
  return It == FunctionByName.end() ? nullptr : It->second;
}

Variable *Module::findGlobal(const std::string &Name) const {
  auto It = GlobalByName.find(Name);
  return It == GlobalByName.end() ? nullptr : It->second;
}

Variable *addVariable(Function &F, std::string Name, const Type *Ty,
                      Storage Kind) {
  auto V = std::make_unique<Variable>();
  V->Id = uint32_t(F.Vars.size());
  V->Name = F.VarNames.unique(std::move(Name));
  V->Ty = Ty;
  V->Kind = Kind;
  if (Kind == Storage::Parameter)
    F.NumParams = V->Id + 1;
  F.Vars.push_back(std::move(V));
  return F.Vars.back().get();
}

BlockId addBlock(Function &F, const std::string &Name) {
  F.Blocks.emplace_back();
  F.Blocks.back().Name = F.BlockNames.unique(Name);
  return BlockId(F.Blocks.size() - 1);
}

std::string NameSet::unique(std::string Name) {
  auto [It, IsNew] = NextSuffix.try_emplace(Name, 1);
  if (IsNew)
    return Name;
  while (true) {
    std::string Candidate = Name + "." + std::to_string(It->second++);
    if (NextSuffix.try_emplace(Candidate, 1).second)
      return Candidate;
    It = NextSuffix.find(Name); // an insertion may have moved it
  }
}

} // namespace predabs::ir
