// Constrained Horn clauses over the integers, and an engine that looks for
// relations that satisfy them. The loop
//
//   i = 0; while (i < n) i++;  assert(i == n);           with n >= 0
//
// with the relation L(i, n) for what holds at its head is the clauses
//
//   v0 == 0 && v1 >= 0                 ==> L(v0, v1)
//   L(v0, v1) && v0 < v1               ==> L(v0 + 1, v1)
//   L(v0, v1) && v0 >= v1 && v0 != v1  ==> false
//
// and the engine finds that `v0 <= v1` satisfies them as L. A relation that
// stands twice on the left is how a call is said: "the callee gets from here to
// there".
//
// A formula is a handle into the system that made it, so that no header knows
// the library behind the engine (Z3's Spacer).

#ifndef PREDABS_PREDICATES_PROVER_HORN_H
#define PREDABS_PREDICATES_PROVER_HORN_H

#include "predicates/ir/Int128.h"
#include "predicates/prover/Prover.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace predabs::prover {

/// A number or a condition.
struct HornTerm {
  uint32_t Id = 0;
  auto operator<=>(const HornTerm &) const = default;
};

enum class HornOp : uint8_t {
  // Numbers.
  Number,
  Variable, ///< of a clause; of a relation that was found: its argument
  Add,      ///< of any number of operands
  Mul,
  Div, ///< rounds down; the right one is a positive number
  Mod,
  Ite,
  // Conditions.
  True,
  False,
  Not,
  And, ///< of any number of operands
  Or,
  Equal, ///< of numbers
  LessEqual,
  // What the engine said and nobody here understands.
  Other,
};

struct HornNode {
  HornOp What = HornOp::Other;
  /// Of a Number; of a Variable its index.
  ir::SInt128 Value = 0;
  std::vector<HornTerm> Operands;

  bool operator==(const HornNode &) const = default;
};

struct HornAtom {
  uint32_t Relation = 0;
  std::vector<HornTerm> Args;
};

/// For all values of the variables: if all of Body holds, so does Head. No
/// head: that must not be.
struct HornClause {
  std::vector<HornAtom> Body;
  std::vector<HornTerm> Conditions;
  std::optional<HornAtom> Head;
};

/// Terms and clauses. Equal terms are the same; those without variables are
/// computed.
class HornSystem {
public:
  HornTerm number(ir::SInt128 Value);
  HornTerm variable(uint32_t Index);
  HornTerm boolean(bool B);
  HornTerm make(HornOp What, std::vector<HornTerm> Operands);
  const HornNode &operator[](HornTerm T) const { return Nodes[T.Id]; }
  size_t numTerms() const { return Nodes.size(); }

  // Shorthands.
  HornTerm add(HornTerm A, HornTerm B) { return make(HornOp::Add, {A, B}); }
  HornTerm mul(ir::SInt128 Factor, HornTerm A) {
    return make(HornOp::Mul, {number(Factor), A});
  }
  HornTerm sub(HornTerm A, HornTerm B) { return add(A, mul(-1, B)); }
  HornTerm equal(HornTerm A, HornTerm B) { return make(HornOp::Equal, {A, B}); }
  HornTerm lessEqual(HornTerm A, HornTerm B) {
    return make(HornOp::LessEqual, {A, B});
  }
  HornTerm less(HornTerm A, HornTerm B) { return notOf(lessEqual(B, A)); }
  HornTerm notOf(HornTerm A) { return make(HornOp::Not, {A}); }
  HornTerm ite(HornTerm C, HornTerm A, HornTerm B) {
    return make(HornOp::Ite, {C, A, B});
  }
  std::optional<ir::SInt128> asNumber(HornTerm A) const;

  /// A relation of its own between \p Arity numbers.
  uint32_t relation(uint32_t Arity);
  uint32_t numRelations() const { return uint32_t(Arities.size()); }
  uint32_t arity(uint32_t Relation) const { return Arities[Relation]; }
  void add(HornClause C) { Clauses.push_back(std::move(C)); }
  const std::vector<HornClause> &clauses() const { return Clauses; }

private:
  struct Hash {
    size_t operator()(const HornNode &N) const;
  };
  HornTerm intern(HornNode N);
  std::optional<HornTerm> fold(HornOp What, std::vector<HornTerm> &Operands);
  std::optional<HornTerm> foldSum(std::vector<HornTerm> &Operands);
  std::optional<HornTerm> foldJunction(HornOp What,
                                       std::vector<HornTerm> &Operands);
  std::optional<HornTerm> foldNumbers(HornOp What,
                                      const std::vector<HornTerm> &Operands);

  std::vector<HornNode> Nodes;
  std::unordered_map<HornNode, uint32_t, Hash> Known;
  std::vector<uint32_t> Arities;
  std::vector<HornClause> Clauses;
};

/// What \p Make makes of \p Root and of all terms in it, operands first; those
/// that \p Made has are not made again. \p From may grow.
template <typename Result, typename Maker>
Result madeOf(const HornSystem &From, HornTerm Root,
              std::unordered_map<uint32_t, Result> &Made, Maker Make) {
  std::vector<HornTerm> Open = {Root};
  while (!Open.empty()) {
    HornTerm T = Open.back();
    size_t Before = Open.size();
    for (HornTerm Op : From[T].Operands)
      if (!Made.contains(Op.Id))
        Open.push_back(Op);
    if (Open.size() != Before)
      continue;
    Open.pop_back();
    if (!Made.contains(T.Id))
      Made[T.Id] = Make(T);
  }
  return Made.at(Root.Id);
}

struct HornSolution {
  /// Whether relations satisfy all clauses.
  Answer Exists = Answer::Unknown;
  /// Of Yes, by relation: a condition on its arguments.
  std::vector<HornTerm> Relations;
  /// Resource units spent.
  uint64_t Units = 0;
};

/// \p Units 0: no limit. The terms of the solution are made in \p S.
HornSolution solve(HornSystem &S, uint64_t Units);

} // namespace predabs::prover

#endif
