// Boolean expressions of Boolean programs: immutable, interned terms. In one
// arena the same pointer is the same term, and Id numbers terms so that
// operands come before what is made of them.
//
// An expression may be nondeterministic, so in a state it has one or two
// possible values. Each occurrence of `*` and `choose` decides on its own and
// anew on each evaluation, also where two occurrences are the same pointer:
// `* & !*` may be true. The possible values are therefore found operand by
// operand, which is all that a checker needs:
//
//   x may be true in s   iff s(x)
//   * may be true and may be false
//   !e may be true       iff e may be false
//   a & b may be true    iff both may; may be false iff one of them may
//   c ? a : b may be v   iff c may be true and a may be v, or
//                            c may be false and b may be v
//   choose(p, n) may be true  iff p may be true, or p and n may be false
//   choose(p, n) may be false iff p may be false

#ifndef PREDABS_PREDICATES_BP_EXPR_H
#define PREDABS_PREDICATES_BP_EXPR_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace predabs::bp {

struct Variable;

enum class ExprKind : uint8_t {
  False,
  True,
  Star,    ///< `*`, `unknown()`: either value
  Var,     ///< the variable V, in the state before the statement
  Next,    ///< `'v`: the variable after the statement; only under `constrain`
  Not,     ///< !A
  And,     ///< A & B
  Or,      ///< A | B
  Xor,     ///< A ^ B, A != B
  Implies, ///< A => B
  Equiv,   ///< A == B
  Cond,    ///< A ? B : C
  Choose,  ///< choose(A, B): true if A; else false if B; else either
};

struct Expr {
  ExprKind Kind = ExprKind::False;
  bool IsDeterministic = true; ///< no `*` and no `choose` in it
  bool HasNext = false;        ///< a `'v` in it
  uint32_t Id = 0;             ///< position in the arena; operands are smaller
  const Variable *V = nullptr;
  /// A, B, C; null beyond the arity.
  std::array<const Expr *, 3> Op = {};
};

/// The number of operands.
unsigned arity(ExprKind K);

/// Owns expressions and gives each term once. Nothing is simplified.
class ExprArena {
public:
  ExprArena() = default;
  ExprArena(ExprArena &&) noexcept = default;
  ExprArena &operator=(ExprArena &&) noexcept = default;

  const Expr *constant(bool Value) {
    return make(Value ? ExprKind::True : ExprKind::False);
  }
  const Expr *star() { return make(ExprKind::Star); }
  const Expr *var(const Variable *V) { return make(ExprKind::Var, V); }
  const Expr *next(const Variable *V) { return make(ExprKind::Next, V); }
  const Expr *negate(const Expr *A) { return make(ExprKind::Not, A); }
  const Expr *conj(const Expr *A, const Expr *B) {
    return make(ExprKind::And, A, B);
  }
  const Expr *disj(const Expr *A, const Expr *B) {
    return make(ExprKind::Or, A, B);
  }
  const Expr *choose(const Expr *Pos, const Expr *Neg) {
    return make(ExprKind::Choose, Pos, Neg);
  }

  const Expr *make(ExprKind K) { return make(K, nullptr, {}); }
  const Expr *make(ExprKind K, const Variable *V) { return make(K, V, {}); }
  /// \p A, \p B and \p C belong to this arena; as many as arity says.
  const Expr *make(ExprKind K, const Expr *A, const Expr *B = nullptr,
                   const Expr *C = nullptr) {
    return make(K, nullptr, {A, B, C});
  }

  size_t size() const { return Terms.size(); }

private:
  const Expr *make(ExprKind K, const Variable *V,
                   std::array<const Expr *, 3> Op);
  /// Where \p E is or could be put.
  uint32_t &slotOf(const Expr &E);
  void grow();

  std::deque<Expr> Terms;
  /// A hash table of Id + 1; 0 is free. Its size is a power of two.
  std::vector<uint32_t> Slots;
};

/// The terms in \p Root, each once, operands first, so \p Root comes last.
/// Expressions may be deep: walk them with this, not by recursion.
std::vector<const Expr *> termsOf(const Expr *Root);

} // namespace predabs::bp

#endif
