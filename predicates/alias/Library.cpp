#include "predicates/alias/Library.h"

#include <algorithm>

namespace predabs::alias {

using namespace ir;

namespace {

/// The contents of the string constant that \p E points to, if it is one.
const std::string *literal(const Expr *E) {
  while (E->kind() == ExprKind::Cast)
    E = E->operand(0);
  if (E->kind() != ExprKind::AddrOf)
    return nullptr;
  E = E->operand(0);
  if (E->kind() == ExprKind::Index && E->operand(1)->isInt(0))
    E = E->operand(0);
  if (E->kind() != ExprKind::Var || !E->variable()->IsConst)
    return nullptr;
  return &E->variable()->Bytes;
}

/// Whether the format \p Text has that conversion: after `%` come flags, digits
/// and lengths, then the conversion.
bool hasConversion(const std::string &Text, char Wanted) {
  constexpr std::string_view Between = "-+ #0'123456789.*$hlqjzZtLI";
  for (size_t I = Text.find('%'); I < Text.size(); I = Text.find('%', I + 1)) {
    I = Text.find_first_not_of(Between, I + 1);
    if (I < Text.size() && Text[I] == Wanted)
      return true;
    if (I == std::string::npos)
      return false;
  }
  return false;
}

} // namespace

bool isEvent(const Function &F) {
  return F.Name.starts_with("__predabs_event_");
}

namespace {

/// __VERIFIER_nondet_int() and its kin, and what stands for a function of a
/// protocol (checkers/protocols/instrument/Instrument.h): any value of the type it
/// returns, and nothing else.
const LibraryFunction *findInput(const Function &F) {
  using Result = LibraryFunction::Result;
  constexpr std::string_view Name = "__VERIFIER_nondet";
  static constexpr LibraryFunction Number = {Name, Result::Number};
  static constexpr LibraryFunction Address = {Name, Result::Others};
  if (!F.Name.starts_with("__VERIFIER_nondet") && !isEvent(F))
    return nullptr;
  const Type *Ty = F.Ty->inner();
  return Ty->isInt() || Ty->isFloat() || Ty->isVoid() ? &Number : &Address;
}

} // namespace

const LibraryFunction *findLibraryFunction(const Function &F) {
  if (F.isDefined() || F.IsInternal)
    return nullptr;
  if (const LibraryFunction *Input = findInput(F))
    return Input;
  const LibraryFunction *L = predabs::findLibraryFunction(F.Name);
  return L && L->Gives != LibraryFunction::Result::Unknown ? L : nullptr;
}

/// The format of a printf, if it is a constant.
static const std::string *format(const LibraryFunction &L, const Stmt &Call) {
  auto At = size_t(L.Writes.Format);
  return L.Writes.Format >= 0 && At < Call.Args.size() ? literal(Call.Args[At])
                                                       : nullptr;
}

bool printsAddresses(const LibraryFunction &L, const Stmt &Call) {
  const std::string *Text = format(L, Call);
  return L.Writes.Format >= 0 && (!Text || hasConversion(*Text, 'p'));
}

bool writesNothing(const Function &F) {
  const LibraryFunction *L = findLibraryFunction(F);
  return L && !L->Writes.Args && L->Writes.From == UINT_MAX &&
         L->Writes.Format < 0;
}

bool isOfSystem(const Variable &V) {
  return V.isGlobal() && !V.IsDefined && isLibraryVariable(V.Name);
}

bool isOfSystem(const Function &F) {
  const LibraryFunction *L = findLibraryFunction(F);
  bool IsInput =
      L && L->Name == "__VERIFIER_nondet" && !(isEvent(F) && F.IsSystem);
  return !F.isDefined() && !IsInput && (L || F.IsSystem);
}

std::vector<size_t> writtenArguments(const LibraryFunction &L,
                                     const Stmt &Call) {
  size_t From = L.Writes.From;
  if (L.Writes.Format >= 0) {
    auto At = size_t(L.Writes.Format);
    const std::string *Text = format(L, Call);
    if (!Text || hasConversion(*Text, 'n'))
      From = At + 1;
  }
  std::vector<size_t> Result;
  for (size_t I = 0; I < Call.Args.size(); ++I)
    if (I >= From || (I < 32 && L.Writes.Args >> I & 1))
      Result.push_back(I);
  return Result;
}

const Expr *byteCount(const LibraryFunction &L, const Stmt &Call) {
  auto At = size_t(L.Writes.Count);
  return L.Writes.Count >= 0 && At < Call.Args.size() ? Call.Args[At] : nullptr;
}

} // namespace predabs::alias
