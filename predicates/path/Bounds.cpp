// Comparisons with constants, see Bounds.h.

#include "predicates/path/Bounds.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace predabs::path {

using prover::BitOp;
using prover::BitTerm;
using prover::BitTerms;
using prover::UInt128;

namespace {

/// `Subject >= Limit` or `Subject <= Limit`, of numbers with or without sign.
struct Bound {
  uint32_t Subject;
  bool IsSigned;
  bool IsLower;
  /// Those with sign moved up by half, so that they compare alike.
  UInt128 Limit;

  bool isTighterThan(const Bound &O) const {
    return IsLower ? Limit > O.Limit : Limit < O.Limit;
  }
  auto key() const { return std::tuple(Subject, IsSigned, IsLower); }
};

/// The bound that \p Term is, if it is one.
std::optional<Bound> boundOf(const BitTerms &T, BitTerm Term) {
  const BitTerms::Node *N = &T.node(Term);
  bool IsNegated = N->What == BitOp::BitNot;
  if (IsNegated)
    N = &T.node(N->A);
  bool IsSigned = N->What == BitOp::SignedLess;
  if (!IsSigned && N->What != BitOp::UnsignedLess)
    return std::nullopt;
  bool IsLower = T.isConstant(N->A);
  if (!IsLower && !T.isConstant(N->B))
    return std::nullopt;
  BitTerm Subject = IsLower ? N->B : N->A;
  unsigned W = T.width(Subject);
  UInt128 Limit = T.value(IsLower ? N->A : N->B);
  if (IsSigned)
    Limit = ir::truncateTo(Limit + (UInt128(1) << (W - 1)), W);
  // c < x is x >= c + 1, and its negation x <= c; neither wraps, since terms
  // that are always true or false are folded.
  bool Above = IsLower != IsNegated;
  if (!IsNegated)
    Limit = IsLower ? Limit + 1 : Limit - 1;
  return Bound{Subject.Id, IsSigned, Above, Limit};
}

} // namespace

std::vector<uint32_t> withoutWeaker(const BitTerms &T,
                                    std::span<const BitTerm> Terms) {
  std::map<std::tuple<uint32_t, bool, bool>, std::pair<Bound, uint32_t>> Best;
  std::unordered_set<uint32_t> Seen;
  std::vector<uint32_t> Result;
  for (uint32_t I = 0; I < Terms.size(); ++I) {
    if (!Seen.insert(Terms[I].Id).second)
      continue;
    auto B = boundOf(T, Terms[I]);
    if (!B) {
      Result.push_back(I);
      continue;
    }
    auto [It, IsNew] = Best.try_emplace(B->key(), *B, I);
    if (!IsNew && B->isTighterThan(It->second.first))
      It->second = {*B, I};
  }
  for (const auto &[Key, Tightest] : Best)
    Result.push_back(Tightest.second);
  std::sort(Result.begin(), Result.end());
  return Result;
}

} // namespace predabs::path
