// See Scope.h.

#include "predicates/language/Scope.h"

#include "predicates/text/Nearest.h"

namespace predabs::language {

namespace {

/// A name without the suffix that tells it from an earlier one.
std::string_view baseName(std::string_view Name) {
  size_t End = Name.find_last_not_of("0123456789");
  bool HasSuffix =
      End != Name.npos && Name[End] == '.' && End + 1 < Name.size() && End > 0;
  return HasSuffix ? Name.substr(0, End) : Name;
}

/// A variable of \p F that a person can have written as \p Name, or null.
const ir::Variable *findVariable(const ir::Function &F, std::string_view Name) {
  const ir::Variable *First = nullptr;
  for (const auto &V : F.Vars) {
    if (V->Kind == ir::Storage::Temporary)
      continue;
    if (V->Name == Name)
      return V.get();
    if (!First && baseName(V->Name) == Name)
      First = V.get();
  }
  return First;
}

} // namespace

const ir::Variable *Scope::local(std::string_view Name) const {
  return F ? findVariable(*F, Name) : nullptr;
}

const ir::Variable *Scope::staticVariable(std::string_view Function,
                                          std::string_view Name) const {
  return M.findGlobal(std::string(Function) + "." + std::string(Name));
}

const ir::Variable *Scope::variable(std::string_view Name) const {
  if (const ir::Variable *V = local(Name))
    return V;
  if (F)
    if (const ir::Variable *V = staticVariable(F->Name, Name))
      return V;
  if (const ir::Variable *V = Source.variableNamed(F, Name))
    return V;
  return M.findGlobal(std::string(Name));
}

const ir::Function *Scope::onlyFunction(std::string_view Name) const {
  std::vector<const ir::Function *> All = Source.functionsNamed(Name);
  return All.size() == 1 ? All.front() : nullptr;
}

std::vector<std::string_view> Scope::knownNames() const {
  std::vector<std::string_view> Names;
  if (F)
    for (const auto &V : F->Vars)
      if (V->Kind != ir::Storage::Temporary)
        Names.push_back(baseName(V->Name));
  for (const auto &G : M.Globals)
    Names.push_back(G->Name);
  return Names;
}

std::string Scope::unknown(std::string_view Name) const {
  std::string Quoted = "'" + std::string(Name) + "'";
  if (F)
    return "unknown name " + Quoted + " in '" + F->DisplayName + "'" +
           didYouMean(Name, knownNames());
  for (const auto &Other : M.Functions)
    if (findVariable(*Other, Name))
      return Quoted + " is a variable of '" + Other->DisplayName +
             "': global predicates are about globals alone";
  return "unknown global " + Quoted + didYouMean(Name, knownNames());
}

} // namespace predabs::language
