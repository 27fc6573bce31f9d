// From expressions to formulas. Each expression has a value and conditions:
//
//   Def    evaluating it is defined, memory aside
//   Safe   the same, and no null pointer is dereferenced in it
//
// both lazy, as evaluation is: `x != 0 && 9 / x > 2` is defined for x = 0.
//
// A comparison of signed numbers is one of exact numbers: `x + 1 > y` means
// what it says also where the sum overflows. Safe excludes that, Def does not.
// So is a subscript: `a[x + 1]` is the element behind `a[x]`.
//
// A place is a variable with a constant offset, or an address. What it holds
// is a symbol in the first case, and in the second a function of the address,
// one for each width of memory. If the address of a variable is mentioned too,
// an axiom says that both ways to reach it see the same: that is decided for
// each set of expressions, so encodings are made once and stay.
//
// What has no model (floats, aggregates) has no value, and what is computed
// from it is a symbol of its own.

#ifndef PREDABS_PREDICATES_PROVER_ENCODER_H
#define PREDABS_PREDICATES_PROVER_ENCODER_H

#include "predicates/ir/Module.h"
#include "predicates/prover/Numbers.h"

#include <deque>
#include <map>
#include <vector>

namespace predabs::prover {

class Encoder {
public:
  Encoder(Solver &S, std::unique_ptr<Numbers> N) : S(S), N(std::move(N)) {}

  /// Encodes \p E, and all that it needs.
  void encode(const ir::Expr *E);

  // Of what is encoded. Of a place these are about what it holds.
  Term value(const ir::Expr *E) const { return nodeOf(E).Value; }
  Term defined(const ir::Expr *E) const { return nodeOf(E).Def; }
  Term safe(const ir::Expr *E) const { return nodeOf(E).Safe; }

  /// What holds of the variables, the memory and the addresses that \p Roots,
  /// all encoded, mention, in each state.
  std::vector<Term> axioms(const std::vector<const ir::Expr *> &Roots);

private:
  /// How the bits of a scalar lie in memory; equal ones share a function.
  struct Layout {
    enum class Class : uint8_t { Integer, Pointer, BitField };
    Class What = Class::Integer;
    unsigned Width = 0;
    unsigned FirstBit = 0; ///< of a bit-field, in its first byte

    auto operator<=>(const Layout &) const = default;
  };
  /// A part of a variable.
  struct Part {
    const ir::Variable *Of = nullptr;
    int64_t Offset = 0; ///< in bytes
    Layout How;

    auto operator<=>(const Part &) const = default;
  };
  struct PartSymbol {
    Part What;
    NumberKind Kind;
    Term Symbol;
    Term Range;
  };
  struct MemoryFunction {
    NumberKind Kind;
    uint32_t Function = 0;
  };
  static constexpr uint32_t None = UINT32_MAX;

  struct Node {
    Term Value, Def, Safe;
    /// What holds of the value because of its type, and what its symbols mean.
    Term Range;
    /// Of the terms, down to symbols.
    unsigned Depth = 0;
    /// Index of the symbol that the value is, or None.
    uint32_t Symbol = None;
    /// Of signed sums and products: the number that they are without regard to
    /// their type, in a kind that has room for it; of no width elsewhere.
    NumberKind ExactKind;
    Term Exact, ExactDef;
  };
  struct Place {
    /// The variable, if the offset from its beginning is constant; otherwise
    /// the address is Base plus the offset.
    const ir::Variable *Root = nullptr;
    Term Base;
    int64_t Offset = 0;
    /// Of a bit-field; its width is 0 elsewhere.
    unsigned FirstBit = 0, BitWidth = 0;
    /// The address is computed without overflow, and is one.
    Term Def, Safe, InRange;
    /// The pointer that is dereferenced is not null.
    Term NonNull;
    /// The variable whose address is used, or null.
    const ir::Variable *Addressed = nullptr;
    bool Opaque = false;
    unsigned Depth = 0;
  };

