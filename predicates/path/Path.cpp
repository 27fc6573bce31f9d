// Printing and checking paths, see Path.h.

#include "predicates/path/Path.h"

#include "predicates/ir/Print.h"

namespace predabs {

namespace {

using ir::StmtKind;

std::string textOf(const PathStep &S) {
  if (!S.isBlockEnd())
    return ir::print(S.statement());
  return "(end of " + S.block().Name + ")";
}

bool exists(const PathStep &S) {
  return S.Func && S.Block < S.Func->Blocks.size() &&
         S.Stmt <= S.block().Stmts.size();
}

bool isBeginning(const PathStep &S) { return S.Block == 0 && S.Stmt == 0; }

PathStep behind(PathStep S) {
  ++S.Stmt;
  return S;
}

/// Follows a path with the calls that are open.
class Follower {
public:
  /// Why \p To cannot come after \p From, or nothing.
  std::optional<std::string> step(const PathStep &From, const PathStep &To) {
    if (From.isBlockEnd())
      return jump(From, To);
    switch (From.statement().Kind) {
    case StmtKind::Call:
      return call(From, To);
    case StmtKind::Return:
      return leave(To);
    default:
      return expect(To, behind(From));
    }
  }

private:
  std::optional<std::string> expect(const PathStep &To, const PathStep &Due) {
    if (To == Due)
      return std::nullopt;
    return "is not where the step before leads";
  }

  std::optional<std::string> jump(const PathStep &From, const PathStep &To) {
    for (ir::BlockId B : From.block().Succs)
      if (To.Block == B)
        return expect(To, {From.Func, B, 0, From.Depth});
    return "is in no successor of the block before";
  }

  std::optional<std::string> call(const PathStep &From, const PathStep &To) {
    if (To.Depth == From.Depth)
      return expect(To, behind(From));
    const ir::Expr *Callee = From.statement().Value;
    if (Callee->kind() == ir::ExprKind::FuncAddr &&
        Callee->function() != To.Func)
      return "is in a function that is not called";
    Open.push_back(behind(From));
    return expect(To, {To.Func, 0, 0, From.Depth + 1});
  }

  std::optional<std::string> leave(const PathStep &To) {
    if (Open.empty())
      return "comes after the return of the first function";
    PathStep Due = Open.back();
    Open.pop_back();
    return expect(To, Due);
  }

  std::vector<PathStep> Open; ///< where calls return to
};

} // namespace

std::string print(const Path &P) {
  std::string Out;
  for (size_t I = 0; I < P.Steps.size(); ++I) {
    const PathStep &S = P.Steps[I];
    Out += std::to_string(I) + std::string(2 + 2 * S.Depth, ' ') +
           S.Func->Name + ": " + textOf(S) + "\n";
  }
  return Out;
}

std::optional<std::string> verify(const Path &P) {
  auto At = [](size_t I, const std::string &What) {
    return "step " + std::to_string(I) + " " + What;
  };
  if (P.Steps.empty())
    return "no steps";
  for (size_t I = 0; I < P.Steps.size(); ++I)
    if (!exists(P.Steps[I]))
      return At(I, "does not exist");
  if (!isBeginning(P.Steps[0]) || P.Steps[0].Depth != 0)
    return At(0, "is not the beginning of a function");
  Follower F;
  for (size_t I = 1; I < P.Steps.size(); ++I)
    if (auto Wrong = F.step(P.Steps[I - 1], P.Steps[I]))
      return At(I, *Wrong);
  return std::nullopt;
}

const ir::Function *replaceableOn(const Path &P) {
  for (const PathStep &S : P.Steps)
    if (S.Depth > 0 && S.Func->IsReplaceable && !S.Func->IsSystem)
      return S.Func;
  return nullptr;
}

} // namespace predabs
