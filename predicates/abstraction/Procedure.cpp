#include "predicates/abstraction/Procedure.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;
using BpVars = std::vector<const bp::Variable *>;

bool Workshop::isFailure(const Function &F) const {
  const auto &All = Options.Failures;
  return std::find(All.begin(), All.end(), &F) != All.end();
}

ProcedureAbstraction::ProcedureAbstraction(Workshop &W, const Function &F)
    : W(W), F(F), Own(W.Interfaces[F.Id]), Proc(*W.Procs[F.Id]),
      Exprs(W.Result.Program.Exprs) {}

void ProcedureAbstraction::run() {
  declare();
  findStale();
  enforce();
  Out = &Proc.Body;
  enter();
  body();
}

// The procedure as a whole.

void ProcedureAbstraction::declare() {
  for (const Predicate &P : Own.Predicates) {
    Terms.push_back(P.Term);
    std::string Name = bp::variableName(P.Text);
    const bp::Variable *V = Proc.findVariable(Name);
    if (!V)
      V = addVariable(Proc, Name, bp::Scope::Local);
    Vars.push_back(V);
    W.Result.Meaning[V] = P.Term;
  }
  for (size_t I = 0; I < W.Globals.size(); ++I) {
    Terms.push_back(W.P.globals()[I].Term);
    Vars.push_back(W.Globals[I]);
  }
}

void ProcedureAbstraction::enforce() {
  for (const Cube &C : W.Strength.contradictions(Terms)) {
    const bp::Expr *Clause = clause(Vars, C);
    if (isUnsettled(C)) {
      if (!Calling)
        Calling = addVariable(Proc, "{calling}", bp::Scope::Local);
      Clause = Exprs.disj(Exprs.var(Calling), Clause);
    }
    Proc.Enforce.push_back(Clause);
  }
}

void ProcedureAbstraction::enter() {
  Step = Origin::Step::Entry;
  Where = F.Where;
  std::vector<const Expr *> Places;
  for (const Variable *C : Own.Constants)
    Places.push_back(C->ValueOf);
  // Only what was passed is known yet, and the globals.
  Knowledge K;
  BpVars KnownVars;
  for (uint32_t I = 0; I < Terms.size(); ++I)
    if (I >= Own.Predicates.size() ||
        std::binary_search(Own.Formal.begin(), Own.Formal.end(), I)) {
      K.V.push_back(Terms[I]);
      KnownVars.push_back(Vars[I]);
    }
  Update U;
  std::vector<const Expr *> Goals;
  for (uint32_t I = 0; I < Own.Predicates.size(); ++I) {
    const Expr *AtEntry = substitute(W.ctx(), Terms[I], Own.Constants, Places);
    if (AtEntry == Terms[I])
      continue;
    U.Which.push_back(I);
    Goals.push_back(AtEntry);
  }
  for (const Strengthened &S : W.Strength.strengthen(K, Goals))
    U.Values.push_back(choose(KnownVars, S));
  emitUpdate(std::move(U));
}

/// The blocks that can be reached, each followed by its first successor where
/// that is possible.
static std::vector<BlockId> layout(const Function &F) {
  std::vector<BlockId> Order, Stack = {0};
  std::vector<bool> IsDone(F.Blocks.size());
  while (!Stack.empty()) {
    BlockId B = Stack.back();
    Stack.pop_back();
    if (IsDone[B])
      continue;
    IsDone[B] = true;
    Order.push_back(B);
    const std::vector<BlockId> &Succs = F.Blocks[B].Succs;
    Stack.insert(Stack.end(), Succs.rbegin(), Succs.rend());
  }
  return Order;
}

