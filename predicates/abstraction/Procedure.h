// Makes one procedure of the Boolean program. Internal to the abstraction.

#ifndef PREDABS_PREDICATES_ABSTRACTION_PROCEDURE_H
#define PREDABS_PREDICATES_ABSTRACTION_PROCEDURE_H

#include "predicates/abstraction/Abstract.h"
#include "predicates/abstraction/WeakestPrecondition.h"

#include <span>

namespace predabs {

/// What all procedures of one abstraction share.
struct Workshop {
  PredicateSet &P;
  const Aliases &A;
  const AbstractionOptions &Options;
  Strengthener &Strength;
  WeakestPrecondition &Wp;
  Abstraction &Result;
  /// By Function::Id; Func is null where there is no procedure.
  std::vector<Interface> Interfaces;
  std::vector<bp::Procedure *> Procs;
  std::vector<const bp::Variable *> Globals; ///< of P.globals()

  ir::Context &ctx() const { return P.module().Ctx; }
  const Interface *interfaceOf(const ir::Function &F) const {
    const Interface &I = Interfaces[F.Id];
    return I.Func ? &I : nullptr;
  }
  bool isFailure(const ir::Function &F) const;
};

class ProcedureAbstraction {
public:
  ProcedureAbstraction(Workshop &W, const ir::Function &F);

  void run();

private:
  /// A list of positions in Terms with values for their variables.
  struct Update {
    std::vector<uint32_t> Which;
    std::vector<const bp::Expr *> Values;
  };

  // The procedure as a whole.
  void declare();
  void enforce();
  void enter();
  void body();
  void findLabels(const std::vector<ir::BlockId> &Order);
  void block(ir::BlockId B, std::optional<ir::BlockId> Next);
  void leave(std::optional<ir::BlockId> Next);

  // Statements.
  void statement(const ir::Stmt &S);
  void change(const ir::Stmt &S);
  void assume(const ir::Expr *Condition);
  void returnStmt(const ir::Stmt &S);
  void skip();
  /// Statements [From, To) of the current block at once, if it can be done.
  bool stretch(uint32_t From, uint32_t To);
  uint32_t endOfStretch(uint32_t From) const;
  bool exactly(const Knowledge &K, const std::vector<uint32_t> &Which,
               const std::vector<const ir::Expr *> &Goals);
  void assign(const Knowledge &K, const std::vector<uint32_t> &Which,
              const std::vector<const ir::Expr *> &Goals);

  // Calls (Calls.cpp).
  void call(const ir::Stmt &S);
  void callOneOf(const ir::Stmt &S,
                 std::span<const ir::Function *const> Targets);
  void callOf(const ir::Stmt &S, const ir::Function *Target);
  std::vector<const ir::Function *> alternatives(const ir::Stmt &S) const;
  void assumeTarget(const ir::Stmt &S, const ir::Function *Target);
  void findStale();
  std::vector<const bp::Expr *> arguments(const ir::Stmt &S,
                                          const Interface &R);
  std::vector<uint32_t> affectedBy(const ir::Stmt &S, const Interface *R) const;
  bool touches(const ir::Expr *Term, const ir::Expr *Place) const;
  bool isAffected(const ir::Stmt &S, const Interface *R, uint32_t Term) const;
  void afterCall(const ir::Stmt &S, const Interface *R,
                 const std::vector<const bp::Variable *> &Rets);
  const ir::Expr *inCaller(const ir::Stmt &S, const Interface &R,
                           const ir::Expr *Term);
  std::vector<const bp::Variable *> resultsOf(const Interface &R);
  /// Whether a clause of the enforce may be wrong between the return of some
  /// call and the update behind it.
  bool isUnsettled(const Cube &Clause) const;

  // Formulas.
  const bp::Expr *literal(const std::vector<const bp::Variable *> &Vars,
                          Literal L);
  const bp::Expr *formula(const std::vector<const bp::Variable *> &Vars,
                          const Cover &C);
  /// Not C, as a conjunction of clauses.
  const bp::Expr *opposite(const std::vector<const bp::Variable *> &Vars,
                           const Cover &C);
  const bp::Expr *clause(const std::vector<const bp::Variable *> &Vars,
                         const Cube &C);
  const bp::Expr *choose(const std::vector<const bp::Variable *> &Vars,
                         const Strengthened &S);
  bp::Stmt &emit(bp::StmtKind K);
  void emitUpdate(Update U);

  Knowledge known(Situation Where = {}) const { return {Terms, Where}; }

  Workshop &W;
  const ir::Function &F;
  const Interface &Own;
  bp::Procedure &Proc;
  bp::ExprArena &Exprs;
  /// The predicates in scope, the function's own first, then the globals;
  /// and their variables.
  std::vector<const ir::Expr *> Terms;
  std::vector<const bp::Variable *> Vars;
  /// While true, what is left over from before a call may disagree with
  /// globals; null if that cannot be.
  const bp::Variable *Calling = nullptr;
  std::vector<uint32_t> Stale; ///< positions that some call affects, ascending

  std::vector<bp::Stmt> *Out = nullptr;
  std::vector<std::string> LabelOf; ///< by block; empty if not needed
  std::string PendingLabel;
  ir::BlockId Block = 0;
  uint32_t Position = 0;
  Origin::Step Step = Origin::Step::Begins;
  ir::Loc Where;
  std::map<uint32_t, std::vector<const bp::Variable *>> Results; ///< by callee
};

} // namespace predabs

#endif
