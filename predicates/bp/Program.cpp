// Building Boolean programs, see Program.h.

#include "predicates/bp/Program.h"

#include "predicates/bp/Cursor.h"
#include "predicates/bp/Syntax.h"

namespace predabs::bp {

Variable *Procedure::findVariable(std::string_view Name) const {
  auto Found = VarByName.find(Name);
  return Found == VarByName.end() ? nullptr : Found->second;
}

Variable *addVariable(Procedure &P, std::string Name, Scope Kind) {
  if (P.findVariable(Name))
    return nullptr;
  auto V = std::make_unique<Variable>();
  V->Name = std::move(Name);
  V->Kind = Kind;
  V->Index = uint32_t(P.Vars.size());
  if (Kind == Scope::Parameter)
    ++P.NumParams;
  P.VarByName.emplace(V->Name, V.get());
  return P.Vars.emplace_back(std::move(V)).get();
}

Variable *Program::addGlobal(std::string Name) {
  if (findGlobal(Name))
    return nullptr;
  auto V = std::make_unique<Variable>();
  V->Name = std::move(Name);
  V->Kind = Scope::Global;
  V->Index = uint32_t(Globals.size());
  GlobalByName.emplace(V->Name, V.get());
  return Globals.emplace_back(std::move(V)).get();
}

Procedure *Program::addProcedure(std::string Name) {
  auto P = std::make_unique<Procedure>();
  P->Name = std::move(Name);
  return addProcedure(std::move(P));
}

Procedure *Program::addProcedure(std::unique_ptr<Procedure> P) {
  if (findProcedure(P->Name))
    return nullptr;
  P->Index = uint32_t(Procs.size());
  ProcByName.emplace(P->Name, P.get());
  return Procs.emplace_back(std::move(P)).get();
}

Variable *Program::findGlobal(std::string_view Name) const {
  auto Found = GlobalByName.find(Name);
  return Found == GlobalByName.end() ? nullptr : Found->second;
}

Procedure *Program::findProcedure(std::string_view Name) const {
  auto Found = ProcByName.find(Name);
  return Found == ProcByName.end() ? nullptr : Found->second;
}

bool isPlainName(std::string_view Name) {
  Cursor C(Name);
  return C.at(TokenKind::Word) && C.token().Text == Name && !isReserved(Name);
}

bool isVariableName(std::string_view Name) {
  return isPlainName(Name) ||
         (Name.size() > 2 && lengthOfBraceName(Name) == Name.size());
}

bool startsThread(std::string_view Label) {
  return Label.starts_with("ASYNC_");
}

bool isLabelName(std::string_view Name) {
  return (isPlainName(Name) && !startsThread(Name)) ||
         (!Name.empty() && Name.find_first_not_of("0123456789") == Name.npos);
}

/// Braces that do not match and line ends cannot stand in a name.
static std::string withoutLooseBraces(std::string_view Text) {
  std::string Result;
  for (char C : Text)
    Result += C == '{' ? '(' : C == '}' ? ')' : C;
  return Result;
}

std::string variableName(std::string_view Text) {
  if (isVariableName(Text))
    return std::string(Text);
  std::string Name = "{" + std::string(Text) + "}";
  for (char &C : Name)
    if (C == '\n' || C == '\r' || C == ';')
      C = ' ';
  if (lengthOfBraceName(Name) != Name.size())
    Name =
        "{" +
        withoutLooseBraces(std::string_view(Name).substr(1, Name.size() - 2)) +
        "}";
  return isVariableName(Name) ? Name : "{?}";
}

} // namespace predabs::bp
