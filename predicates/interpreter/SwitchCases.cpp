// Flattens conditions into lists of equalities, see SwitchCases.h.

#include "predicates/interpreter/SwitchCases.h"

#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace predabs::ir::interp {

namespace {

enum class Polarity : uint8_t { Plain, Negated };

Polarity flip(Polarity P) {
  return P == Polarity::Plain ? Polarity::Negated : Polarity::Plain;
}

bool isOp(const Expr *E, Op O) { return E->op() == O; }

/// Constants that are the same number exactly if they are the same term.
bool isCaseConstant(const Expr *E) {
  return E->kind() == ExprKind::Int || E->kind() == ExprKind::FuncAddr ||
         E->kind() == ExprKind::LabelAddr;
}

class FanBuilder {
public:
  std::optional<SwitchCases>
  build(const std::vector<const Expr *> &Conditions) {
    for (uint32_t I = 0; I < Conditions.size(); ++I)
      if (!Conditions[I] || !add(Conditions[I], I))
        return std::nullopt;
    if (!Result.Subject || (Result.Default && !defaultIsTheRest()))
      return std::nullopt;
    return std::move(Result);
  }

private:
  bool add(const Expr *Condition, uint32_t Successor) {
    std::vector<const Expr *> Constants;
    if (flatten(Condition, Polarity::Plain, Constants))
      return addCases(Constants, Successor);
    if (Result.Default || !flatten(Condition, Polarity::Negated, Excluded))
      return false;
    Result.Default = Successor;
    return true;
  }

  bool addCases(const std::vector<const Expr *> &Constants,
                uint32_t Successor) {
    for (const Expr *C : Constants) {
      auto [It, IsNew] = SuccessorOf.try_emplace(C, Successor);
      if (!IsNew && It->second != Successor)
        return false;
      if (IsNew)
        Result.Cases.push_back({C, Successor});
    }
    return true;
  }

  /// The constants of \p E if it, or its negation, is a disjunction of
  /// equalities of the subject.
  bool flatten(const Expr *E, Polarity P, std::vector<const Expr *> &Out) {
    std::vector<std::pair<const Expr *, Polarity>> Work{{E, P}};
    while (!Work.empty()) {
      auto [Top, TopP] = Work.back();
      Work.pop_back();
      bool IsPlain = TopP == Polarity::Plain;
      if (isOp(Top, Op::Not)) {
        Work.push_back({Top->operand(0), flip(TopP)});
      } else if (isOp(Top, IsPlain ? Op::LOr : Op::LAnd)) {
        Work.push_back({Top->operand(0), TopP});
        Work.push_back({Top->operand(1), TopP});
      } else if (!isOp(Top, IsPlain ? Op::Eq : Op::Ne) || !isCase(Top)) {
        return false;
      } else {
        Out.push_back(Top->operand(1));
      }
    }
    return true;
  }

  bool isCase(const Expr *Comparison) {
    const Expr *E = Comparison->operand(0);
    if (!isCaseConstant(Comparison->operand(1)) || isCaseConstant(E))
      return false;
    if (!Result.Subject)
      Result.Subject = E;
    return Result.Subject == E;
  }

  bool defaultIsTheRest() const {
    std::unordered_set<const Expr *> Rest(Excluded.begin(), Excluded.end());
    if (Rest.size() != Result.Cases.size())
      return false;
    for (const SwitchCases::Case &C : Result.Cases)
      if (!Rest.contains(C.Constant))
        return false;
    return true;
  }

  SwitchCases Result;
  std::vector<const Expr *> Excluded;
  std::unordered_map<const Expr *, uint32_t> SuccessorOf;
};

bool isNegation(const Expr *A, const Expr *B) {
  if (A->kind() == ExprKind::Int && B->kind() == ExprKind::Int)
    return A != B; // true and false
  return isOp(A, Op::Not) && A->operand(0) == B;
}

} // namespace

std::optional<SwitchCases>
recogniseSwitch(const std::vector<const Expr *> &Conditions) {
  return FanBuilder().build(Conditions);
}

bool areOpposite(const Expr *A, const Expr *B) {
  return isNegation(A, B) || isNegation(B, A);
}

} // namespace predabs::ir::interp
