// From the choices that make a failure condition true to a path, see
// FailureCondition.h.

#include "predicates/ir/Calls.h"
#include "predicates/vc/FailureCondition.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Longer ways through what was not entered are not looked for, nor deeper
/// ones.
constexpr size_t MaxSteps = 20'000;
constexpr uint32_t MaxDepth = 12;

} // namespace

class FailureCondition::WayFinder {
public:
  using Test = std::function<bool(const Expr *)>;

  WayFinder(const FailureCondition &Of, const Test &IsTrue)
      : Of(Of), IsTrue(IsTrue) {}

  std::optional<Path> find() {
    if (follow(0, 0) != End::Target)
      return std::nullopt;
    return std::move(Way);
  }

private:
  enum class End : uint8_t { Target, Return, Nowhere };

  bool isTarget(const PathStep &S) const {
    return S.Func == Of.Target.Func && S.Block == Of.Target.Block &&
           S.Stmt == Of.Target.Stmt;
  }

  End follow(size_t Number, uint32_t Depth) {
    const Activation &A = Of.Activations[Number];
    for (BlockId B = 0;;) {
      if (End E = block(A, B, Depth); E != End::Nowhere || !mayGoOn())
        return E;
      if (A.Func->Blocks[B].endsInReturn())
        return End::Return;
      Way.Steps.push_back(
          {A.Func, B, uint32_t(A.Func->Blocks[B].Stmts.size()), Depth});
      auto Ways = A.Turns.find(B);
      if (Ways == A.Turns.end())
        return End::Nowhere;
      B = chosen(Ways->second);
    }
  }

  bool mayGoOn() const { return !IsLost && Way.Steps.size() < MaxSteps; }

  /// Nowhere: to the end of the block.
  End block(const Activation &A, BlockId B, uint32_t Depth) {
    const std::vector<Stmt> &Stmts = A.Func->Blocks[B].Stmts;
    for (uint32_t I = 0; I < Stmts.size(); ++I) {
      Way.Steps.push_back({A.Func, B, I, Depth});
      if (isTarget(Way.Steps.back()))
        return End::Target;
      if (Stmts[I].Kind != StmtKind::Call)
        continue;
      auto In = A.Entered.find({B, I});
      End E = In != A.Entered.end() ? follow(In->second, Depth + 1)
                                    : pass(Stmts[I], Depth);
      if (E != End::Return) {
        IsLost = E == End::Nowhere;
        return E;
      }
    }
    return End::Nowhere;
  }

  BlockId chosen(const std::vector<Turn> &Ways) const {
    for (const Turn &T : Ways)
      if (!T.Var || IsTrue(T.Var))
        return T.Succ;
    return Ways.back().Succ;
  }

  /// Some way through a call that was not entered.
  End pass(const Stmt &Call, uint32_t Depth) {
    CallTargets T = Of.A.targets(Call);
    bool IsHere = std::ranges::any_of(
        T.Known, [](const Function *F) { return F->isDefined(); });
    if (!IsHere)
      return End::Return;
    const Function *F = directCallee(Call);
    if (!F || !F->isDefined() || Depth >= MaxDepth || !mayGoOn())
      return End::Nowhere;
    return shortest(*F, Depth + 1);
  }

  /// By the fewest blocks.
  End shortest(const Function &F, uint32_t Depth) {
    std::vector<std::optional<BlockId>> From(F.Blocks.size());
    std::vector<BlockId> Queue = {0};
    From[0] = 0;
    for (size_t I = 0; I < Queue.size(); ++I) {
      BlockId B = Queue[I];
      if (ends(F.Blocks[B]))
        continue;
      if (F.Blocks[B].endsInReturn())
        return take(F, From, B, Depth);
      for (BlockId S : F.Blocks[B].Succs)
        if (!From[S]) {
          From[S] = B;
          Queue.push_back(S);
        }
    }
    return End::Nowhere;
  }

  /// Whether an execution of \p B surely ends there.
  bool ends(const Block &B) const {
    return std::ranges::any_of(B.Stmts, [&](const Stmt &S) {
      const Function *F = directCallee(S);
      return F && Of.IsFailure(*F);
    });
  }

  End take(const Function &F, const std::vector<std::optional<BlockId>> &From,
           BlockId Last, uint32_t Depth) {
    std::vector<BlockId> Blocks = {Last};
    while (Blocks.back() != 0)
      Blocks.push_back(*From[Blocks.back()]);
    for (size_t I = Blocks.size(); I-- > 0;) {
      const std::vector<Stmt> &Stmts = F.Blocks[Blocks[I]].Stmts;
      for (uint32_t S = 0; S < Stmts.size(); ++S) {
        Way.Steps.push_back({&F, Blocks[I], S, Depth});
        if (Stmts[S].Kind == StmtKind::Call &&
            pass(Stmts[S], Depth) != End::Return)
          return End::Nowhere;
      }
      if (I)
        Way.Steps.push_back({&F, Blocks[I], uint32_t(Stmts.size()), Depth});
    }
    return mayGoOn() ? End::Return : End::Nowhere;
  }

  const FailureCondition &Of;
  const Test &IsTrue;
  Path Way;
  bool IsLost = false;
};

std::optional<Path>
FailureCondition::way(const std::function<bool(const Expr *)> &IsTrue) const {
  return WayFinder(*this, IsTrue).find();
}

} // namespace predabs
