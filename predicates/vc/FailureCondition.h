// The condition under which a statement can be reached, as one term over the
// state in which a function is entered: the weakest precondition of reaching
// it, carried backwards over all ways at once (c2bp.txt, 4.1; polymorphic
// paper, 4.2). Of
//
//   void f(int n) {
//     if (n < 0)
//       n = 0;
//     else if (n > 9)
//       return;
//     assert(n < 10);        // the target is the call that says it failed
//   }
//
// it is
//
//   way ? n < 0 && !(0 < 10) : !(n < 0) && !(n > 9) && !(n < 10)
//
// where `way` is a variable for the choice between two ways. Nothing makes this
// true, so the assertion holds. Where something does, its choices are a way to
// the failure.
//
// Only those conditions of the program are in it that are said to matter: at
// first none, then those that exclude a way which was tried. So it stays small.
//
// SOUND: the condition is true of every state from which the target can be
// reached. What is not followed is forgotten, at the moment at which it may
// change: what a loop changes at its head, before its last turn; what a call
// changes that is not entered. Whether there was an earlier turn is a choice
// too, `again`: where all of these are false nothing was forgotten in loops.
//
// Places and pointers are those of the abstraction (WeakestPrecondition.h).

#ifndef PREDABS_PREDICATES_VC_FAILURECONDITION_H
#define PREDABS_PREDICATES_VC_FAILURECONDITION_H

#include "predicates/abstraction/WeakestPrecondition.h"
#include "predicates/path/Path.h"
#include "predicates/vc/FlowOrder.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace predabs {

/// Beyond these nothing is said.
struct FailureLimits {
  uint64_t Work = 200'000; ///< terms that are looked at
  size_t Terms = 4'000;    ///< in one condition
  size_t CalleeStmts = 150;
  unsigned Depth = 5; ///< of calls that are entered
};

class FailureCondition {
public:
  using FunctionTest = std::function<bool(const ir::Function &)>;

  /// A call of a function that \p IsFailure is the end of an execution.
  FailureCondition(PredicateSet &P, const Aliases &A, FunctionTest IsFailure,
                   const FailureLimits &L = {});

  /// A statement; the depth of the step is 0.
  using Points =
      std::set<std::tuple<const ir::Function *, ir::BlockId, uint32_t>>;

  /// Of reaching \p Target, in \p Entry or in what that calls, where of all
  /// assumptions only those \p Relevant count. Null if it is too large, or if
  /// the calls that lead there cannot be followed.
  const ir::Expr *of(const ir::Function &Entry, const PathStep &Target,
                     const Points &Relevant);

  /// The variables for choices that of() made, `again` left out.
  const std::vector<const ir::Expr *> &choices() const { return Choices; }
  /// The variables `again`.
  const std::vector<const ir::Expr *> &repetitions() const { return Again; }

  /// The shortest way to the target where choices are as \p IsTrue says, each
  /// loop left in its first turn; nothing if that is no way that can be
  /// followed.
  std::optional<Path>
  way(const std::function<bool(const ir::Expr *)> &IsTrue) const;

  uint64_t work() const { return Work; }

private:
  /// Statements of a block, by their position.
  using Point = std::pair<ir::BlockId, uint32_t>;
  /// To go on with Succ if Var is true, or if it is the last one.
  struct Turn {
    ir::BlockId Succ;
    const ir::Expr *Var = nullptr;
  };
  /// A function that is entered by one call.
  struct Activation {
    const ir::Function *Func = nullptr;
    const FlowOrder *Order = nullptr;
    // By block.
    std::vector<const ir::Expr *> Before;
    std::vector<uint32_t> Far; ///< blocks to the target, or to a return
    std::map<ir::BlockId, std::vector<Turn>> Turns;
    std::map<Point, size_t> Entered; ///< calls: the activation
  };
  /// What holds before a return if Post holds after it.
  struct Exit {
    const ir::Expr *Post = nullptr; ///< null: nobody asks
    const ir::Expr *Dest = nullptr; ///< of the call, or null
  };
  struct Info {
    size_t Size = 0;
    std::vector<const ir::Expr *> Reads;
    bool HasPointer = false;
  };

  // The walk, FailureCondition.cpp.
  const ir::Expr *walk(size_t Of, Exit Out);
  const ir::Expr *block(size_t Of, ir::BlockId B, Exit Out);
  const ir::Expr *behind(Activation &Of, ir::BlockId B);
  std::vector<Turn> waysBehind(Activation &Of, ir::BlockId B);
  const ir::Expr *statement(size_t Of, Point At, const ir::Expr *Post,
                            Exit Out);
  const ir::Expr *change(const ir::Stmt &S, const ir::Expr *Post);
  const ir::Expr *leave(const ir::Stmt &Return, Exit Out);
  void repeat(Activation &Of, const FlowLoop &L);
  bool mayChange(const FlowLoop &L, const ir::Expr *Place);
  const ir::Expr *defined(const ir::Stmt &S, const ir::Expr *Post);

  // Calls, FailureCalls.cpp.
  const ir::Expr *call(size_t Of, Point At, const ir::Expr *Post);
  const ir::Expr *enter(size_t Of, Point At, const ir::Expr *Post);
  const ir::Expr *forget(const ir::Stmt &Call, const ir::Expr *Post);
  const ir::Function *onlyTarget(const ir::Stmt &Call) const;
  bool isEnterable(const ir::Stmt &Call, const ir::Function &F) const;
  bool leadsToTarget(const ir::Function &F);
  bool mayLead(const ir::Stmt &Call);
  bool isRelevant(const ir::Function &F);
  bool isTouched(const ir::Stmt &Call, const ir::Expr *Post);

  // The way, FailureWay.cpp.
  class WayFinder;

  const FlowOrder &orderOf(const ir::Function &F);
  const Info &infoOf(const ir::Expr *E);
  const ir::Expr *choice(const char *Name, std::vector<const ir::Expr *> &Into);
  /// Counts \p E; nothing more is done once there is too much.
  const ir::Expr *checked(const ir::Expr *E);
  bool isSpent() const { return IsTooMuch; }
  const ir::Expr *no() const { return Ctx.boolConst(false); }
  bool isNo(const ir::Expr *E) const { return E->isInt(0); }

  PredicateSet &P;
  ir::Context &Ctx;
  const Aliases &A;
  const FunctionTest IsFailure;
  const FailureLimits Limits;
  WeakestPrecondition Wp;
  PathStep Target;
  bool IsInEntry = false; ///< the target
  const Points *Relevant = nullptr;
  std::vector<Activation> Activations;
  std::vector<const ir::Function *> Open; ///< that are being walked through
  std::vector<const ir::Expr *> Choices, Again;
  std::map<const ir::Function *, FlowOrder> Orders;
  std::map<const ir::Function *, bool> Leads, Matter; ///< by what they call
  std::unordered_map<const ir::Expr *, Info> Infos;
  uint64_t Work = 0, Start = 0; ///< in all, and before this condition
  bool IsTooMuch = false;
};

} // namespace predabs

#endif
