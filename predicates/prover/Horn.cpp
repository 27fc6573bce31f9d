// Terms of Horn clauses, see Horn.h.

#include "predicates/prover/Horn.h"

#include <cassert>

namespace predabs::prover {

using ir::SInt128;

size_t HornSystem::Hash::operator()(const HornNode &N) const {
  size_t H = size_t(N.What) * 31 + size_t(uint64_t(N.Value));
  for (HornTerm T : N.Operands)
    H = H * 1000003 + T.Id;
  return H;
}

HornTerm HornSystem::intern(HornNode N) {
  auto [It, IsNew] = Known.try_emplace(N, uint32_t(Nodes.size()));
  if (IsNew)
    Nodes.push_back(std::move(N));
  return {It->second};
}

HornTerm HornSystem::number(SInt128 Value) {
  return intern({HornOp::Number, Value, {}});
}
HornTerm HornSystem::variable(uint32_t Index) {
  return intern({HornOp::Variable, Index, {}});
}
HornTerm HornSystem::boolean(bool B) {
  return intern({B ? HornOp::True : HornOp::False, 0, {}});
}

std::optional<SInt128> HornSystem::asNumber(HornTerm A) const {
  const HornNode &N = Nodes[A.Id];
  return N.What == HornOp::Number ? std::optional(N.Value) : std::nullopt;
}

HornTerm HornSystem::make(HornOp What, std::vector<HornTerm> Operands) {
  if (std::optional<HornTerm> T = fold(What, Operands))
    return *T;
  return intern({What, 0, std::move(Operands)});
}

std::optional<HornTerm> HornSystem::fold(HornOp What,
                                         std::vector<HornTerm> &Operands) {
  switch (What) {
  case HornOp::Add:
    return foldSum(Operands);
  case HornOp::And:
  case HornOp::Or:
    return foldJunction(What, Operands);
  case HornOp::Not: {
    const HornNode &N = Nodes[Operands[0].Id];
    if (N.What == HornOp::Not)
      return N.Operands[0];
    if (N.What == HornOp::True || N.What == HornOp::False)
      return boolean(N.What == HornOp::False);
    return std::nullopt;
  }
  case HornOp::Ite: {
    HornOp C = Nodes[Operands[0].Id].What;
    if (C == HornOp::True || Operands[1] == Operands[2])
      return Operands[1];
    return C == HornOp::False ? std::optional(Operands[2]) : std::nullopt;
  }
  case HornOp::Mul:
    if (asNumber(Operands[0]) == SInt128(1))
      return Operands[1];
    return foldNumbers(What, Operands);
  case HornOp::Div:
  case HornOp::Mod:
  case HornOp::Equal:
  case HornOp::LessEqual:
    return foldNumbers(What, Operands);
  default:
    return std::nullopt;
  }
}

std::optional<HornTerm> HornSystem::foldSum(std::vector<HornTerm> &Operands) {
  std::vector<HornTerm> Rest;
  SInt128 Sum = 0;
  for (HornTerm T : Operands) {
    std::optional<SInt128> V = asNumber(T);
    if (!V)
      Rest.push_back(T);
    else if (__builtin_add_overflow(Sum, *V, &Sum))
      return std::nullopt;
  }
  if (Rest.empty())
    return number(Sum);
  if (Sum != 0)
    Rest.push_back(number(Sum));
  else if (Rest.size() == 1)
    return Rest.front();
  Operands = std::move(Rest);
  return std::nullopt;
}

std::optional<HornTerm>
HornSystem::foldJunction(HornOp What, std::vector<HornTerm> &Operands) {
  HornOp Neutral = What == HornOp::And ? HornOp::True : HornOp::False;
  HornOp Final = What == HornOp::And ? HornOp::False : HornOp::True;
  std::vector<HornTerm> Rest;
  for (HornTerm T : Operands) {
    if (Nodes[T.Id].What == Final)
      return T;
    if (Nodes[T.Id].What != Neutral)
      Rest.push_back(T);
  }
  if (Rest.empty())
    return boolean(Neutral == HornOp::True);
  if (Rest.size() == 1)
    return Rest.front();
  Operands = std::move(Rest);
  return std::nullopt;
}

/// The quotient of \p A by \p B > 0, rounded down.
static SInt128 floorDiv(SInt128 A, SInt128 B) {
  return A / B - (A % B < 0 ? 1 : 0);
}

std::optional<HornTerm>
HornSystem::foldNumbers(HornOp What, const std::vector<HornTerm> &Operands) {
  std::optional<SInt128> A = asNumber(Operands[0]), B = asNumber(Operands[1]);
  bool IsComparison = What == HornOp::Equal || What == HornOp::LessEqual;
  if (IsComparison && Operands[0] == Operands[1])
    return boolean(true);
  if (What == HornOp::Mul && (A == SInt128(0) || B == SInt128(0)))
    return number(0);
  if (!A || !B)
    return std::nullopt;
  SInt128 Product;
  switch (What) {
  case HornOp::Mul:
    if (__builtin_mul_overflow(*A, *B, &Product))
      return std::nullopt;
    return number(Product);
  case HornOp::Div:
    return number(floorDiv(*A, *B));
  case HornOp::Mod:
    return number(*A - floorDiv(*A, *B) * *B);
  case HornOp::Equal:
    return boolean(*A == *B);
  default:
    return boolean(*A <= *B);
  }
}

uint32_t HornSystem::relation(uint32_t Arity) {
  Arities.push_back(Arity);
  return uint32_t(Arities.size() - 1);
}

} // namespace predabs::prover
