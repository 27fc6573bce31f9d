#include "checkers/protocols/analysis/Conditions.h"

#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <set>

namespace predabs {

using namespace ir;

namespace {

/// Without negations and comparisons with zero.
Literal plain(const Expr *E) {
  Literal L{E, true};
  for (;;) {
    const Expr *Now = L.What;
    if (Now->kind() == ExprKind::Cast)
      L.What = Now->operand(0);
    else if (Now->kind() == ExprKind::Unary && Now->op() == Op::Not)
      L = {Now->operand(0), !L.Holds};
    else if (Now->kind() == ExprKind::Binary && Now->operand(1)->isInt(0) &&
             (Now->op() == Op::Eq || Now->op() == Op::Ne))
      L = {Now->operand(0), L.Holds == (Now->op() == Op::Ne)};
    else
      return L;
  }
}

/// How many ways to come to a block are told apart, all together.
constexpr size_t MaxWays = 4000;

/// Follows all paths whose tests agree.
class AgreeingPaths {
public:
  AgreeingPaths(const Function &F,
                const std::function<OnPath(BlockId, uint32_t)> &Look)
      : F(F), Look(Look), Tests(F), Addressed(addressedIn(F)) {}

  bool run() {
    add(0, atEntry());
    while (!Work.empty()) {
      if (Seen.size() > MaxWays)
        return true;
      auto [B, Known] = *Work.back();
      Work.pop_back();
      if (std::optional<bool> Found = pass(B, Known))
        return *Found;
    }
    return false;
  }

private:
  /// What is not zero, or equal to something.
  using Fact = std::pair<const Expr *, const Expr *>;
  /// Which of them hold, and which do not.
  using Facts = std::map<Fact, bool>;
  using Way = std::pair<BlockId, Facts>;

  /// Functions begin without an exception.
  Facts atEntry() const {
    Facts Known;
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Assume)
          for (const Expr *E : termsOf(S.Value))
            if (E->kind() == ExprKind::Var && isException(E->variable()))
              Known[{E, nullptr}] = false;
    return Known;
  }
  static bool isException(const Variable *V) {
    return V->isGlobal() && V->Name == "predabs.exception";
  }

  void add(BlockId B, const Facts &Known) {
    auto [It, IsNew] = Seen.emplace(B, Known);
    if (IsNew)
      Work.push_back(&*It);
  }

  /// Nothing if there is more to look at.
  std::optional<bool> pass(BlockId B, Facts Known) {
    const std::vector<Stmt> &Stmts = F.Blocks[B].Stmts;
    for (uint32_t I = 0; I < Stmts.size(); ++I) {
      if (!agrees(Stmts[I], Known))
        return std::nullopt;
      OnPath What = Look(B, I);
      if (What == OnPath::IsFound)
        return true;
      if (What == OnPath::Ends)
        return std::nullopt;
      update(Stmts[I], Known);
    }
    for (BlockId S : F.Blocks[B].Succs)
      add(S, Known);
    return std::nullopt;
  }

  /// Whether \p S lets a path go on of which \p Known is known.
  bool agrees(const Stmt &S, Facts &Known) const {
    if (S.Kind != StmtKind::Assume)
      return true;
    if (S.Value->isInt(0))
      return false;
    Literal L = Tests.literal(S.Value);
    Fact Key = {L.What, nullptr};
    if (L.What->kind() == ExprKind::Binary &&
        (L.What->op() == Op::Eq || L.What->op() == Op::Ne)) {
      Key = {L.What->operand(0), L.What->operand(1)};
      L.Holds = L.Holds == (L.What->op() == Op::Eq);
    }
    auto [It, IsNew] = Known.try_emplace(Key, L.Holds);
    return IsNew || It->second == L.Holds;
  }

  void update(const Stmt &S, Facts &Known) const {
    if (S.Kind == StmtKind::Call)
      std::erase_if(Known, [&](const auto &Is) {
        return anyOf(Is.first, [&](const Expr *E) {
          return E->kind() == ExprKind::Var && mayCallChange(E->variable());
        });
      });
    if (!S.Dest)
      return;
    std::erase_if(Known, [&](const auto &Is) {
      return anyOf(Is.first, [&](const Expr *E) { return E == S.Dest; });
    });
    if (S.Kind == StmtKind::Assign && S.Value->kind() == ExprKind::Int)
      Known[{S.Dest, nullptr}] = !S.Value->isInt(0);
  }

  template <typename Fn> static bool anyOf(const Fact &Of, Fn Fits) {
    for (const Expr *Side : {Of.first, Of.second})
      if (Side)
        for (const Expr *E : termsOf(Side))
          if (Fits(E))
            return true;
    return false;
  }

  /// What callees are given, or change all the time.
  bool mayCallChange(const Variable *V) const {
    return isException(V) ||
           (!V->isGlobal() && V->Ty->isScalar() && Addressed.contains(V));
  }

  const Function &F;
  const std::function<OnPath(BlockId, uint32_t)> &Look;
  const Conditions Tests;
  const std::set<const Variable *> Addressed;
  std::set<Way> Seen;
  std::vector<const Way *> Work;
};

} // namespace

Conditions::Conditions(const Function &F) : F(F) {
  std::set<const Variable *> Addressed = addressedIn(F);
  std::map<const Variable *, unsigned> Writes;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Dest && S.Dest->kind() == ExprKind::Var &&
          S.Kind != StmtKind::Havoc && !(Writes[S.Dest->variable()]++) &&
          S.Kind == StmtKind::Assign)
        Values[S.Dest->variable()] = S.Value;
  for (auto [V, Count] : Writes)
    if (Count > 1 || V->Kind == Storage::Parameter || V->isGlobal())
      Values[V] = nullptr;
  for (const Variable *V : Addressed)
    Values[V] = nullptr;
}

Literal Conditions::literal(const Expr *E) const {
  Literal L = plain(E);
  for (unsigned Depth = 0; Depth < 8 && L.What->kind() == ExprKind::Var;
       ++Depth) {
    auto It = Values.find(L.What->variable());
    if (It == Values.end() || !It->second)
      return L;
    Literal Inner = plain(It->second);
    L = {Inner.What, L.Holds == Inner.Holds};
  }
  return L;
}

std::optional<Literal> Conditions::of(BlockId B) const {
  const std::vector<Stmt> &Stmts = F.Blocks[B].Stmts;
  if (Stmts.empty() || Stmts[0].Kind != StmtKind::Assume)
    return std::nullopt;
  return literal(Stmts[0].Value);
}

bool comesTo(const Function &F,
             const std::function<OnPath(BlockId, uint32_t)> &Look) {
  return AgreeingPaths(F, Look).run();
}

} // namespace predabs