void ProcedureAbstraction::findLabels(const std::vector<BlockId> &Order) {
  LabelOf.assign(F.Blocks.size(), "");
  std::vector<std::string> Taken;
  auto Need = [&](BlockId B) {
    if (!LabelOf[B].empty())
      return;
    std::string Name = F.Blocks[B].Name;
    std::replace(Name.begin(), Name.end(), '.', '_');
    if (!bp::isLabelName(Name))
      Name = "L_" + Name;
    if (!bp::isLabelName(Name))
      Name = "L_" + std::to_string(B);
    while (std::find(Taken.begin(), Taken.end(), Name) != Taken.end())
      Name += "_";
    Taken.push_back(Name);
    LabelOf[B] = Name;
  };
  // The entry needs one only if somebody jumps there. All other blocks are
  // jumped to, or have their name from the user.
  for (BlockId B : Order) {
    if (B != 0)
      Need(B);
    const std::vector<BlockId> &Succs = F.Blocks[B].Succs;
    if (std::find(Succs.begin(), Succs.end(), BlockId(0)) != Succs.end())
      Need(0);
  }
}

void ProcedureAbstraction::body() {
  std::vector<BlockId> Order = layout(F);
  findLabels(Order);
  for (size_t I = 0; I < Order.size(); ++I)
    block(Order[I],
          I + 1 < Order.size() ? std::optional(Order[I + 1]) : std::nullopt);
}

void ProcedureAbstraction::block(BlockId B, std::optional<BlockId> Next) {
  Block = B;
  PendingLabel = LabelOf[B];
  const std::vector<Stmt> &Stmts = F.Blocks[B].Stmts;
  for (Position = 0; Position < Stmts.size();) {
    Step = Origin::Step::Begins;
    Where = Stmts[Position].Where;
    uint32_t End = endOfStretch(Position);
    if (W.Options.How == Precision::Blocks && End > Position + 1 &&
        stretch(Position, End)) {
      Position = End;
      continue;
    }
    statement(Stmts[Position]);
    ++Position;
  }
  Step = Origin::Step::Begins;
  leave(Next);
}

void ProcedureAbstraction::leave(std::optional<BlockId> Next) {
  const struct Block &B = F.Blocks[Block];
  if (B.endsInReturn())
    return;
  if (B.Succs.empty()) {
    emit(bp::StmtKind::Assume).Cond = Exprs.constant(false);
  } else if (B.Succs.size() > 1 || B.Succs[0] != Next) {
    bp::Stmt &Goto = emit(bp::StmtKind::Goto);
    Goto.Comment.clear();
    for (BlockId S : B.Succs)
      Goto.GotoLabels.push_back(LabelOf[S]);
  } else if (!PendingLabel.empty()) {
    emit(bp::StmtKind::Skip).Comment.clear();
  }
}

// Statements.

void ProcedureAbstraction::statement(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Assign:
  case StmtKind::Havoc:
    return change(S);
  case StmtKind::Assume:
    return assume(S.Value);
  case StmtKind::Call:
    return call(S);
  case StmtKind::Return:
    return returnStmt(S);
  }
}

/// What is known to be defined when \p S is executed.
static Situation situationOf(const Stmt &S) {
  Situation Where;
  if (S.Dest)
    Where.Evaluated.push_back(S.Dest);
  if (S.Value && S.Why != Reason::Volatile)
    Where.Evaluated.push_back(S.Value);
  return Where;
}

void ProcedureAbstraction::change(const Stmt &S) {
  std::vector<uint32_t> Which;
  std::vector<const Expr *> Goals;
  for (uint32_t I = 0; I < Terms.size(); ++I) {
    const Expr *Before = W.Wp.of(S, Terms[I]);
    if (Before == Terms[I])
      continue;
    Which.push_back(I);
    Goals.push_back(Before);
  }
  // Of a temporary nobody knows anything; it is not worth a line.
  if (Which.empty() && S.Dest && S.Dest->kind() == ExprKind::Var &&
      S.Dest->variable()->Kind == Storage::Temporary)
    return;
  Knowledge K = known(situationOf(S));
  if (W.Options.How == Precision::Cartesian || !exactly(K, Which, Goals))
    assign(K, Which, Goals);
}

void ProcedureAbstraction::assign(const Knowledge &K,
                                  const std::vector<uint32_t> &Which,
                                  const std::vector<const Expr *> &Goals) {
  Update U;
  U.Which = Which;
  if (!Goals.empty())
    for (const Strengthened &S : W.Strength.strengthen(K, Goals))
      U.Values.push_back(choose(Vars, S));
  emitUpdate(std::move(U));
  if (Step == Origin::Step::Begins)
    skip();
}

