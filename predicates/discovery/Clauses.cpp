#include "predicates/discovery/Clauses.h"

#include <algorithm>

namespace predabs::horn {

using namespace ir;
using prover::HornAtom;
using prover::HornClause;
using prover::HornTerm;

namespace {

class Maker {
public:
  Maker(const Region &R, Context &Ctx, Cells &C, Cuts Where, uint64_t MaxSteps)
      : R(R), Ctx(Ctx), C(C), Before(C.steps()),
        MaxSteps(MaxSteps ? MaxSteps : UINT64_MAX), D(R, C, MaxSteps),
        Where(Where) {}

  Clauses make() {
    if (D.isComplete())
      makeAll();
    Result.AreComplete = D.isComplete() && !isSpent();
    Result.Steps = steps();
    return std::move(Result);
  }

private:
  void makeAll() {
    findProcedures();
    for (uint32_t P = 0; P < R.Procs.size() && !isSpent(); ++P)
      if (Wanted[P].IsUsed)
        declare(P);
    for (uint32_t P = 0; P < R.Procs.size() && !isSpent(); ++P)
      if (Wanted[P].IsUsed)
        define(P);
  }

  uint64_t steps() const {
    return C.steps() - Before + Result.System.numTerms() + Copied;
  }
  bool isSpent() const { return steps() > MaxSteps; }

  static constexpr uint32_t None = UINT32_MAX;
  /// More ways through the same code are not looked at one by one.
  static constexpr uint32_t MaxWays = 8;

  struct ProcInfo {
    bool IsUsed = false;
    /// Somebody goes on behind its return.
    bool Returns = false;
    /// The values that it is entered with that matter; first those that
    /// change.
    std::vector<const Expr *> Entry;
    size_t NumChanging = 0;
    std::vector<uint32_t> Relation; ///< by point; None: no relation
    uint32_t Exit = None;

    std::span<const Expr *const> changing() const {
      return {Entry.data(), NumChanging};
    }
  };

  /// What is known on the way from one relation to the next.
  struct Walk {
    uint32_t Point = 0;
    State Now;
    /// The values of ProcInfo::changing().
    std::vector<HornTerm> Old;
    std::vector<HornAtom> Body;
    std::vector<HornTerm> Conditions;
    std::vector<const Stmt *> Stmts;
    std::vector<std::pair<size_t, uint32_t>> Returned;
  };

  const Procedure &proc(uint32_t P) const { return R.Procs[P]; }

  void findProcedures() {
    Wanted.resize(R.Procs.size());
    Wanted[0].IsUsed = true;
    bool More;
    do {
      More = false;
      for (uint32_t P = 0; P < R.Procs.size(); ++P)
        for (uint32_t I = 0; Wanted[P].IsUsed && I < proc(P).Points.size(); ++I)
          More |= findCallees(P, I);
    } while (More);
  }

  bool findCallees(uint32_t P, uint32_t I) {
    const Point &X = proc(P).Points[I];
    if (!X.Call || !D.callMatters(X, D.behind(P, I)))
      return false;
    bool More = false;
    for (uint32_t Q : X.Callees) {
      More |= !Wanted[Q].IsUsed;
      Wanted[Q].IsUsed = Wanted[Q].Returns = true;
    }
    return More;
  }

  bool isChanged(uint32_t P, const Expr *Cell) {
    for (const Point &X : proc(P).Points) {
      for (const Stmt *S : X.Stmts)
        if (C.after(*S, Cell) != Cell)
          return true;
      if (X.Call && (X.Call->Dest == Cell || C.after(*X.Call, Cell) != Cell))
        return true;
    }
    return false;
  }

  void declare(uint32_t P) {
    ProcInfo &I = Wanted[P];
    if (I.Returns) {
      std::vector<const Expr *> Fixed;
      for (const Expr *Cell : D.atEntry(P))
        (isChanged(P, Cell) ? I.Entry : Fixed).push_back(Cell);
      I.NumChanging = I.Entry.size();
      I.Entry.insert(I.Entry.end(), Fixed.begin(), Fixed.end());
      declareExit(P);
    }
    I.Relation.assign(proc(P).Points.size(), None);
    std::vector<bool> IsCut = findCuts(P);
    for (uint32_t Point = 0; Point < IsCut.size(); ++Point)
      if (IsCut[Point])
        I.Relation[Point] = relation({P, Point, argumentsAt(P, Point)});
  }

