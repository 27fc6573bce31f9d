#include "checkers/runs/Guards.h"

#include "predicates/ir/Comparisons.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace predabs {

using namespace ir;

namespace {

/// How deep functions around lock functions are looked through.
constexpr unsigned MaxDepth = 3;
/// Functions that stand for the environment's choices begin with it.
constexpr std::string_view Own = "__predabs_";

/// What is asked: a call of a function, or a read of what changes by itself.
struct Question {
  const Expr *What = nullptr; ///< the function, or the place
  std::vector<const Expr *> Args;
  bool IsCall = false;

  auto operator<=>(const Question &) const = default;
};
/// And what its answer is compared with; null: zero.
using Test = std::pair<Question, const Expr *>;

/// What happens to locks, as a set of bits.
using Steps = uint8_t;
constexpr Steps Acquires = 1, Releases = 2;

Steps stepsIn(const Function &F, unsigned Depth);

/// What \p S does to locks; nothing where it is no step.
std::optional<Steps> stepsOf(const Stmt &S, unsigned Depth) {
  // The statement is marked where it acquires.
  if (S.Kind == StmtKind::Assign && isState(S.Dest->type()))
    return S.Marks.has(Mark::Acquires) ? Acquires : Releases;
  if (S.Kind != StmtKind::Call)
    return std::nullopt;
  if (S.Value->kind() != ExprKind::FuncAddr)
    return Steps(0);
  const Function &Callee = *S.Value->function();
  if (Callee.Name.starts_with(Own))
    return std::nullopt;
  return Callee.isDefined() && Depth < MaxDepth ? stepsIn(Callee, Depth + 1)
                                                : Steps(0);
}

Steps stepsIn(const Function &F, unsigned Depth) {
  Steps Result = 0;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      Result |= stepsOf(S, Depth).value_or(0);
  return Result;
}

std::vector<bool> reachable(const Function &F, BlockId From) {
  std::vector<bool> Seen(F.Blocks.size());
  for (std::vector<BlockId> Work = {From}; !Work.empty();) {
    BlockId B = Work.back();
    Work.pop_back();
    if (Seen[B])
      continue;
    Seen[B] = true;
    Work.insert(Work.end(), F.Blocks[B].Succs.begin(), F.Blocks[B].Succs.end());
  }
  return Seen;
}

/// What happens to locks first in \p Arm, before \p Join.
Steps firstSteps(const Function &F, BlockId Arm,
                 const std::vector<bool> &Join) {
  Steps Result = 0;
  std::vector<bool> Seen(F.Blocks.size());
  for (std::vector<BlockId> Work = {Arm}; !Work.empty();) {
    BlockId B = Work.back();
    Work.pop_back();
    if (Seen[B] || Join[B])
      continue;
    Seen[B] = true;
    std::optional<Steps> Is;
    for (const Stmt &S : F.Blocks[B].Stmts)
      if (!Is)
        Is = stepsOf(S, 0);
    Result |= Is.value_or(0);
    if (!Is)
      Work.insert(Work.end(), F.Blocks[B].Succs.begin(),
                  F.Blocks[B].Succs.end());
  }
  return Result;
}

/// What the answer decides that leads from block \p From on.
Steps decidedAt(const Function &F, BlockId From) {
  const std::vector<BlockId> &Arms = F.Blocks[From].Succs;
  if (Arms.size() != 2)
    return 0;
  return firstSteps(F, Arms[0], reachable(F, Arms[1])) |
         firstSteps(F, Arms[1], reachable(F, Arms[0]));
}

class Questions {
public:
  bool disagreeOn(const Path &Way) {
    for (size_t I = 0; I < Way.Steps.size(); ++I) {
      const PathStep &At = Way.Steps[I];
      if (At.isBlockEnd())
        continue;
      const Stmt &S = At.statement();
      if (S.Kind == StmtKind::Assume && At.Stmt == 0 && I > 0 &&
          Way.Steps[I - 1].Func == At.Func &&
          isAnsweredOtherwise(S.Value, Way.Steps[I - 1]))
        return true;
      note(S, Way.enters(I));
    }
    return false;
  }

private:
  void note(const Stmt &S, bool IsEntered) {
    if (!S.Dest || S.Dest->kind() != ExprKind::Var)
      return;
    const Variable *V = S.Dest->variable();
    if (S.Kind == StmtKind::Call && !IsEntered && !isChoice(S.Value))
      Asked[V] = {S.Value, S.Args, true};
    else if (S.Kind == StmtKind::Assign && S.Why == Reason::Volatile)
      Asked[V] = {S.Value, {}, false};
    else if (auto It = S.Kind == StmtKind::Assign ? find(S.Value) : Asked.end();
             It != Asked.end())
      Asked[V] = Question(It->second);
    else
      Asked.erase(V);
  }
  static bool isChoice(const Expr *Callee) {
    return Callee->kind() == ExprKind::FuncAddr &&
           Callee->function()->Name.starts_with(Own);
  }

  std::map<const Variable *, Question>::const_iterator
  find(const Expr *E) const {
    while (E->kind() == ExprKind::Cast)
      E = E->operand(0);
    return E->kind() == ExprKind::Var ? Asked.find(E->variable()) : Asked.end();
  }

  /// Whether the condition \p E behind \p From is a test that had another
  /// outcome before.
  bool isAnsweredOtherwise(const Expr *E, const PathStep &From) {
    bool Holds = true;
    for (; E->kind() == ExprKind::Unary && E->op() == Op::Not;
         E = E->operand(0))
      Holds = !Holds;
    const Expr *With = nullptr;
    if (isComparison(E) && (E->op() == Op::Eq || E->op() == Op::Ne) &&
        E->operand(1)->isConstant()) {
      bool IsZero = E->operand(1)->isInt(0);
      With = IsZero ? nullptr : E->operand(1);
      Holds = Holds == (E->op() == (IsZero ? Op::Ne : Op::Eq));
      E = E->operand(0);
    }
    auto It = find(E);
    if (It == Asked.end())
      return false;
    Steps Now = decidedAt(*From.Func, From.Block);
    if (!Now)
      return false;
    auto &Before = Outcomes[{It->second, With}];
    Steps &Same = Before[Holds], Other = Before[!Holds];
    Same |= Now;
    return ((Other & Acquires) && (Now & Releases)) ||
           ((Other & Releases) && (Now & Acquires));
  }

  std::map<const Variable *, Question> Asked; ///< by where the answers are
  /// What was decided where a test did not hold, and where it did.
  std::map<Test, std::array<Steps, 2>> Outcomes;
};

} // namespace

bool guardsDisagree(const Path &Way) { return Questions().disagreeOn(Way); }

} // namespace predabs