bool ProcedureAbstraction::exactly(const Knowledge &K,
                                   const std::vector<uint32_t> &Which,
                                   const std::vector<const Expr *> &Goals) {
  if (Which.empty() && K.Where.Facts.empty())
    return false;
  std::vector<const Expr *> Relevant = Goals;
  Relevant.insert(Relevant.end(), K.Where.Facts.begin(), K.Where.Facts.end());
  std::vector<uint32_t> Cone = W.Strength.coneOf(K, Relevant);
  Knowledge Near;
  Near.Where = K.Where;
  for (uint32_t I : Cone)
    Near.V.push_back(K.V[I]);
  std::optional<Cover> Possible = W.Strength.relation(Near, Goals);
  if (!Possible)
    return false;
  const bp::Expr *Relation = nullptr;
  for (const Cube &C : *Possible) {
    const bp::Expr *All = nullptr;
    for (Literal L : C) {
      const bp::Expr *E = L.Term < Cone.size()
                              ? Exprs.var(Vars[Cone[L.Term]])
                              : Exprs.next(Vars[Which[L.Term - Cone.size()]]);
      E = L.Value ? E : Exprs.negate(E);
      All = All ? Exprs.conj(All, E) : E;
    }
    All = All ? All : Exprs.constant(true);
    Relation = Relation ? Exprs.disj(Relation, All) : All;
  }
  Relation = Relation ? Relation : Exprs.constant(false);
  bp::Stmt &S =
      emit(Which.empty() ? bp::StmtKind::Assume : bp::StmtKind::Assign);
  S.Cond = Relation;
  for (uint32_t I : Which) {
    S.Targets.push_back(Vars[I]);
    S.Values.push_back(Exprs.star());
  }
  return true;
}

uint32_t ProcedureAbstraction::endOfStretch(uint32_t From) const {
  const std::vector<Stmt> &Stmts = F.Blocks[Block].Stmts;
  uint32_t End = From;
  while (End < Stmts.size() && Stmts[End].Kind != StmtKind::Call &&
         Stmts[End].Kind != StmtKind::Return)
    ++End;
  return End;
}

/// Beyond this many parts a term that has come through several statements is
/// not worth a question.
static constexpr size_t MaxTermSize = 2000;

bool ProcedureAbstraction::stretch(uint32_t From, uint32_t To) {
  const std::vector<Stmt> &Stmts = F.Blocks[Block].Stmts;
  Situation Where;
  std::vector<const Expr *> Before = Terms;
  // Backwards: what is known of later states is put in terms of earlier ones.
  for (uint32_t J = To; J-- > From;) {
    const Stmt &S = Stmts[J];
    W.Wp.nextStep();
    for (auto *List : {&Before, &Where.Facts, &Where.Evaluated})
      for (const Expr *&E : *List) {
        E = W.Wp.of(S, E);
        if (termsOf(E).size() > MaxTermSize)
          return W.Wp.firstStep(), false;
      }
    Situation Here = situationOf(S);
    Where.Evaluated.insert(Where.Evaluated.end(), Here.Evaluated.begin(),
                           Here.Evaluated.end());
    if (S.Kind == StmtKind::Assume)
      Where.Facts.push_back(S.Value);
  }
  W.Wp.firstStep();
  std::vector<uint32_t> Which;
  std::vector<const Expr *> Goals;
  for (uint32_t I = 0; I < Terms.size(); ++I)
    if (Before[I] != Terms[I]) {
      Which.push_back(I);
      Goals.push_back(Before[I]);
    }
  if (Which.empty() && Where.Facts.empty())
    return skip(), true;
  return exactly(known(Where), Which, Goals);
}

void ProcedureAbstraction::assume(const Expr *Condition) {
  // The opposite is defined where the condition is, so both branches ask the
  // same questions.
  Situation Where;
  Where.Evaluated.push_back(normalForm(W.ctx(), Condition).Term);
  // G(e) is !F(!e).
  Strengthened S = W.Strength.strengthen(known(Where), {Condition})[0];
  if (S.Neg.empty())
    return skip();
  emit(bp::StmtKind::Assume).Cond = opposite(Vars, S.Neg);
}

