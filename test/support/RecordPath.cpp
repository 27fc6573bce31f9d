// Walking by the graph, see RecordPath.h.

#include "RecordPath.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace predabs {

namespace {

using ir::StmtKind;

/// Where open calls return to.
std::vector<PathStep> openCalls(const Path &P) {
  std::vector<PathStep> Open;
  for (size_t I = 0; I + 1 < P.Steps.size(); ++I) {
    PathStep Behind = P.Steps[I];
    ++Behind.Stmt;
    if (P.enters(I))
      Open.push_back(Behind);
    else if (P.Steps[I + 1].Depth < P.Steps[I].Depth)
      Open.pop_back();
  }
  return Open;
}

std::optional<PathStep> afterCall(const PathStep &S,
                                  std::vector<PathStep> &Open) {
  PathStep Behind = S;
  ++Behind.Stmt;
  const ir::Expr *F = S.statement().Value;
  if (F->kind() != ir::ExprKind::FuncAddr)
    return std::nullopt;
  if (F->function()->Name == "fail")
    return std::nullopt;
  if (!F->function()->isDefined())
    return Behind;
  Open.push_back(Behind);
  return PathStep{F->function(), 0, 0, S.Depth + 1};
}

} // namespace

void extendPath(
    Path &P, size_t MaxSteps,
    const std::function<size_t(const std::vector<std::string> &)> &Choose) {
  std::vector<PathStep> Open = openCalls(P);
  while (P.Steps.size() < MaxSteps) {
    PathStep S = P.Steps.back();
    std::optional<PathStep> Next;
    if (S.isBlockEnd()) {
      const auto &Succs = S.block().Succs;
      if (Succs.empty())
        return;
      std::vector<std::string> Names;
      for (ir::BlockId B : Succs)
        Names.push_back(S.Func->Blocks[B].Name);
      size_t N = Names.size() == 1 ? 0 : Choose(Names);
      if (N >= Succs.size())
        return;
      Next = PathStep{S.Func, Succs[N], 0, S.Depth};
    } else if (S.statement().Kind == StmtKind::Call) {
      Next = afterCall(S, Open);
    } else if (S.statement().Kind == StmtKind::Return) {
      if (Open.empty())
        return;
      Next = Open.back();
      Open.pop_back();
    } else {
      Next = S;
      ++Next->Stmt;
    }
    if (!Next)
      return;
    P.Steps.push_back(*Next);
  }
}

Path pathThrough(const ir::Function &Entry,
                 const std::vector<std::string> &Blocks) {
  Path P{{{&Entry, 0, 0, 0}}};
  size_t At = 0;
  extendPath(P, 100'000, [&](const std::vector<std::string> &Names) {
    if (At == Blocks.size())
      return Names.size();
    return size_t(std::find(Names.begin(), Names.end(), Blocks[At++]) -
                  Names.begin());
  });
  return P;
}

} // namespace predabs
