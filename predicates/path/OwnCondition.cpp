#include "predicates/path/OwnCondition.h"

#include <set>

namespace predabs::path {

namespace {

bool isDecision(const PathStep &S) {
  return !S.isBlockEnd() && S.Stmt == 0 &&
         S.statement().Kind == ir::StmtKind::Assume;
}

/// The macro of an assertion, arguments included, is at one place of the
/// source.
uint32_t beginOfAssertion(const Path &P) {
  const PathStep &Goal = P.Steps.back();
  size_t Begin = P.Steps.size() - 1;
  std::set<std::pair<ir::BlockId, uint32_t>> Seen; // in a loop, the last time
  for (size_t I = Begin; I-- > 0;) {
    const PathStep &S = P.Steps[I];
    if (S.Depth < Goal.Depth)
      break;
    if (S.Depth > Goal.Depth || S.isBlockEnd())
      continue;
    if (S.statement().Where != Goal.statement().Where ||
        !Seen.insert({S.Block, S.Stmt}).second)
      break;
    Begin = I;
  }
  return uint32_t(Begin);
}

enum class Where : uint8_t { SameFunction, Callers };

/// The last decision before the end, and those in the same line.
uint32_t beginOfLastDecision(const Path &P, Where In) {
  uint32_t Depth = P.Steps.back().Depth;
  size_t Last = P.Steps.size() - 1, Begin = Last;
  for (size_t I = Last + 1; I-- > 0;) {
    const PathStep &S = P.Steps[I];
    if (S.Depth > Depth)
      continue;
    if (S.Depth < Depth && (Begin != Last || In == Where::SameFunction))
      break;
    Depth = S.Depth;
    if (!isDecision(S))
      continue;
    if (Begin != Last && S.statement().Where.Line !=
                             P.Steps[Begin].statement().Where.Line)
      break;
    Begin = I;
  }
  return uint32_t(Begin);
}

/// Whether the end of \p P is what the macro of an assertion calls.
bool isAssertion(const Path &P) {
  if (P.Steps.back().isBlockEnd())
    return false;
  const ir::Expr *Callee = P.Steps.back().statement().Value;
  if (!Callee || Callee->kind() != ir::ExprKind::FuncAddr)
    return false;
  const std::string &Name = Callee->function()->Name;
  return Name.find("assert") != Name.npos || Name == "__predabs_fail";
}

} // namespace

uint32_t conditionBegin(const Path &P) {
  if (!isAssertion(P))
    return beginOfLastDecision(P, Where::Callers);
  uint32_t Begin = beginOfAssertion(P);
  for (size_t I = Begin; I < P.Steps.size(); ++I)
    if (isDecision(P.Steps[I]))
      return Begin;
  return beginOfLastDecision(P, Where::SameFunction);
}

} // namespace predabs::path
