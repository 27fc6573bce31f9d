// Words for terms over bit-vectors: what they are, as expressions over the
// state in which a path begins. On the path
//
//   t = s->next;  assume t->n != 4;  fail
//
// the execution makes a term for what is in memory behind s->next, and names
// it `s->next->n` here. So the condition is said as `s->next->n != 4`, whatever
// the local variables are called that it was computed with. A term that is
// named is said by its name, another one by its operator and operands.

#ifndef PREDABS_PREDICATES_PATH_ENTRYWORDS_H
#define PREDABS_PREDICATES_PATH_ENTRYWORDS_H

#include "predicates/ir/Context.h"
#include "predicates/prover/BitTerms.h"

#include <unordered_map>

namespace predabs::path {

using prover::BitTerm;
using prover::BitTerms;

class EntryWords {
public:
  EntryWords(ir::Context &Ctx, const BitTerms &T) : Ctx(Ctx), T(T) {}

  ir::Context &context() { return Ctx; }

  /// \p Term is \p E at entry. The first name stays, and null is none.
  void name(BitTerm Term, const ir::Expr *E);
  /// The same, and the last name stays.
  void rename(BitTerm Term, const ir::Expr *E);
  /// Whether \p Term may get a name.
  bool isOpen(BitTerm Term) const {
    return !T.isConstant(Term) && !Named.contains(Term.Id);
  }
  /// The name that \p Term got, or null.
  const ir::Expr *find(BitTerm Term) const {
    auto It = Named.find(Term.Id);
    return It == Named.end() ? nullptr : It->second;
  }
  /// The name of \p Term, or the number that it is, as a \p Ty; null if there
  /// is none.
  const ir::Expr *nameOf(BitTerm Term, const ir::Type *Ty) const;

  /// \p Term as an expression; null where there are no words for it, or too
  /// many.
  const ir::Expr *say(BitTerm Term);
  /// The same of a truth value, as people write it: `n > 7` for `7 < n`.
  const ir::Expr *sayCondition(BitTerm Term);

private:
  const ir::Expr *sayPart(BitTerm Term);
  const ir::Expr *sayOperation(const BitTerms::Node &N);
  const ir::Expr *sayTruth(const BitTerms::Node &N);
  const ir::Expr *sayNumber(const BitTerms::Node &N);
  const ir::Expr *negated(BitTerm A);
  const ir::Expr *choice(const BitTerms::Node &N);
  const ir::Expr *binary(ir::Op O, const BitTerms::Node &N, bool Signed);
  const ir::Expr *converted(const BitTerms::Node &N, bool Signed);
  /// An operand as an integer of that sign.
  const ir::Expr *as(BitTerm A, bool Signed);
  /// Whether it is to be read as a signed number, wherever that is the same.
  bool isSigned(BitTerm A);
  const ir::Type *type(unsigned Width, bool Signed) const;

  ir::Context &Ctx;
  const BitTerms &T;
  std::unordered_map<uint32_t, const ir::Expr *> Named;
  /// What was said since say() was called; null: nothing.
  std::unordered_map<uint32_t, const ir::Expr *> Said;
};

} // namespace predabs::path

#endif
