#include "checkers/Engine.h"

#include <algorithm>

using namespace predabs;

namespace {

/// A function whose call means that an assertion failed.
struct FailureFunction {
  std::string_view Name;
  /// Which argument holds the text of the condition; none: -1.
  int Condition;
};

constexpr FailureFunction FailureFunctions[] = {
    {"__assert_fail", 0}, // glibc, musl
    {"__assert_rtn", 3},  // Darwin
    {"__assert", 0},      // POSIX systems of old
    {"__assert_func", 3}, // newlib
    {"reach_error", -1},  // SV-COMP
    {"__VERIFIER_error", -1},
};

const FailureFunction *findFailureFunction(std::string_view Name) {
  for (const FailureFunction &F : FailureFunctions)
    if (F.Name == Name)
      return &F;
  return nullptr;
}

} // namespace

std::vector<std::string_view> predabs::failureFunctions() {
  std::vector<std::string_view> Names;
  for (const FailureFunction &F : FailureFunctions)
    Names.push_back(F.Name);
  return Names;
}

namespace {

/// The string literal whose address \p E is, or nothing.
std::string literalText(const ir::Expr *E) {
  using ir::ExprKind;
  for (;;) {
    switch (E->kind()) {
    case ExprKind::AddrOf:
    case ExprKind::Cast:
      E = E->operand(0);
      continue;
    case ExprKind::Index:
      if (!E->operand(1)->isInt(0))
        return {};
      E = E->operand(0);
      continue;
    case ExprKind::Var: {
      const std::string &Bytes = E->variable()->Bytes;
      return Bytes.substr(0, Bytes.find('\0'));
    }
    default:
      return {};
    }
  }
}

std::string conditionText(const ir::Stmt &Call, const FailureFunction &F) {
  std::string Text;
  if (F.Condition >= 0 && size_t(F.Condition) < Call.Args.size())
    Text = literalText(Call.Args[size_t(F.Condition)]);
  return Text.empty() ? std::string(F.Name) + " is called" : Text;
}

const FailureFunction *calledFailure(const ir::Stmt &S) {
  if (S.Kind != ir::StmtKind::Call || S.Value->kind() != ir::ExprKind::FuncAddr)
    return nullptr;
  return findFailureFunction(S.Value->function()->Name);
}

void findIn(const ir::Function &F, std::vector<Obligation> &Found) {
  for (const ir::Block &B : F.Blocks)
    for (const ir::Stmt &S : B.Stmts)
      if (const FailureFunction *Failure = calledFailure(S))
        Found.push_back({S.Where,
                         F.DisplayName.empty() ? F.Name : F.DisplayName,
                         "assert", conditionText(S, *Failure)});
}

bool isEnabled(const Options &Opts, std::string_view Check) {
  return std::find(Opts.Checks.begin(), Opts.Checks.end(), Check) !=
         Opts.Checks.end();
}

} // namespace

std::vector<Obligation> predabs::findObligations(const ir::Module &M) {
  std::vector<Obligation> Found;
  // Where a failure function has a body, often one that fails an assertion
  // itself, the obligation is its caller's.
  for (const auto &F : M.Functions)
    if (!findFailureFunction(F->Name))
      findIn(*F, Found);
  return Found;
}

Report predabs::check(const ir::Module &M, const Options &Opts) {
  commit(Opts.DebugFault);
  Report R;
  R.Files = M.Files;
  if (isEnabled(Opts, "assert"))
    for (Obligation &O : findObligations(M))
      R.Decisions.push_back(
          {std::move(O), Verdict::Unknown, "not decided by this version", {}});
  return R;
}