  /// Cells with a value at each relation of \p P.
  CellSet cellsAt(uint32_t P, uint32_t Point) const {
    CellSet Cells = Point == 0 ? D.atEntry(P) : D.before(P, Point);
    const ProcInfo &I = Wanted[P];
    Cells.insert(I.Entry.begin() + ptrdiff_t(I.NumChanging), I.Entry.end());
    return Cells;
  }
  std::vector<Argument> argumentsAt(uint32_t P, uint32_t Point) const {
    std::vector<Argument> Args;
    if (Point != 0)
      for (const Expr *Cell : Wanted[P].changing())
        Args.push_back({Argument::Moment::Entry, Cell});
    for (const Expr *Cell : cellsAt(P, Point))
      Args.push_back({Argument::Moment::Now, Cell});
    return Args;
  }
  void declareExit(uint32_t P) {
    std::vector<Argument> Args;
    const ProcInfo &I = Wanted[P];
    for (size_t K = 0; K < I.Entry.size(); ++K)
      Args.push_back(
          {K < I.NumChanging ? Argument::Moment::Entry : Argument::Moment::Now,
           I.Entry[K]});
    if (D.needsResult(P))
      Args.push_back({Argument::Moment::Result, nullptr});
    for (const Expr *Cell : D.atExit(P))
      Args.push_back({Argument::Moment::Now, Cell});
    Wanted[P].Exit =
        relation({P, uint32_t(proc(P).Points.size()), std::move(Args)});
  }
  uint32_t relation(RelationInfo Info) {
    Result.Relations.push_back(std::move(Info));
    return Result.System.relation(
        uint32_t(Result.Relations.back().Args.size()));
  }

  /// Every cycle has one, as all points are reached from the entry, which is on
  /// none.
  std::vector<bool> findCuts(uint32_t P) const {
    const std::vector<Point> &Points = proc(P).Points;
    std::vector<bool> IsCut(Points.size());
    std::vector<uint32_t> Order = orderOf(Points), Rank(Points.size());
    for (uint32_t I = 0; I < Order.size(); ++I)
      Rank[Order[I]] = I;
    // Ways that lead to a point from the relations before it.
    std::vector<uint32_t> Ways(Points.size());
    Ways[0] = 1;
    for (uint32_t X : Order) {
      if (X != 0 && !Points[X].IsGoal)
        IsCut[X] = IsCut[X] || Where == Cuts::Blocks || Ways[X] > maxWays();
      if (IsCut[X])
        Ways[X] = 1;
      for (uint32_t Next : Points[X].Succs) {
        if (Rank[Next] <= Rank[X])
          IsCut[Next] = true;
        Ways[Next] += Ways[X];
      }
    }
    IsCut[0] = D.reachesGoal(P) && (P != 0 || Wanted[P].Returns);
    return IsCut;
  }
  uint32_t maxWays() const { return Where == Cuts::Joins ? 1 : MaxWays; }

  /// The points, each before its successors but for cycles.
  static std::vector<uint32_t> orderOf(const std::vector<Point> &Points) {
    std::vector<uint32_t> Order;
    std::vector<bool> Seen(Points.size());
    // A point with the number of successors that were looked at.
    std::vector<std::pair<uint32_t, size_t>> Open = {{0, 0}};
    Seen[0] = true;
    while (!Open.empty()) {
      auto &[X, Done] = Open.back();
      if (Done == Points[X].Succs.size()) {
        Order.push_back(X);
        Open.pop_back();
        continue;
      }
      uint32_t Next = Points[X].Succs[Done++];
      if (!Seen[Next]) {
        Seen[Next] = true;
        Open.push_back({Next, 0});
      }
    }
    std::reverse(Order.begin(), Order.end());
    return Order;
  }

  void define(uint32_t P) {
    ProcInfo &I = Wanted[P];
    if (I.Relation[0] == None || P == 0)
      begin(P);
    for (uint32_t Point = 0; Point < I.Relation.size(); ++Point)
      if (I.Relation[Point] != None && !isSpent())
        from(P, Point);
  }

  /// The entry of \p P with any values.
  void begin(uint32_t P) {
    Encoding E(Ctx, Result.System);
    Walk W;
    for (const Expr *Cell : cellsAt(P, 0))
      W.Now[Cell] = E.unknownCell(Cell);
    for (const Expr *Cell : Wanted[P].changing())
      W.Old.push_back(E.number(Cell, W.Now));
    if (Wanted[P].Relation[0] != None)
      arrive(P, W, E);
    else
      walk(P, std::move(W), E);
  }

