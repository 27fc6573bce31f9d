#include "predicates/discovery/LiveCells.h"

#include <algorithm>

namespace predabs::horn {

using namespace ir;

LiveCells::LiveCells(const Region &R, Cells &C, uint64_t MaxSteps)
    : R(R), C(C), Live(R.Procs.size()), Exits(R.Procs.size()),
      ToDo(R.Procs.size()), Readers(R.Procs.size()) {
  for (uint32_t P = 0; P < R.Procs.size(); ++P) {
    Live[P].resize(R.Procs[P].Points.size());
    ToDo[P].assign(R.Procs[P].Points.size(), true);
  }
  findEnds();
  findReaders();
  uint64_t LastStep = MaxSteps ? C.steps() + MaxSteps : UINT64_MAX;
  while (IsComplete && sweep(LastStep))
    ;
}

void LiveCells::findReaders() {
  for (uint32_t P = 0; P < R.Procs.size(); ++P)
    Readers[P].resize(R.Procs[P].Points.size());
  for (uint32_t P = 0; P < R.Procs.size(); ++P)
    for (uint32_t I = 0; I < R.Procs[P].Points.size(); ++I) {
      for (uint32_t Next : R.Procs[P].Points[I].Succs)
        Readers[P][Next].push_back({P, I});
      for (uint32_t Q : R.Procs[P].Points[I].Callees)
        Readers[Q][0].push_back({P, I});
    }
}

void LiveCells::touchReaders(uint32_t Proc, uint32_t Point) {
  for (const auto &[P, I] : Readers[Proc][Point])
    ToDo[P][I] = true;
}

void LiveCells::touchReturns(uint32_t Proc) {
  for (uint32_t I = 0; I < R.Procs[Proc].Points.size(); ++I)
    if (R.Procs[Proc].Points[I].returns())
      ToDo[Proc][I] = true;
}

/// Looks again at each point behind which something has changed, the last one
/// first; whether there was one.
bool LiveCells::sweep(uint64_t LastStep) {
  bool Any = false;
  for (uint32_t P = uint32_t(R.Procs.size()); P-- > 0;)
    for (uint32_t I = uint32_t(R.Procs[P].Points.size()); I-- > 0;) {
      if (!ToDo[P][I])
        continue;
      Any = true;
      ToDo[P][I] = false;
      update(P, I);
      IsComplete = C.steps() <= LastStep;
      if (!IsComplete)
        return false;
    }
  return Any;
}

/// The procedures with a point that \p Has says yes to, and their callers.
template <typename Fn> std::vector<bool> LiveCells::spread(Fn Has) const {
  std::vector<bool> Result(R.Procs.size());
  bool More;
  do {
    More = false;
    for (uint32_t P = 0; P < R.Procs.size(); ++P) {
      const std::vector<Point> &Points = R.Procs[P].Points;
      auto Is = [&](const Point &X) {
        return Has(X) || std::any_of(X.Callees.begin(), X.Callees.end(),
                                     [&](uint32_t Q) { return Result[Q]; });
      };
      if (!Result[P] && std::any_of(Points.begin(), Points.end(), Is))
        Result[P] = More = true;
    }
  } while (More);
  return Result;
}

void LiveCells::findEnds() {
  Reaches = spread([](const Point &X) { return X.IsGoal; });
  MayEnd =
      spread([](const Point &X) { return X.Succs.empty() && !X.returns(); });
}

CellSet LiveCells::behind(uint32_t Proc, uint32_t Point) const {
  CellSet Result;
  for (uint32_t Next : R.Procs[Proc].Points[Point].Succs)
    Result.insert(Live[Proc][Next].begin(), Live[Proc][Next].end());
  return Result;
}

CellSet LiveCells::atEntry(uint32_t Proc) const {
  CellSet Result;
  for (const Expr *Cell : Live[Proc][0])
    if (Cells::isOfInterface(*R.Procs[Proc].Of, Cell))
      Result.insert(Cell);
  return Result;
}

bool LiveCells::callMatters(const Point &P, const CellSet &Behind) const {
  auto IsRun = [&](uint32_t Q) { return Reaches[Q] || MayEnd[Q]; };
  if (std::any_of(P.Callees.begin(), P.Callees.end(), IsRun))
    return true;
  return std::any_of(Behind.begin(), Behind.end(), [&](const Expr *Cell) {
    return Cell == P.Call->Dest || C.mayChange(*P.Call, Cell);
  });
}

void LiveCells::markLiveAtExit(uint32_t Callee, const Expr *Cell) {
  if (Exits[Callee].Cells.insert(Cell).second)
    touchReturns(Callee);
}

void LiveCells::markLiveResult(uint32_t Callee) {
  if (!Exits[Callee].Result)
    touchReturns(Callee);
  Exits[Callee].Result = true;
}

CellSet LiveCells::beforeCall(const Point &P, const CellSet &Behind) {
  CellSet Result;
  if (!callMatters(P, Behind))
    return Behind;
  for (const Expr *Cell : Behind) {
    if (Cell == P.Call->Dest) {
      for (uint32_t Q : P.Callees)
        markLiveResult(Q);
    } else if (C.mayChange(*P.Call, Cell)) {
      for (uint32_t Q : P.Callees)
        if (const Expr *There = C.inCallee(*P.Call, *R.Procs[Q].Of, Cell))
          markLiveAtExit(Q, There);
    } else {
      C.collect(C.after(*P.Call, Cell), Result);
    }
  }
  for (uint32_t Q : P.Callees)
    for (const Expr *Cell : atEntry(Q))
      C.collect(C.inCaller(*P.Call, *R.Procs[Q].Of, Cell), Result);
  return Result;
}

std::vector<CellSet> LiveCells::behindStatements(uint32_t Proc,
                                                 uint32_t Point) {
  const horn::Point &X = R.Procs[Proc].Points[Point];
  std::vector<CellSet> Result(X.Stmts.size() + 1);
  Result.back() = behind(Proc, Point);
  if (X.Call)
    Result.back() = beforeCall(X, Result.back());
  for (size_t I = X.Stmts.size(); I-- > 0;) {
    const Stmt &S = *X.Stmts[I];
    CellSet &Before = Result[I];
    if (S.Kind == StmtKind::Return) {
      Before = Exits[Proc].Cells;
      if (S.Value && Exits[Proc].Result)
        C.collect(S.Value, Before);
      continue;
    }
    for (const Expr *Cell : Result[I + 1])
      C.collect(C.after(S, Cell), Before);
    if (S.Kind == StmtKind::Assume)
      C.collect(S.Value, Before);
  }
  return Result;
}

void LiveCells::update(uint32_t Proc, uint32_t Point) {
  CellSet New = behindStatements(Proc, Point).front();
  if (New.size() != Live[Proc][Point].size())
    touchReaders(Proc, Point);
  Live[Proc][Point] = std::move(New);
}

} // namespace predabs::horn
