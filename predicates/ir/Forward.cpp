#include "predicates/ir/Forward.h"

#include "predicates/ir/Terms.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace predabs::ir {

namespace {

/// Definitions larger than this are left where they are.
constexpr size_t MaxTerms = 30;

/// What temporaries are equal to at a point, by the temporary's id.
using Known = std::map<uint32_t, const Expr *>;

class Forwarder {
public:
  Forwarder(Context &Ctx, Function &F) : Ctx(Ctx), F(F) { findAddressed(); }

  void run() {
    std::vector<uint32_t> Preds(F.Blocks.size());
    for (const Block &B : F.Blocks)
      for (BlockId S : B.Succs)
        ++Preds[S];
    // A block with one way in goes on with what is known at the end of that.
    std::vector<std::pair<BlockId, Known>> Stack;
    Stack.emplace_back(0, Known());
    std::vector<bool> IsDone(F.Blocks.size());
    while (!Stack.empty()) {
      auto [B, AtStart] = std::move(Stack.back());
      Stack.pop_back();
      if (IsDone[B])
        continue;
      IsDone[B] = true;
      Now = std::move(AtStart);
      block(F.Blocks[B]);
      for (BlockId S : F.Blocks[B].Succs)
        Stack.emplace_back(S, Preds[S] == 1 && S != 0 ? Now : Known());
    }
    dropResults();
  }

private:
  /// What \p S names, but for a variable that it writes.
  static std::vector<const Expr *> usedBy(const Stmt &S) {
    std::vector<const Expr *> All = S.Args;
    if (S.Value)
      All.push_back(S.Value);
    if (S.Dest && S.Dest->kind() != ExprKind::Var)
      All.push_back(S.Dest);
    return termsOf(All);
  }

  void findAddressed() {
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        for (const Expr *E : usedBy(S))
          if (E->kind() == ExprKind::AddrOf)
            if (const Variable *V = rootOf(E->operand(0)))
              Addressed.insert(V);
  }

  void dropResults() {
    std::unordered_set<const Variable *> Used;
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        for (const Expr *E : usedBy(S))
          if (E->kind() == ExprKind::Var)
            Used.insert(E->variable());
    for (Block &B : F.Blocks)
      for (Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Call && isForwarded(S.Dest) &&
            !Used.contains(S.Dest->variable()))
          S.Dest = nullptr;
  }

  /// Changes only when this function says so.
  bool isPrivate(const Variable *V) const {
    return !V->isGlobal() && !Addressed.count(V);
  }
  bool isForwarded(const Variable *V) const {
    return V->Kind == Storage::Temporary && V->Ty->isScalar() && isPrivate(V);
  }
  bool isForwarded(const Expr *E) const {
    return E && E->kind() == ExprKind::Var && isForwarded(E->variable());
  }

  void block(Block &B) {
    for (size_t I = 0; I < B.Stmts.size(); ++I) {
      Stmt &S = B.Stmts[I];
      if (S.Kind == StmtKind::Call && I + 1 < B.Stmts.size())
        nameResult(S, B.Stmts[I + 1]);
      const Stmt Original = S;
      use(S);
      if (S.Kind != StmtKind::Assume && S.Kind != StmtKind::Return)
        change(Original, S);
    }
  }

  /// `t = f(); v = t` becomes `v = f(); t = v`.
  void nameResult(Stmt &Call, Stmt &Copy) {
    if (!isForwarded(Call.Dest) || Copy.Kind != StmtKind::Assign ||
        Copy.Why != Reason::None || Copy.Value != Call.Dest ||
        Copy.Dest->kind() != ExprKind::Var)
      return;
    std::swap(Copy.Dest, Copy.Value);
    Call.Dest = Copy.Value;
  }

