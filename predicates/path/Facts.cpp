// Bounds and known values, see Facts.h.

#include "predicates/path/Facts.h"

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

/// Puts the values of symbols where these occur, until nothing is new.
class Propagation {
public:
  Propagation(BitTerms &T, std::vector<Fact> Begin)
      : T(T), Open(std::move(Begin)) {}

  Facts run() {
    while (findValues() && Work <= MaxWork)
      substitute();
    for (Fact &F : Open) {
      if (T.isFalse(F.Term))
        return {{std::move(F)}, {}};
      Result.Left.push_back(std::move(F));
    }
    return std::move(Result);
  }

private:
  /// Looking at all symbols of all facts may be expensive: a limit.
  static constexpr size_t MaxWork = 2'000'000;

  /// Takes what gives a symbol its value out of the open facts.
  bool findValues() {
    bool IsNew = false;
    std::vector<Fact> Rest;
    for (Fact &F : Open) {
      if (T.isTrue(F.Term))
        continue;
      auto Value = valueIn(F.Term);
      if (!Value || Sources.contains(Value->first)) {
        Rest.push_back(std::move(F));
        continue;
      }
      Result.Known[Value->first] = Value->second;
      Sources[Value->first] = std::move(F.From);
      IsNew = true;
    }
    Open = std::move(Rest);
    return IsNew;
  }

  std::optional<std::pair<uint32_t, UInt128>> valueIn(BitTerm Term) const {
    const BitTerms::Node &N = T.node(Term);
    if (N.What == BitOp::Symbol)
      return std::pair(Term.Id, UInt128(1));
    if (N.What == BitOp::BitNot && T.isSymbol(N.A))
      return std::pair(N.A.Id, UInt128(0));
    if (N.What == BitOp::Equal && T.isSymbol(N.A) && T.isConstant(N.B))
      return std::pair(N.A.Id, T.value(N.B));
    return std::nullopt;
  }

  void substitute() {
    std::vector<BitTerm> Terms;
    for (Fact &F : Open) {
      Terms.push_back(F.Term);
      BitTerm Root[] = {F.Term};
      std::vector<BitTerm> Cone = T.cone(Root);
      Work += Cone.size();
      for (BitTerm S : Cone)
        if (auto It = Sources.find(S.Id); It != Sources.end())
          F.From.insert(F.From.end(), It->second.begin(), It->second.end());
      std::sort(F.From.begin(), F.From.end());
      F.From.erase(std::unique(F.From.begin(), F.From.end()), F.From.end());
    }
    std::vector<BitTerm> New = T.substitute(Terms, Result.Known);
    for (size_t I = 0; I < Open.size(); ++I)
      Open[I].Term = New[I];
  }

  BitTerms &T;
  std::vector<Fact> Open;
  Facts Result;
  /// Where the value of a symbol comes from, by Id.
  std::unordered_map<uint32_t, std::vector<uint32_t>> Sources;
  size_t Work = 0;
};

} // namespace

Facts simplify(BitTerms &T, std::span<const BitTerm> Terms) {
  std::vector<Fact> Begin;
  for (uint32_t I : withoutWeaker(T, Terms))
    Begin.push_back({Terms[I], {I}});
  return Propagation(T, std::move(Begin)).run();
}

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