  /// An expression wanted as a place or for its value.
  struct Item {
    const ir::Expr *E;
    bool AsPlace;
  };
  using Items = std::vector<Item>;
  static void addOperands(Item I, Items &To);
  uint32_t &slot(Item I);
  const Node &nodeOf(const ir::Expr *E) const {
    return Nodes[ValueSlots[E->id()]];
  }
  const Place &placeOf(const ir::Expr *E) const {
    return Places[PlaceSlots[E->id()]];
  }
  void finish(Item I);
  /// The depth of the terms that \p I is made from.
  unsigned depthBelow(Item I);
  /// Gives names to the terms of \p R, if they have become deep.
  void flatten(Node &R, const ir::Type *T);
  Term named(Term A, Sort S, Term &Meaning);
  Number numberOf(const ir::Expr *E) const;

  // Values, by kind.
  Node makeValue(const ir::Expr *E);
  Node makeConstant(const ir::Expr *E);
  Node makeCode(const ir::Expr *E);
  Node makeUnary(const ir::Expr *E);
  Node makeBinary(const ir::Expr *E);
  Node makeLogic(const ir::Expr *E);
  Node makeComparison(const ir::Expr *E);
  Node makeArithmetic(const ir::Expr *E);
  Node makeShift(const ir::Expr *E);
  /// An exact number with its kind, and where it is one.
  struct ExactNumber {
    NumberKind Kind;
    Number Value;
    Term Def;
  };
  ExactNumber exactOf(const ir::Expr *E) const;
  Term widened(NumberKind Wide, const ExactNumber &A);
  bool isExact(const ir::Type *T) const;
  Term signsOfProduct(NumberKind K, Term A, Term B, Term P);
  void addExact(Node &R, ir::Op O, const ExactNumber &A, const ExactNumber &B);
  Node makePointerOp(const ir::Expr *E);
  Node makeCast(const ir::Expr *E);
  Node makeCond(const ir::Expr *E);
  Node makeRead(const ir::Expr *E);
  Node makeAddress(const ir::Expr *E);
  Computed booleanBinary(ir::Op O, Term A, Term B);
  Term booleanCompare(ir::Op O, Term A, Term B);

  /// Defined and safe where all operands are.
  Node strict(const ir::Expr *E);
  /// The same with that value and one more condition.
  Node strict(const ir::Expr *E, Computed C);
  /// Without a condition, and with a value that nothing is known about.
  Node opaque(const ir::Expr *E);
  void makeOpaque(Node &R, const ir::Type *T);
  Term converted(NumberKind To, NumberKind From, Term A);

  // Places.
  Place makePlace(const ir::Expr *E);
  void step(Place &P, const ir::Expr *E);
  void index(Place &P, const ir::Expr *E);
  ir::SInt128 distanceOf(const ir::Expr *Index) const;
  void addOffset(Place &P, ir::SInt128 Bytes);
  /// Gives \p P an address where it is a variable.
  void resolve(Place &P);
  static Layout layoutOf(const Place &P, const ir::Type *T);
  uint32_t symbolOf(const Part &P, NumberKind K);
  const MemoryFunction &memory(const Layout &L, NumberKind K);

  // Axioms.
  struct Mentioned;
  void mention(Item I, Mentioned &M) const;
  void objectAxioms(const Mentioned &M, std::vector<Term> &To);
  void codeAxioms(const Mentioned &M, std::vector<Term> &To);
  Term disjoint(const ir::Variable *A, const ir::Variable *B);
  Term linked(const PartSymbol &P);

  Term addressOf(const ir::Variable *V);
  Sort sortOf(NumberKind K) const {
    return K.isBoolean() ? Sort{} : N->sort(K);
  }
  Term rangeOf(NumberKind K, Term A) {
    return K.isBoolean() ? Term() : N->range(K, A);
  }
  Term both(Term A, Term B) { return S.make(Operator::And, A, B); }
  Term negation(Term A) { return S.make(Operator::Not, A); }
  Term nonNull(Term Pointer);

  Solver &S;
  std::unique_ptr<Numbers> N;
  /// By Expr::id; None where there is nothing yet.
  std::vector<uint32_t> ValueSlots, PlaceSlots;
  std::deque<Node> Nodes;
  std::deque<Place> Places;
  std::map<Part, uint32_t> SymbolIndex;
  std::vector<PartSymbol> Symbols;
  std::map<Layout, MemoryFunction> Memory;
  std::map<const ir::Variable *, Term> Addresses;
  std::map<std::pair<const ir::Function *, uint32_t>, Term> Code;
  /// By expression and wish: the last call of axiomsOf that saw it.
  std::vector<uint32_t> SeenIn;
  uint32_t NumCalls = 0;
};

} // namespace predabs::prover

#endif