  const Expr *replaced(const Expr *E) {
    return rewrite(Ctx, E, [&](const Expr *Old, const Expr *New) {
      if (Old->kind() != ExprKind::Var || !isForwarded(Old->variable()))
        return New;
      auto It = Now.find(Old->variable()->Id);
      return It == Now.end() ? New : It->second;
    });
  }

  void use(Stmt &S) {
    if (S.Value)
      S.Value = replaced(S.Value);
    for (const Expr *&A : S.Args)
      A = replaced(A);
    if (S.Dest && S.Dest->kind() != ExprKind::Var)
      S.Dest = replaced(S.Dest);
  }

  void change(const Stmt &Original, const Stmt &S) {
    const Variable *Written = S.Dest && S.Dest->kind() == ExprKind::Var
                                  ? S.Dest->variable()
                                  : nullptr;
    forget(Original, S, Written);
    if (S.Kind != StmtKind::Assign || S.Why != Reason::None || !Written)
      return;
    // `v = t`: from here on t is v.
    if (isForwarded(Original.Value) && !isForwarded(Written) &&
        isPrivate(Written))
      Now[Original.Value->variable()->Id] = S.Dest;
    if (isForwarded(Written) && !mentions(S.Value, Written) &&
        termsOf(S.Value).size() <= MaxTerms)
      Now[Written->Id] = S.Value;
  }

  /// Drops what \p S may make wrong.
  void forget(const Stmt &Original, const Stmt &S, const Variable *Written) {
    for (auto It = Now.begin(); It != Now.end();) {
      if (Written && It->first == Written->Id && isForwarded(Written)) {
        It = Now.erase(It);
        continue;
      }
      if (!mayChange(It->second, S, Written)) {
        ++It;
        continue;
      }
      const Expr *Moved = moved(It->second, S, Written);
      // Its own copy is set right by the caller.
      if (Moved && Original.Value)
        It++->second = Moved;
      else
        It = Now.erase(It);
    }
  }

  /// After `v = v + c`, what was v is v - c.
  const Expr *moved(const Expr *Def, const Stmt &S, const Variable *Written) {
    if (!Written || S.Kind != StmtKind::Assign || S.Why != Reason::None ||
        Def != S.Dest || !Written->Ty->isInt())
      return nullptr;
    const Expr *E = S.Value;
    if (E->kind() != ExprKind::Binary ||
        (E->op() != Op::Add && E->op() != Op::Sub) || E->operand(0) != S.Dest ||
        E->operand(1)->kind() != ExprKind::Int)
      return nullptr;
    return Ctx.binary(E->op() == Op::Add ? Op::Sub : Op::Add, S.Dest,
                      E->operand(1));
  }

  /// Whether \p S may change the value of \p Def.
  bool mayChange(const Expr *Def, const Stmt &S,
                 const Variable *Written) const {
    // SOUND: a write that is not to a variable of our own may be to anything
    // that is not private, and a call may change all of that.
    bool WritesOthers =
        S.Kind == StmtKind::Call || !Written || !isPrivate(Written);
    for (const Expr *Place : placesRead(Def)) {
      const Variable *Root = rootOf(Place);
      if (Root && Root == Written)
        return true;
      if (WritesOthers && (!Root || !isPrivate(Root)))
        return true;
      if (WritesOthers && S.Dest && rootOf(S.Dest) == Root && Root)
        return true;
    }
    return false;
  }

  static bool mentions(const Expr *E, const Variable *V) {
    std::vector<const Variable *> All = variablesIn(E);
    return std::find(All.begin(), All.end(), V) != All.end();
  }

  Context &Ctx;
  Function &F;
  std::unordered_set<const Variable *> Addressed;
  Known Now;
};

} // namespace

void forwardTemporaries(Context &Ctx, Function &F) { Forwarder(Ctx, F).run(); }

void forwardTemporaries(Module &M) {
  for (const auto &F : M.Functions)
    if (F->isDefined())
      forwardTemporaries(M.Ctx, *F);
}

} // namespace predabs::ir
