#include "predicates/discovery/Region.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace predabs::horn {

using namespace ir;

size_t Region::numPoints() const {
  size_t N = 0;
  for (const Procedure &P : Procs)
    N += P.Points.size();
  return N;
}

namespace {

/// Where a statement is: function and block by id, position.
using Position = std::tuple<uint32_t, BlockId, uint32_t>;

Position positionOf(const PathStep &S) { return {S.Func->Id, S.Block, S.Stmt}; }

/// Which part of the program is wanted.
class Selection {
public:
  virtual ~Selection() = default;
  virtual bool has(const Function &F, BlockId From, BlockId To) const = 0;
  /// Functions that the call enters.
  virtual CallTargets entered(const Function &F, BlockId B,
                              uint32_t Position) const = 0;
};

class WholeProgram : public Selection {
public:
  explicit WholeProgram(const Aliases &A) : A(A) {}
  bool has(const Function &, BlockId, BlockId) const override { return true; }
  CallTargets entered(const Function &F, BlockId B,
                      uint32_t Position) const override {
    CallTargets T = A.targets(F.Blocks[B].Stmts[Position]);
    size_t Before = T.Known.size();
    std::erase_if(T.Known,
                  [](const Function *Callee) { return !Callee->isDefined(); });
    T.AndOthers |= T.Known.size() != Before;
    return T;
  }

private:
  const Aliases &A;
};

class PathOnly : public Selection {
public:
  explicit PathOnly(const Path &P) {
    std::vector<const PathStep *> Last; // of each open call
    for (size_t I = 0; I < P.Steps.size(); ++I) {
      const PathStep &S = P.Steps[I];
      Last.resize(S.Depth + 1);
      if (Last.back() && Last.back()->isBlockEnd())
        Edges.insert({S.Func->Id, Last.back()->Block, S.Block});
      Last.back() = &S;
      if (P.enters(I))
        Entered[positionOf(S)].insert(P.Steps[I + 1].Func);
    }
  }
  bool has(const Function &F, BlockId From, BlockId To) const override {
    return Edges.contains({F.Id, From, To});
  }
  CallTargets entered(const Function &F, BlockId B,
                      uint32_t Position) const override {
    CallTargets T;
    auto Found = Entered.find({F.Id, B, Position});
    if (Found != Entered.end())
      T.Known.assign(Found->second.begin(), Found->second.end());
    return T;
  }

private:
  struct ById {
    bool operator()(const Function *A, const Function *B) const {
      return A->Id < B->Id;
    }
  };
  /// Function, and from which block to which.
  std::set<std::tuple<uint32_t, BlockId, BlockId>> Edges;
  std::map<Position, std::set<const Function *, ById>> Entered;
};

class Builder {
public:
  Builder(const Selection &Wanted, const PathStep &Goal, size_t MaxStmts)
      : Wanted(Wanted), Goal(Goal), MaxStmts(MaxStmts) {}

  Region build(const Function &Entry) {
    procedure(Entry);
    for (size_t I = 0; I < R.Procs.size() && NumStmts <= MaxStmts; ++I)
      fill(uint32_t(I));
    return NumStmts <= MaxStmts ? std::move(R) : Region();
  }

private:
  uint32_t procedure(const Function &F) {
    auto [It, IsNew] = ProcOf.try_emplace(F.Id, uint32_t(R.Procs.size()));
    if (IsNew)
      R.Procs.push_back({&F, {}});
    return It->second;
  }

  void fill(uint32_t Proc) {
    const Function &F = *R.Procs[Proc].Of;
    Filled = Proc;
    First.clear();
    Open.clear();
    // The entry is on no cycle, even if its block is.
    uint32_t Entry = newPoint(0), Begin = firstPoint(0);
    at(Entry).Succs = {Begin};
    while (!Open.empty()) {
      BlockId B = Open.back();
      Open.pop_back();
      fillBlock(F, B);
    }
  }

  uint32_t newPoint(BlockId B) {
    std::vector<Point> &Points = R.Procs[Filled].Points;
    Points.emplace_back().Block = B;
    return uint32_t(Points.size() - 1);
  }
  uint32_t firstPoint(BlockId B) {
    auto [It, IsNew] = First.try_emplace(B, 0);
    if (IsNew) {
      It->second = newPoint(B);
      Open.push_back(B);
    }
    return It->second;
  }
  Point &at(uint32_t Index) { return R.Procs[Filled].Points[Index]; }
  /// A point that follows \p Index.
  uint32_t append(uint32_t Index) {
    uint32_t Next = newPoint(at(Index).Block);
    at(Index).Succs = {Next};
    return Next;
  }

  bool isGoal(const Function &F, BlockId B, uint32_t Position) const {
    return &F == Goal.Func && B == Goal.Block && Position == Goal.Stmt;
  }

  void fillBlock(const Function &F, BlockId B) {
    uint32_t Here = First.at(B);
    const std::vector<Stmt> &Stmts = F.Blocks[B].Stmts;
    NumStmts += Stmts.size();
    for (uint32_t I = 0; I < Stmts.size(); ++I) {
      if (isGoal(F, B, I)) {
        at(append(Here)).IsGoal = true;
        return;
      }
      Here = addStatement(F, B, I, Here);
    }
    for (BlockId To : F.Blocks[B].Succs)
      if (Wanted.has(F, B, To)) {
        uint32_t Next = firstPoint(To);
        at(Here).Succs.push_back(Next);
      }
  }

