// Terms over bit-vectors, as the execution of a path makes them by the
// thousand: shared, folded as they are made, and handed to a solver only where
// something is left to decide. A truth value is a vector of one bit.
//
//   x = 3; y = x + n; assume y == 5     makes     n == 2
//
// The same term is the same number, and a term's operands have smaller numbers
// than the term itself.

#ifndef PREDABS_PREDICATES_PROVER_BITTERMS_H
#define PREDABS_PREDICATES_PROVER_BITTERMS_H

#include "predicates/ir/Int128.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace predabs::prover {

using ir::SInt128;
using ir::UInt128;

/// A term of a BitTerms; by default `false`.
struct BitTerm {
  uint32_t Id = 0;

  bool operator==(const BitTerm &) const = default;
  auto operator<=>(const BitTerm &) const = default;
};

enum class BitOp : uint8_t {
  Constant,
  Symbol,
  Apply, ///< a function that the solver does not know
  // Of one vector; of one bit BitNot is the logical one.
  BitNot,
  Neg,
  // Of two vectors of one width.
  And,
  Or,
  Xor,
  Add,
  Sub,
  Mul,
  UnsignedDiv, ///< by 0: all ones
  UnsignedRem, ///< by 0: the dividend
  SignedDiv,
  SignedRem,
  ShiftLeft,
  ShiftRight,
  ShiftRightSigned,
  // The same, giving one bit.
  Equal,
  UnsignedLess,
  SignedLess,
  UnsignedMulFits, ///< the product needs no more bits
  // Others.
  Ite,
  Extract, ///< bits from Low on
  Concat,  ///< the first operand above the second
  ZeroExtend,
  SignExtend,
};

/// The value of a function; nothing where it is not known.
using BitFunction = std::function<std::optional<UInt128>(UInt128, UInt128)>;

class BitTerms {
public:
  static constexpr unsigned MaxWidth = 128;

  struct Node {
    BitOp What = BitOp::Constant;
    uint8_t Width = 1;
    /// Constants under Ite alone, if not too many; else 0.
    uint8_t NumLeaves = 1;
    uint32_t Low = 0; ///< of Extract; the number of a Symbol or function
    BitTerm A = {}, B = {}, C = {};
    UInt128 Value = 0; ///< of a constant

    unsigned numOperands() const;
    BitTerm operand(unsigned I) const { return I == 0 ? A : I == 1 ? B : C; }
    bool operator==(const Node &) const = default;
  };

  BitTerms();

  const Node &node(BitTerm T) const { return Nodes[T.Id]; }
  unsigned width(BitTerm T) const { return Nodes[T.Id].Width; }
  bool isConstant(BitTerm T) const { return What(T) == BitOp::Constant; }
  bool isSymbol(BitTerm T) const { return What(T) == BitOp::Symbol; }
  bool isTrue(BitTerm T) const { return T == yes(); }
  bool isFalse(BitTerm T) const { return T == no(); }
  /// Of a constant.
  UInt128 value(BitTerm T) const { return Nodes[T.Id].Value; }
  std::optional<UInt128> constant(BitTerm T) const {
    return isConstant(T) ? std::optional(value(T)) : std::nullopt;
  }
  size_t size() const { return Nodes.size(); }

  // Making terms.
  static BitTerm no() { return {0}; }
  static BitTerm yes() { return {1}; }
  BitTerm truth(bool B) const { return B ? yes() : no(); }
  /// The low bits of \p Value.
  BitTerm number(unsigned Width, UInt128 Value);
  /// A symbol of its own each time.
  BitTerm symbol(unsigned Width);
  /// A function of its own each time, for apply().
  uint32_t function(BitFunction F);
  BitTerm apply(uint32_t Function, unsigned Width, BitTerm A, BitTerm B = {});

  BitTerm make(BitOp O, BitTerm A);
  BitTerm make(BitOp O, BitTerm A, BitTerm B);
  BitTerm ite(BitTerm C, BitTerm A, BitTerm B);
  BitTerm extract(BitTerm A, unsigned Low, unsigned Width);
  BitTerm concat(BitTerm High, BitTerm Low);
  /// To \p Width bits, which is no less.
  BitTerm zeroExtend(BitTerm A, unsigned Width);
  BitTerm signExtend(BitTerm A, unsigned Width);

  // Shorthands.
  BitTerm negation(BitTerm A) { return make(BitOp::BitNot, A); }
  BitTerm both(BitTerm A, BitTerm B) { return make(BitOp::And, A, B); }
  BitTerm either(BitTerm A, BitTerm B) { return make(BitOp::Or, A, B); }
  BitTerm implies(BitTerm A, BitTerm B) { return either(negation(A), B); }
  BitTerm equal(BitTerm A, BitTerm B) { return make(BitOp::Equal, A, B); }

  // Looking at terms.

  /// All terms in \p Roots, each once, ascending: operands first.
  std::vector<BitTerm> cone(std::span<const BitTerm> Roots) const;
  std::vector<BitTerm> symbolsIn(std::span<const BitTerm> Roots) const;
  /// The constants that the Ite of \p T end in; none if there are other ends as
  /// well, or too many.
  std::vector<UInt128> leaves(BitTerm T) const;

  using Values = std::unordered_map<uint32_t, UInt128>;
  /// The value of each of \p Of, where the symbols have the values \p Given,
  /// by Id, and 0 otherwise; nothing where a function is not known.
  std::vector<std::optional<UInt128>> evaluate(std::span<const BitTerm> Of,
                                               const Values &Given) const;
  /// \p Roots with symbols, or other terms in them, replaced by numbers.
  std::vector<BitTerm> substitute(std::span<const BitTerm> Roots,
                                  const Values &Given);

private:
  BitOp What(BitTerm T) const { return Nodes[T.Id].What; }
  BitTerm intern(Node N);
  BitTerm rebuild(const Node &N, BitTerm A, BitTerm B, BitTerm C);
  std::optional<UInt128> compute(const Node &N, UInt128 A, UInt128 B,
                                 UInt128 C) const;
  BitTerm simplify(const Node &N);
  BitTerm simplifyUnary(const Node &N);
  BitTerm simplifyBinary(const Node &N);
  BitTerm simplifySum(const Node &N);
  BitTerm simplifyProduct(const Node &N);
  BitTerm simplifyDivision(const Node &N);
  BitTerm simplifyLogic(const Node &N);
  BitTerm simplifyEqual(const Node &N);
  BitTerm simplifyLess(const Node &N);
  BitTerm simplifyEqualIte(const Node &N);
  BitTerm simplifyExtract(const Node &N);
  BitTerm simplifyConcat(const Node &N);
  BitTerm simplifyExtension(const Node &N);

  // See BitRanges.cpp. The least and the greatest, as signed numbers.
  struct Range {
    ir::SInt128 Low, High;
  };
  Range rangeOf(BitTerm T, unsigned Depth = 0) const;
  Range rangeOfAnd(const Node &N, Range All) const;
  Range rangeOfRemainder(const Node &N, Range All, unsigned Depth) const;

  /// \p N applied to each constant of an operand.
  BitTerm distribute(const Node &N);
  bool isOnes(BitTerm T) const;
  bool isZero(BitTerm T) const { return isConstant(T) && value(T) == 0; }
  bool isOne(BitTerm T) const { return isConstant(T) && value(T) == 1; }

  struct NodeHash {
    size_t operator()(const Node &N) const;
  };

  std::vector<Node> Nodes;
  std::unordered_map<Node, uint32_t, NodeHash> Known;
  std::vector<BitFunction> Functions;
  uint32_t NumSymbols = 0;
};

} // namespace predabs::prover

#endif
