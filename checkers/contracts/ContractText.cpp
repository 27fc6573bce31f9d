#include "checkers/contracts/ContractText.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

class Wording {
public:
  Wording(PredicateSet &Names, const Function &F)
      : M(Names.module()), F(F), Names(Names) {}

  void add(const PathTree &T, std::string Condition) {
    for (const PathTree::Condition &C : T.Conditions)
      Condition += (Condition.empty() ? "" : " && ") + condition(C.Holds);
    for (const PathTree &Choice : T.Choices)
      add(Choice, Condition);
    // That assertions hold is said apart.
    if (!T.End || !T.End->Failure.empty())
      return;
    std::string Text = outcome(*T.End);
    if (!Text.empty() && !Condition.empty())
      Text = "if " + Condition + ": " + Text;
    if (!Text.empty())
      Lines.push_back(Text);
  }

  void add(const Modified &Changed) {
    for (const Expr *Place : Changed.Places)
      Lines.push_back(cText(place(Place)));
    std::ranges::sort(Lines);
  }

  std::vector<std::string> Lines;

private:
  /// With symbolic constants for the places that it reads.
  const Expr *atEntry(const Expr *E) {
    if (E->isPlace())
      return M.Ctx.var(Names.entryValue(F, E));
    std::vector<const Expr *> Operands;
    for (unsigned I = 0; I < E->numOperands(); ++I)
      Operands.push_back(E->kind() == ExprKind::AddrOf
                             ? place(E->operand(I))
                             : atEntry(E->operand(I)));
    return withOperands(M.Ctx, E, Operands);
  }

  /// A place as it is now, found by way of what was there at the entry.
  const Expr *place(const Expr *E) {
    switch (E->kind()) {
    case ExprKind::Field:
      return M.Ctx.field(place(E->operand(0)), E->fieldIndex());
    case ExprKind::Index:
      return M.Ctx.index(place(E->operand(0)), atEntry(E->operand(1)));
    case ExprKind::Deref:
      return M.Ctx.deref(atEntry(E->operand(0)));
    default:
      return E;
    }
  }

  std::string condition(const Expr *E) {
    const Expr *Holds = atEntry(E);
    // `x <= 0` reads better than `!(x > 0)`.
    if (Holds->kind() == ExprKind::Unary && Holds->op() == Op::Not)
      Holds = negation(M.Ctx, Holds->operand(0));
    bool IsLoose = Holds->kind() == ExprKind::Cond ||
                   (Holds->kind() == ExprKind::Binary &&
                    (Holds->op() == Op::LOr || Holds->op() == Op::LAnd));
    std::string Text = cText(Holds);
    return IsLoose ? "(" + Text + ")" : Text;
  }

  std::string outcome(const PathEffect &O) {
    std::string Text;
    auto Add = [&](const std::string &Part) {
      Text += (Text.empty() ? "" : ", ") + Part;
    };
    for (const PathEffect::Write &W : O.Writes)
      Add(cText(place(W.Place)) + " == " + cText(atEntry(W.Value)));
    if (O.Result)
      Add("return == " + cText(atEntry(O.Result)));
    return Text;
  }

  Module &M;
  const Function &F;
  PredicateSet &Names;
};

} // namespace

std::vector<std::string> promisesOf(PredicateSet &Names, const Function &F,
                                    const PathTree &Paths) {
  Wording W(Names, F);
  W.add(Paths, "");
  return std::move(W.Lines);
}

std::vector<std::string> placesIn(PredicateSet &Names, const Function &F,
                                  const Modified &Changed) {
  Wording W(Names, F);
  W.add(Changed);
  return std::move(W.Lines);
}

} // namespace predabs
