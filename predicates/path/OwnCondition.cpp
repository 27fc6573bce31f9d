#include "predicates/path/OwnCondition.h"

#include "predicates/ir/Calls.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>
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
    if (Begin != Last &&
        S.statement().Where.Line != P.Steps[Begin].statement().Where.Line)
      break;
    Begin = I;
  }
  return uint32_t(Begin);
}

/// Whether \p S is what the macro of an assertion calls.
bool isAssertionFailure(const ir::Stmt &S) {
  const ir::Function *Callee = ir::directCallee(S);
  return Callee && (Callee->Name.find("assert") != std::string::npos ||
                    Callee->Name == "__predabs_fail");
}

/// Whether that is at the end of \p P.
bool isAssertion(const Path &P) {
  return !P.Steps.back().isBlockEnd() &&
         isAssertionFailure(P.Steps.back().statement());
}

/// The step of \p P with which the evaluation of the condition begins; the last
/// one if the failure has none.
uint32_t conditionBegin(const Path &P) {
  if (!isAssertion(P))
    return beginOfLastDecision(P, Where::Callers);
  uint32_t Begin = beginOfAssertion(P);
  for (size_t I = Begin; I < P.Steps.size(); ++I)
    if (isDecision(P.Steps[I]))
      return Begin;
  return beginOfLastDecision(P, Where::SameFunction);
}

bool isBetween(const ir::Loc &First, const ir::Loc &X, const ir::Loc &Last) {
  auto At = [](const ir::Loc &L) { return std::pair(L.Line, L.Column); };
  return First.File == X.File && X.File == Last.File && At(First) <= At(X) &&
         At(X) <= At(Last);
}

/// Values that are followed back to where they come from.
constexpr size_t MaxFollowed = 1000;

/// Where the values that a condition reads come from, as far as they were
/// assigned by name.
class OwnSteps {
public:
  explicit OwnSteps(const Path &P) : P(P), Own(P.Steps.size()) {}

  std::vector<bool> run() {
    for (size_t I = conditionBegin(P); I < P.Steps.size(); ++I)
      add(I);
    for (size_t Left = MaxFollowed; Left > 0 && !Work.empty(); --Left) {
      auto [I, Place] = Work.back();
      Work.pop_back();
      follow(I, Place);
    }
    return std::move(Own);
  }

private:
  void add(size_t I) {
    Own[I] = true;
    if (!P.Steps[I].isBlockEnd())
      for (const ir::Expr *Root : ir::rootsOf(P.Steps[I].statement()))
        read(I, Root);
  }

  void read(size_t I, const ir::Expr *E) {
    for (const ir::Expr *Place : ir::placesRead(E))
      if (Seen.insert({I, Place}).second)
        Work.emplace_back(I, Place);
  }

  /// Looks for what gave \p Place the value that step \p I reads.
  void follow(size_t I, const ir::Expr *Place) {
    const uint32_t Depth = P.Steps[I].Depth;
    while (I-- > 0 && P.Steps[I].Depth >= Depth) {
      const PathStep &S = P.Steps[I];
      if (S.Depth > Depth || S.isBlockEnd() || S.statement().Dest != Place)
        continue;
      if (S.statement().Kind == ir::StmtKind::Call)
        return followCall(I);
      if (S.statement().Value)
        read(I, S.statement().Value);
      return addOperators(I, Place);
    }
  }

  void followCall(size_t I) {
    size_t Last = I;
    while (Last + 1 < P.Steps.size() &&
           P.Steps[Last + 1].Depth > P.Steps[I].Depth)
      ++Last;
    const PathStep &S = P.Steps[Last];
    if (Last != I && S.Depth == P.Steps[I].Depth + 1 && !S.isBlockEnd() &&
        S.statement().Kind == ir::StmtKind::Return && S.statement().Value)
      read(Last, S.statement().Value);
  }

  /// `a && b`, `a || b` and `c ? a : b` are decided on the way to the step that
  /// gives a temporary their value; that begins where they stand.
  void addOperators(size_t Given, const ir::Expr *Place) {
    if (Place->kind() != ir::ExprKind::Var ||
        Place->variable()->Kind != ir::Storage::Temporary)
      return;
    const PathStep &Last = P.Steps[Given];
    for (size_t I = Given; I-- > 0 && P.Steps[I].Depth >= Last.Depth;) {
      const PathStep &S = P.Steps[I];
      if (S.Depth == Last.Depth && !S.isBlockEnd() &&
          !isBetween(Place->variable()->Where, S.statement().Where,
                     Last.statement().Where))
        return;
      add(I);
    }
  }

  const Path &P;
  std::vector<bool> Own;
  std::vector<std::pair<size_t, const ir::Expr *>> Work;
  std::set<std::pair<size_t, const ir::Expr *>> Seen;
};

} // namespace

std::vector<bool> conditionSteps(const Path &P) { return OwnSteps(P).run(); }

bool passesAssertion(const Path &P, size_t I) {
  if (I == 0 || !isDecision(P.Steps[I]) || !P.Steps[I - 1].isBlockEnd())
    return false;
  const ir::Block &From = P.Steps[I - 1].block();
  return std::ranges::any_of(From.Succs, [&](ir::BlockId Other) {
    const auto &Stmts = P.Steps[I].Func->Blocks[Other].Stmts;
    return Other != P.Steps[I].Block &&
           std::ranges::any_of(Stmts, isAssertionFailure);
  });
}

} // namespace predabs::path
