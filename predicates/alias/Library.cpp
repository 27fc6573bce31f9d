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
/// protocol (checkers/protocols/Instrument.h): any value of the type it
/// returns, and nothing else.
const LibraryFunction *findInput(const Function &F) {
  static const LibraryFunction Number = {
      "__VERIFIER_nondet", LibraryFunction::Result::Number, nothing(),
      LibraryFunction::Contents::Bytes};
  static const LibraryFunction Address = {
      "__VERIFIER_nondet", LibraryFunction::Result::Others, nothing(),
      LibraryFunction::Contents::Bytes};
  if (!F.Name.starts_with("__VERIFIER_nondet") && !isEvent(F))
    return nullptr;
  const Type *Result = F.Ty->inner();
  return Result->isInt() || Result->isFloat() || Result->isVoid() ? &Number
                                                                  : &Address;
}

} // namespace

const LibraryFunction *findLibraryFunction(const Function &F) {
  if (F.isDefined() || F.IsInternal)
    return nullptr;
  if (const LibraryFunction *Input = findInput(F))
    return Input;
  std::string_view Name = F.Name;
  auto It = table().find(Name);
  for (std::string_view Prefix : {"__builtin_", "__isoc23_"})
    if (It == table().end() && Name.starts_with(Prefix))
      It = table().find(Name.substr(Prefix.size()));
  return It == table().end() ? nullptr : &It->second;
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
  static constexpr std::string_view Names[] = {
      "optarg",     "optind",    "opterr",     "optopt",
      "environ",    "__environ", "timezone",   "daylight",
      "tzname",     "signgam",   "h_errno",    "program_invocation_name",
      "__timezone", "__tzname",  "__daylight", "program_invocation_short_name",
      "stdin",      "stdout",    "stderr",     "getdate_err"};
  return V.isGlobal() && !V.IsDefined &&
         std::find(std::begin(Names), std::end(Names), V.Name) !=
             std::end(Names);
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
