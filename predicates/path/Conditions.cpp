// Terms as expressions, see Conditions.h.

#include "predicates/path/Conditions.h"

#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs::path {

namespace {

constexpr size_t MaxConditions = 6;
constexpr size_t MaxTerms = 24;

class Speaker {
public:
  Speaker(ir::Context &Ctx, const BitTerms &T,
          const std::vector<EntrySymbol> &Symbols)
      : Ctx(Ctx), T(T) {
    for (const EntrySymbol &S : Symbols)
      Said[S.Symbol.Id] = S.Meaning;
  }

  /// Null where there are no words for it.
  const Expr *say(BitTerm Root) {
    BitTerm Roots[] = {Root};
    std::vector<BitTerm> All = T.cone(Roots);
    if (All.size() > MaxTerms)
      return nullptr;
    for (BitTerm Part : All)
      if (!Said.contains(Part.Id))
        Said[Part.Id] = sayOne(Part);
    return Said[Root.Id];
  }

private:
  const Type *type(unsigned Width, bool Signed) {
    return Width == 1 ? Ctx.boolType() : Ctx.intType(Width, Signed);
  }
  /// An operand as an integer of that sign.
  const Expr *as(BitTerm A, bool Signed) {
    const Expr *E = Said.at(A.Id);
    if (!E || (!E->type()->isInt() && !E->type()->isPointer()))
      return nullptr;
    return Ctx.cast(type(T.width(A), Signed), E);
  }
  bool isSigned(BitTerm A) {
    const Expr *E = Said.at(A.Id);
    return E && E->type()->isInt() && E->type()->isSigned();
  }

  const Expr *binary(Op O, const BitTerms::Node &N, bool Signed) {
    const Expr *A = as(N.A, Signed), *B = as(N.B, Signed);
    return A && B ? Ctx.binary(O, A, B) : nullptr;
  }

  const Expr *negated(BitTerm A) {
    const Expr *E = as(A, false);
    if (!E)
      return nullptr;
    if (E->kind() != ExprKind::Binary)
      return Ctx.notOf(E);
    switch (E->op()) {
    case Op::Lt:
      return Ctx.binary(Op::Ge, E->operand(0), E->operand(1));
    case Op::Eq:
      return Ctx.binary(Op::Ne, E->operand(0), E->operand(1));
    default:
      return Ctx.notOf(E);
    }
  }

  const Expr *sayOne(BitTerm Term) {
    const BitTerms::Node &N = T.node(Term);
    bool IsTruth = N.Width == 1;
    switch (N.What) {
    case BitOp::Constant:
      return Ctx.intConst(type(N.Width, true), N.Value);
    case BitOp::BitNot:
      if (IsTruth)
        return negated(N.A);
      return as(N.A, isSigned(N.A)) ? Ctx.unary(Op::BitNot, as(N.A, true))
                                    : nullptr;
    case BitOp::And:
      return binary(IsTruth ? Op::LAnd : Op::And, N, false);
    case BitOp::Or:
      return binary(IsTruth ? Op::LOr : Op::Or, N, false);
    case BitOp::Equal:
      return T.width(N.A) == 1 ? nullptr : binary(Op::Eq, N, isSigned(N.A));
    case BitOp::SignedLess:
      return binary(Op::Lt, N, true);
    case BitOp::UnsignedLess:
      return binary(Op::Lt, N, false);
    case BitOp::ZeroExtend:
      return extended(N, false);
    case BitOp::SignExtend:
      return extended(N, true);
    default:
      return nullptr;
    }
  }

  const Expr *extended(const BitTerms::Node &N, bool Signed) {
    const Expr *E = as(N.A, Signed);
    return E ? Ctx.cast(type(N.Width, Signed), E) : nullptr;
  }

  ir::Context &Ctx;
  const BitTerms &T;
  std::unordered_map<uint32_t, const Expr *> Said;
};

/// `n > 7`, as people write it, for `7 < n`.
const Expr *asWritten(ir::Context &Ctx, const Expr *E) {
  return ir::rewrite(Ctx, E, [&](const Expr *, const Expr *New) {
    if (New->kind() != ExprKind::Binary || !New->operand(0)->isConstant() ||
        New->operand(1)->isConstant())
      return New;
    auto Turned = [&](Op O) {
      return Ctx.binary(O, New->operand(1), New->operand(0));
    };
    switch (New->op()) {
    case Op::Lt:
      return Turned(Op::Gt);
    case Op::Le:
      return Turned(Op::Ge);
    case Op::Gt:
      return Turned(Op::Lt);
    case Op::Ge:
      return Turned(Op::Le);
    case Op::Eq:
    case Op::Ne:
      return Turned(New->op());
    default:
      return New;
    }
  });
}

} // namespace

std::vector<const Expr *>
sayConditions(ir::Context &Ctx, const BitTerms &T,
              const std::vector<BitTerm> &Terms,
              const std::vector<EntrySymbol> &Symbols) {
  std::vector<const Expr *> Result;
  Speaker Says(Ctx, T, Symbols);
  for (BitTerm Term : Terms) {
    const Expr *E = Says.say(Term);
    if (!E || Result.size() >= MaxConditions)
      return {};
    E = asWritten(Ctx, E);
    if (std::find(Result.begin(), Result.end(), E) == Result.end())
      Result.push_back(E);
  }
  return Result;
}

} // namespace predabs::path
