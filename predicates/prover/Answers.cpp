// See Answers.h.

#include "predicates/prover/Answers.h"

#include <algorithm>

namespace predabs::prover {

Cube::Cube(size_t NumTerms, std::span<const Literal> Literals)
    : NumWords((NumTerms + WordBits - 1) / WordBits), Words(2 * NumWords) {
  for (Literal L : Literals)
    Words[L.Term / WordBits + (L.Value ? 0 : NumWords)] |=
        uint64_t(1) << (L.Term % WordBits);
}

Cube::Cube(const std::vector<bool> &Values)
    : NumWords((Values.size() + WordBits - 1) / WordBits), Words(2 * NumWords) {
  for (size_t I = 0; I < Values.size(); ++I)
    Words[I / WordBits + (Values[I] ? 0 : NumWords)] |= uint64_t(1)
                                                        << (I % WordBits);
}

bool Cube::contains(const Cube &O) const {
  for (size_t I = 0; I < Words.size(); ++I)
    if (O.Words[I] & ~Words[I])
      return false;
  return true;
}

std::vector<Literal> Cube::literals() const {
  std::vector<Literal> Result;
  for (size_t I = 0; I < NumWords * WordBits; ++I)
    for (bool Value : {false, true})
      if (Words[I / WordBits + (Value ? 0 : NumWords)] >> (I % WordBits) & 1)
        Result.push_back({uint32_t(I), Value});
  return Result;
}

size_t KeyHash::operator()(const Key &K) const {
  uint64_t H = K.size();
  for (uint32_t V : K)
    H = (H ^ V) * 0x9e3779b97f4a7c15 + (H >> 29);
  return size_t(H ^ (H >> 32));
}

namespace {

void addSet(Key &To, const std::vector<const ir::Expr *> &Exprs) {
  size_t Begin = To.size();
  for (const ir::Expr *E : Exprs)
    To.push_back(E->id());
  std::sort(To.begin() + ptrdiff_t(Begin), To.end());
  To.erase(std::unique(To.begin() + ptrdiff_t(Begin), To.end()), To.end());
}

} // namespace

uint32_t Answers::situation(const Situation &S) {
  Key K(1);
  addSet(K, S.Facts);
  K[0] = uint32_t(K.size() - 1);
  Key Evaluated;
  addSet(Evaluated, S.Evaluated);
  K.insert(K.end(), Evaluated.begin(), Evaluated.end());
  return Situations.try_emplace(std::move(K), uint32_t(Situations.size()))
      .first->second;
}

Findings &Answers::about(const std::vector<const ir::Expr *> &Terms,
                         uint32_t Situation) {
  Key K = {Situation};
  for (const ir::Expr *E : Terms)
    K.push_back(E->id());
  return ByTerms[std::move(K)];
}

Key Answers::keyOf(uint32_t Situation,
                   const std::vector<const ir::Expr *> &Terms,
                   const std::vector<Literal> &Asked) {
  Key K = {Situation};
  for (Literal L : Asked)
    K.push_back(Terms[L.Term]->id() * 2 + L.Value);
  std::sort(K.begin() + 1, K.end());
  return K;
}

void Answers::exclude(uint32_t Situation,
                      const std::vector<const ir::Expr *> &Terms,
                      const std::vector<Literal> &Core) {
  Excluded.insert(keyOf(Situation, Terms, Core));
}

bool Answers::isExcluded(uint32_t Situation,
                         const std::vector<const ir::Expr *> &Terms,
                         const std::vector<Literal> &Asked) const {
  Key K = keyOf(Situation, Terms, Asked);
  if (Excluded.contains(K))
    return true;
  // SOUND: what no state at all allows, none of these does.
  K[0] = 0;
  return Situation != 0 && Excluded.contains(K);
}

} // namespace predabs::prover