  /// The point behind it.
  uint32_t addStatement(const Function &F, BlockId B, uint32_t I,
                        uint32_t Here) {
    const Stmt &S = F.Blocks[B].Stmts[I];
    CallTargets T;
    if (S.Kind == StmtKind::Call)
      T = Wanted.entered(F, B, I);
    if (T.Known.empty()) {
      at(Here).Stmts.push_back(&S);
      return Here;
    }
    std::vector<uint32_t> Callees;
    for (const Function *Callee : T.Known)
      Callees.push_back(procedure(*Callee));
    at(Here).Call = &S;
    at(Here).Callees = std::move(Callees);
    at(Here).CallsOthers = T.AndOthers;
    return append(Here);
  }

  const Selection &Wanted;
  const PathStep &Goal;
  size_t MaxStmts, NumStmts = 0;
  Region R;
  std::map<uint32_t, uint32_t> ProcOf; ///< by Function::Id
  uint32_t Filled = 0;                 ///< being filled
  std::map<BlockId, uint32_t> First;
  std::vector<BlockId> Open;
};

} // namespace

Region programOf(const Path &P, const Aliases &A, size_t MaxStmts) {
  return Builder(WholeProgram(A), P.Steps.back(), MaxStmts).build(P.entry());
}

Region foldedPath(const Path &P) {
  return Builder(PathOnly(P), P.Steps.back(), SIZE_MAX).build(P.entry());
}

std::vector<uint32_t> keyOf(const Region &R) {
  std::vector<uint32_t> Key;
  for (const Procedure &P : R.Procs) {
    Key.push_back(P.Of->Id);
    for (const Point &X : P.Points) {
      Key.insert(Key.end(), {X.Block, uint32_t(X.Stmts.size()), X.IsGoal,
                             uint32_t(X.Callees.size())});
      Key.insert(Key.end(), X.Callees.begin(), X.Callees.end());
      Key.push_back(uint32_t(X.Succs.size()));
      Key.insert(Key.end(), X.Succs.begin(), X.Succs.end());
    }
    Key.push_back(UINT32_MAX);
  }
  return Key;
}

bool hasCycle(const Region &R) {
  // By procedure and point, as long as there is one without open successors.
  std::vector<std::pair<uint32_t, uint32_t>> Done;
  std::vector<std::vector<uint32_t>> Open(R.Procs.size());
  std::map<std::pair<uint32_t, uint32_t>,
           std::vector<std::pair<uint32_t, uint32_t>>>
      Before;
  size_t Left = R.numPoints();
  for (uint32_t P = 0; P < R.Procs.size(); ++P)
    for (uint32_t I = 0; I < R.Procs[P].Points.size(); ++I) {
      const Point &X = R.Procs[P].Points[I];
      for (uint32_t Next : X.Succs)
        Before[{P, Next}].push_back({P, I});
      for (uint32_t Q : X.Callees)
        Before[{Q, 0}].push_back({P, I});
      Open[P].push_back(uint32_t(X.Succs.size() + X.Callees.size()));
      if (Open[P].back() == 0)
        Done.push_back({P, I});
    }
  while (!Done.empty()) {
    auto X = Done.back();
    Done.pop_back();
    --Left;
    for (const auto &[P, I] : Before[X])
      if (--Open[P][I] == 0)
        Done.push_back({P, I});
  }
  return Left != 0;
}

Region unfoldedPath(const Path &P) {
  Region R;
  std::vector<std::pair<uint32_t, uint32_t>> Open; // procedure and point
  auto At = [&]() -> Point & {
    return R.Procs[Open.back().first].Points[Open.back().second];
  };
  auto Append = [&](BlockId B) {
    std::vector<Point> &Points = R.Procs[Open.back().first].Points;
    Points.emplace_back().Block = B;
    At().Succs = {uint32_t(Points.size() - 1)};
    Open.back().second = uint32_t(Points.size() - 1);
  };
  for (size_t I = 0; I < P.Steps.size(); ++I) {
    const PathStep &S = P.Steps[I];
    if (S.Depth >= Open.size()) {
      Open.push_back({uint32_t(R.Procs.size()), 0});
      R.Procs.push_back({S.Func, {}});
      R.Procs.back().Points.emplace_back().Block = S.Block;
    } else if (S.Depth + 1 < Open.size()) {
      Open.resize(S.Depth + 1);
    }
    if (I + 1 == P.Steps.size()) {
      Append(S.Block);
      At().IsGoal = true;
    } else if (S.isBlockEnd()) {
      Append(S.Block);
    } else if (P.enters(I)) {
      At().Call = &S.statement();
      At().Callees = {uint32_t(R.Procs.size())};
      Append(S.Block);
    } else {
      At().Stmts.push_back(&S.statement());
    }
  }
  return R;
}

} // namespace predabs::horn