  void from(uint32_t P, uint32_t Point) {
    Encoding E(Ctx, Result.System);
    Walk W;
    W.Point = Point;
    uint32_t Rel = Wanted[P].Relation[Point];
    HornAtom Here = {Rel, {}};
    for (const Argument &A : Result.Relations[Rel].Args) {
      HornTerm V = E.unknownCell(A.Cell);
      Here.Args.push_back(V);
      if (A.When == Argument::Moment::Entry)
        W.Old.push_back(V);
      else
        W.Now[A.Cell] = V;
    }
    if (Point == 0)
      for (const Expr *Cell : Wanted[P].changing())
        W.Old.push_back(W.Now.at(Cell));
    W.Body.push_back(std::move(Here));
    walk(P, std::move(W), E);
  }

  /// Follows all ways from where \p First is to the next relations.
  void walk(uint32_t P, Walk First, Encoding &E) {
    std::vector<Walk> Open = {std::move(First)};
    // Each function that a call may enter is a way of its own.
    while (!Open.empty() && !isSpent()) {
      Walk W = std::move(Open.back());
      Open.pop_back();
      const Point &X = proc(P).Points[W.Point];
      if (X.IsGoal) {
        Result.Trails.push_back(
            {Trail::Goal, proc(P).Of, W.Stmts, W.Returned, nullptr});
        emit(W, E, std::nullopt);
        continue;
      }
      if (!execute(P, W, E))
        continue;
      std::vector<Walk> Behind;
      if (X.Call)
        call(P, std::move(W), E, Behind);
      else
        Behind.push_back(std::move(W));
      for (const Walk &Next : Behind)
        proceed(P, Next, X, E, Open);
    }
  }

  void proceed(uint32_t P, const Walk &W, const Point &X, Encoding &E,
               std::vector<Walk> &Open) {
    for (size_t I = X.Succs.size(); I-- > 0;) {
      Walk Next = W;
      Copied += 1 + W.Now.size() + W.Conditions.size() + W.Stmts.size();
      Next.Point = X.Succs[I];
      if (Wanted[P].Relation[Next.Point] != None)
        arrive(P, Next, E);
      else
        Open.push_back(std::move(Next));
    }
  }

  void emit(const Walk &W, const Encoding &E, std::optional<HornAtom> Head) {
    HornClause Clause;
    Clause.Body = W.Body;
    Clause.Conditions = E.Conditions;
    Clause.Conditions.insert(Clause.Conditions.end(), W.Conditions.begin(),
                             W.Conditions.end());
    Clause.Head = std::move(Head);
    Result.System.add(std::move(Clause));
  }

  void arrive(uint32_t P, Walk &W, Encoding &E) {
    HornAtom Head = {Wanted[P].Relation[W.Point], {}};
    if (W.Point != 0)
      Head.Args = W.Old;
    for (const Expr *Cell : cellsAt(P, W.Point))
      Head.Args.push_back(E.number(Cell, W.Now));
    Result.Trails.push_back(
        {Head.Relation, proc(P).Of, W.Stmts, W.Returned, nullptr});
    emit(W, E, std::move(Head));
  }

  /// The statements of the point. False: it ends in a return.
  bool execute(uint32_t P, Walk &W, Encoding &E) {
    const Point &X = proc(P).Points[W.Point];
    std::vector<CellSet> Behind = D.behindStatements(P, W.Point);
    for (size_t I = 0; I < X.Stmts.size(); ++I) {
      const Stmt &S = *X.Stmts[I];
      W.Stmts.push_back(&S);
      if (S.Kind == StmtKind::Return) {
        leave(P, W, S, E);
        return false;
      }
      if (S.Kind == StmtKind::Assume)
        W.Conditions.push_back(E.condition(S.Value, W.Now));
      State Next;
      for (const Expr *Cell : Behind[I + 1]) {
        const Expr *New = C.after(S, Cell);
        Next[Cell] = E.number(New, W.Now);
      }
      keepFixed(P, W.Now, Next);
      W.Now = std::move(Next);
      E.forget();
    }
    return true;
  }

  /// Cells that are arguments everywhere, whether they matter there or not.
  void keepFixed(uint32_t P, const State &From, State &To) const {
    const ProcInfo &I = Wanted[P];
    for (size_t K = I.NumChanging; K < I.Entry.size(); ++K)
      if (auto Found = From.find(I.Entry[K]); Found != From.end())
        To.insert(*Found);
  }

