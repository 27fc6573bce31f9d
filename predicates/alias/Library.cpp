// Models of library functions, see Library.def.

#include "predicates/alias/Library.h"

#include <algorithm>
#include <climits>
#include <unordered_map>

namespace predabs::alias {

using namespace ir;

namespace {

using Written = LibraryFunction::Written;

Written nothing() { return {}; }
Written arg(unsigned N) {
  Written W;
  W.Args = 1U << N;
  return W;
}
Written bytes(unsigned N, int Count) {
  Written W = arg(N);
  W.Count = Count;
  return W;
}
Written from(unsigned N) {
  Written W;
  W.From = N;
  return W;
}
Written format(int N) {
  Written W;
  W.Format = N;
  return W;
}
Written argAndFormat(unsigned N, int M) {
  Written W = arg(N);
  W.Format = M;
  return W;
}

using Table = std::unordered_map<std::string_view, LibraryFunction>;

const Table &table() {
  static const Table T = {
#define FUNCTION(Name, Gives, Writes, What)                                    \
  {#Name,                                                                      \
   {#Name, LibraryFunction::Result::Gives, Writes,                             \
    LibraryFunction::Contents::What}},
#include "predicates/alias/Library.def"
  };
  return T;
}

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

/// Whether printf may write something because of the format \p Text: after
/// `%` come flags, digits and lengths, then the conversion.
bool hasStore(const std::string &Text) {
  constexpr std::string_view Between = "-+ #0'123456789.*$hlqjzZtLI";
  for (size_t I = Text.find('%'); I < Text.size(); I = Text.find('%', I + 1)) {
    I = Text.find_first_not_of(Between, I + 1);
    if (I < Text.size() && Text[I] == 'n')
      return true;
    if (I == std::string::npos)
      return false;
  }
  return false;
}

} // namespace

namespace {

/// __VERIFIER_nondet_int() and its kin, and what stands for a function of a
/// protocol (checkers/protocols/Instrument.h): any value of the type it
/// returns, and nothing else.
const LibraryFunction *findInput(const Function &F) {
  static const LibraryFunction Number = {
      "__VERIFIER_nondet", LibraryFunction::Result::Number, nothing(),
      LibraryFunction::Contents::Bytes};
  static const LibraryFunction Address = {
      "__VERIFIER_nondet", LibraryFunction::Result::Others, nothing(),
      LibraryFunction::Contents::Bytes};
  if (!F.Name.starts_with("__VERIFIER_nondet") &&
      !F.Name.starts_with("__predabs_event_"))
    return nullptr;
  const Type *Result = F.Ty->inner();
  return Result->isInt() || Result->isFloat() || Result->isVoid() ? &Number
                                                                  : &Address;
}

} // namespace

const LibraryFunction *findLibraryFunction(const Function &F) {
  constexpr std::string_view Prefix = "__builtin_";
  if (F.isDefined() || F.IsInternal)
    return nullptr;
  if (const LibraryFunction *Input = findInput(F))
    return Input;
  std::string_view Name = F.Name;
  auto It = table().find(Name);
  if (It == table().end() && Name.starts_with(Prefix))
    It = table().find(Name.substr(Prefix.size()));
  return It == table().end() ? nullptr : &It->second;
}

std::vector<size_t> writtenArguments(const LibraryFunction &L,
                                     const Stmt &Call) {
  size_t From = L.Writes.From;
  if (L.Writes.Format >= 0) {
    auto At = size_t(L.Writes.Format);
    const std::string *Text =
        At < Call.Args.size() ? literal(Call.Args[At]) : nullptr;
    if (!Text || hasStore(*Text))
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
