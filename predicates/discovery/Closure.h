// The predicates closed under weakest preconditions (syntactic-abstraction.txt,
// section 3). It begins with the conditions that the program asks and with the
// predicates that are there; each round adds the atoms of the weakest
// preconditions of those that the last one added. For
//
//   if (s1 == 0) { s1 = 1; y1 = y2 + 1; }  else if (s1 == 1 && y1 <= y2) s1 =
//   2;
//
// these are s1 == 0, s1 == 1, y1 <= y2; the next round would add y2 + 1 <= y2,
// which is false, and 1 == 0: nothing new, it is closed. What is massaged away:
// constant terms, what sums have in common, choices, and what cannot be of a
// variable that never is negative.
//
// If a round adds nothing, and nothing was left out, the abstraction over the
// predicates is exact: it does what the program does.

#ifndef PREDABS_PREDICATES_DISCOVERY_CLOSURE_H
#define PREDABS_PREDICATES_DISCOVERY_CLOSURE_H

#include "predicates/abstraction/WeakestPrecondition.h"
#include "predicates/discovery/Discovery.h"

#include <set>

namespace predabs {

class Closure : public Discovery {
public:
  explicit Closure(const DiscoveryInput &In);
  ~Closure() override;

  std::string_view name() const override { return "closure"; }
  /// The predicates of the next round that adds one, for all functions that the
  /// path's first function can call; none if it is closed, or after MaxRounds.
  std::vector<Candidate> find(const SpuriousPath &S) override;
  uint64_t units() const override { return Spent; }

  /// Does the next round now, so that isClosed is up to date; what it adds the
  /// next find gives.
  void lookAhead();
  /// Rounds that were done: the K of the paper.
  unsigned rounds() const { return Rounds; }
  /// Whether the last round added nothing.
  bool isClosed() const { return Closed; }
  /// Whether it is closed and nothing was left out: too large, about values
  /// that nobody knows, or not to be said in the function that would need it.
  bool isExact() const { return Closed && !LeftOut; }

  static constexpr unsigned MaxRounds = 6;

private:
  class NonNegative;

  void begin(const ir::Function &Entry);
  void addSeeds();
  void addKnown();
  void round();
  void examine(const Candidate &C);
  void examineIn(const ir::Function &F, const ir::Expr *Term);
  void throughCall(const ir::Function &F, const ir::Stmt &S,
                   const ir::Expr *Term);
  void intoCallee(const ir::Function &F, const ir::Stmt &S,
                  const ir::Function &Callee, const ir::Expr *Term);
  const ir::Expr *passed(const ir::Function &F, const ir::Variable *Formal);
  void toCallers(const ir::Function &F, const ir::Expr *Term);
  /// Adds the atoms of \p Condition, a term of \p F.
  void massage(const ir::Function &F, const ir::Expr *Condition);
  void add(const ir::Function &F, const ir::Expr *Atom);
  bool isSayable(const ir::Function &F, const ir::Expr *Atom);
  bool isOfGlobals(const ir::Expr *Atom) const;

  DiscoveryInput In;
  ir::Context &Ctx;
  WeakestPrecondition Wp;
  std::unique_ptr<NonNegative> Signs;
  std::vector<const ir::Function *> Functions;
  std::vector<Candidate> New, Fresh;
  std::vector<Candidate> Ready; ///< for the next find
  /// Function::Id plus one, or 0 for globals; the normal form's id.
  std::set<std::pair<uint32_t, uint32_t>> Seen;
  unsigned Rounds = 0;
  bool Began = false, Closed = false, LeftOut = false;
  uint64_t Spent = 0;
};

} // namespace predabs

#endif