  void leave(uint32_t P, Walk &W, const Stmt &S, Encoding &E) {
    const ProcInfo &I = Wanted[P];
    if (!I.Returns)
      return;
    HornAtom Head = {I.Exit, W.Old};
    for (size_t K = I.NumChanging; K < I.Entry.size(); ++K)
      Head.Args.push_back(E.number(I.Entry[K], W.Now));
    if (D.needsResult(P))
      Head.Args.push_back(S.Value ? E.number(S.Value, W.Now)
                                  : E.unknown(proc(P).Of->Ty->inner()));
    for (const Expr *Cell : D.atExit(P))
      Head.Args.push_back(E.number(Cell, W.Now));
    Result.Trails.push_back(
        {Head.Relation, proc(P).Of, W.Stmts, W.Returned, nullptr});
    emit(W, E, std::move(Head));
  }

  void call(uint32_t P, Walk W, Encoding &E, std::vector<Walk> &Behind) {
    const Point &X = proc(P).Points[W.Point];
    CellSet Needed = D.behind(P, W.Point);
    if (!D.callMatters(X, Needed)) {
      Behind.push_back(std::move(W));
      return;
    }
    for (uint32_t Q : X.Callees) {
      Copied += 1 + W.Now.size() + W.Conditions.size() + W.Stmts.size();
      enter(P, Q, *X.Call, W, E);
      Behind.push_back(returned(P, Q, *X.Call, W, Needed, E));
    }
    if (X.CallsOthers)
      Behind.push_back(returned(P, None, *X.Call, W, Needed, E));
  }

  HornTerm given(uint32_t Q, const Stmt &Call, const Expr *Cell, Walk &W,
                 Encoding &E) {
    return E.number(C.inCaller(Call, *proc(Q).Of, Cell), W.Now);
  }

  void enter(uint32_t P, uint32_t Q, const Stmt &Call, Walk &W, Encoding &E) {
    if (Wanted[Q].Relation[0] == None)
      return;
    HornAtom Head = {Wanted[Q].Relation[0], {}};
    for (const Expr *Cell : cellsAt(Q, 0))
      Head.Args.push_back(given(Q, Call, Cell, W, E));
    Result.Trails.push_back(
        {Head.Relation, proc(P).Of, W.Stmts, W.Returned, &Call});
    emit(W, E, std::move(Head));
  }

  /// Behind a call of \p Q, or None for something unknown.
  Walk returned(uint32_t P, uint32_t Q, const Stmt &Call, Walk W,
                const CellSet &Needed, Encoding &E) {
    std::map<const Expr *, HornTerm, ById> Exit;
    std::optional<HornTerm> Value;
    if (Q != None) {
      HornAtom Summary = {Wanted[Q].Exit, {}};
      for (const Expr *Cell : Wanted[Q].Entry)
        Summary.Args.push_back(given(Q, Call, Cell, W, E));
      if (D.needsResult(Q))
        Summary.Args.push_back(
            Value.emplace(E.unknown(proc(Q).Of->Ty->inner())));
      for (const Expr *Cell : D.atExit(Q))
        Summary.Args.push_back(Exit[Cell] = E.unknown(Cell->type()));
      W.Body.push_back(std::move(Summary));
      W.Returned.push_back({W.Stmts.size(), Wanted[Q].Exit});
    }
    State Next;
    for (const Expr *Cell : Needed) {
      if (Cell == Call.Dest && Value) {
        Next[Cell] = *Value;
        continue;
      }
      const Expr *There = Q != None && C.mayChange(Call, Cell)
                              ? C.inCallee(Call, *proc(Q).Of, Cell)
                              : nullptr;
      auto Found = There ? Exit.find(There) : Exit.end();
      Next[Cell] = Found != Exit.end() ? Found->second
                                       : E.number(C.after(Call, Cell), W.Now);
    }
    keepFixed(P, W.Now, Next);
    W.Now = std::move(Next);
    W.Stmts.push_back(&Call);
    E.forget();
    return W;
  }

  const Region &R;
  Context &Ctx;
  Cells &C;
  uint64_t Before, MaxSteps;
  uint64_t Copied = 0; ///< parts of walks
  LiveCells D;
  Cuts Where;
  std::vector<ProcInfo> Wanted; ///< by procedure
  Clauses Result;
};

} // namespace

Clauses clausesOf(const Region &R, Context &Ctx, Cells &C, Cuts Where,
                  uint64_t MaxSteps) {
  return Maker(R, Ctx, C, Where, MaxSteps).make();
}

} // namespace predabs::horn