void ProcedureAbstraction::returnStmt(const Stmt &S) {
  if (Own.Result) {
    const Expr *Result = W.ctx().var(Own.Result);
    if (S.Value != Result) {
      Stmt Assign = S;
      Assign.Kind = S.Value ? StmtKind::Assign : StmtKind::Havoc;
      Assign.Dest = Result;
      change(Assign);
    }
  }
  bp::Stmt &Return = emit(bp::StmtKind::Return);
  for (uint32_t I : Own.Returned)
    Return.Values.push_back(Exprs.var(Vars[I]));
}

void ProcedureAbstraction::skip() { emit(bp::StmtKind::Skip); }

// Formulas.

const bp::Expr *ProcedureAbstraction::literal(const BpVars &Of, Literal L) {
  const bp::Expr *E = Exprs.var(Of[L.Term]);
  return L.Value ? E : Exprs.negate(E);
}

const bp::Expr *ProcedureAbstraction::formula(const BpVars &Of,
                                              const Cover &C) {
  const bp::Expr *Any = nullptr;
  for (const Cube &Part : C) {
    const bp::Expr *All = nullptr;
    for (Literal L : Part)
      All = All ? Exprs.conj(All, literal(Of, L)) : literal(Of, L);
    All = All ? All : Exprs.constant(true);
    Any = Any ? Exprs.disj(Any, All) : All;
  }
  return Any ? Any : Exprs.constant(false);
}

const bp::Expr *ProcedureAbstraction::clause(const BpVars &Of, const Cube &C) {
  const bp::Expr *Any = nullptr;
  for (Literal L : C)
    Any = Any ? Exprs.disj(Any, literal(Of, !L)) : literal(Of, !L);
  return Any ? Any : Exprs.constant(false);
}

const bp::Expr *ProcedureAbstraction::opposite(const BpVars &Of,
                                               const Cover &C) {
  const bp::Expr *All = nullptr;
  for (const Cube &Part : C)
    All = All ? Exprs.conj(All, clause(Of, Part)) : clause(Of, Part);
  return All ? All : Exprs.constant(true);
}

const bp::Expr *ProcedureAbstraction::choose(const BpVars &Of,
                                             const Strengthened &S) {
  if (S.Pos.empty() && S.Neg.empty())
    return Exprs.star();
  if (isTrue(S.Pos) || isTrue(S.Neg) || areComplements(S.Pos, S.Neg))
    return formula(Of, S.Pos);
  return Exprs.choose(formula(Of, S.Pos), formula(Of, S.Neg));
}

bp::Stmt &ProcedureAbstraction::emit(bp::StmtKind K) {
  bp::Stmt &S = Out->emplace_back();
  S.Kind = K;
  S.Origin = uint32_t(W.Result.Origins.size());
  W.Result.Origins.push_back({&F, Block, Position, Step});
  if (!PendingLabel.empty())
    S.Labels.push_back(std::move(PendingLabel));
  PendingLabel.clear();
  if (W.Options.SourceLine)
    S.Comment = W.Options.SourceLine(Where);
  if (Step == Origin::Step::Begins)
    Step = Origin::Step::Inside;
  return S;
}

void ProcedureAbstraction::emitUpdate(Update U) {
  std::vector<const bp::Variable *> Targets;
  std::vector<const bp::Expr *> Values;
  for (size_t I = 0; I < U.Which.size(); ++I) {
    const bp::Variable *V = Vars[U.Which[I]];
    if (U.Values[I] == Exprs.var(V))
      continue;
    Targets.push_back(V);
    Values.push_back(U.Values[I]);
  }
  // Here all variables mean again what they say.
  bool Settles = Calling && Step != Origin::Step::Begins;
  if (Settles) {
    Targets.push_back(Calling);
    Values.push_back(Exprs.constant(false));
  }
  if (Targets.empty())
    return;
  bp::Stmt &S = emit(bp::StmtKind::Assign);
  S.Targets = std::move(Targets);
  S.Values = std::move(Values);
}

} // namespace predabs
