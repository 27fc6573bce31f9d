// Predicates: what the abstraction keeps track of. A predicate is a Boolean
// C expression without side effects over what is in scope in a function, or
// over globals alone, with two additions:
//
//   'x  '*p  'p->f   symbolic constants: the value of x, *p, p->f when the
//                    function was entered; x is a parameter or a global
//   return           the function's result
//
// so that `x == 'x + 1` says of `int inc(int x) { x = x + 1; return x; }` what
// it does, whoever calls it (polymorphic-predicate-abstraction.txt, 4.4). The
// quote binds like any prefix operator: `'p->f` is the entry value of `p->f`,
// `('p)->f` and `*'p` look through the entry value of p at memory as it is now.
//
// In a term a symbolic constant is a logical variable whose ValueOf is the
// place, and the result is a variable too: the one that all return statements
// name, if they do, otherwise a logical one.

#ifndef PREDABS_PREDICATES_LANGUAGE_PREDICATE_H
#define PREDABS_PREDICATES_LANGUAGE_PREDICATE_H

#include "predicates/ir/Module.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace predabs {

struct Predicate {
  const ir::Expr *Term = nullptr; ///< of type bool
  /// How a person writes it, as C without blanks: `curr->val>v`.
  std::string Text;
};

/// Whether predicates can speak of what \p F returns: a scalar, or a record by
/// its fields.
inline bool hasResult(const ir::Function &F) {
  const ir::Type *T = F.Ty->inner();
  return T->isScalar() || T->isRecord();
}

/// The predicates of a module, by scope, in the order in which they were
/// added, and the logical variables that they are about.
class PredicateSet {
public:
  explicit PredicateSet(ir::Module &M) : M(M) {}
  PredicateSet(const PredicateSet &) = delete;

  ir::Module &module() const { return M; }

  /// Adds a predicate of \p F, or of globals alone if that is null, unless it
  /// is there. \p Text empty, or another predicate's: it is made from the term.
  /// Constants are not added, of a predicate and its negation only the first,
  /// and of terms that read the same (`c` and `c != 0`) too. So texts are
  /// unique in a scope, and different from those of the globals before.
  void add(const ir::Function *F, const ir::Expr *Term, std::string Text = "");

  /// Of globals, in scope everywhere.
  const std::vector<Predicate> &globals() const { return Global.List; }
  /// Of \p F alone.
  const std::vector<Predicate> &of(const ir::Function &F) const;
  size_t size() const;

  /// The symbolic constant for the value that \p Place has at the entry of
  /// \p F; the same place gives the same variable. \p Place names parameters
  /// of F and globals only.
  const ir::Variable *entryValue(const ir::Function &F, const ir::Expr *Place);
  /// The symbolic constants of \p F, in the order of their making.
  std::vector<const ir::Variable *> constants(const ir::Function &F) const;
  /// What `return` means in \p F, which returns something (hasResult).
  const ir::Variable *result(const ir::Function &F);

  /// A new logical variable, for the value of \p Of (may be null).
  const ir::Variable *addLogical(std::string Name, const ir::Type *Ty,
                                 const ir::Expr *Of);

private:
  /// What a predicate asks, the same for it and its negation.
  struct Question {
    ir::Op Comparison; ///< Eq, Lt, or None where A is the whole term
    uint32_t A, B;     ///< Expr::id
    auto operator<=>(const Question &) const = default;
  };
  static Question questionOf(const ir::Expr *Term);

  struct Scope {
    std::vector<Predicate> List;
    std::set<Question> Asked;
    std::set<std::string> Texts;

    bool has(const Question &Q) const { return Asked.contains(Q); }
    bool has(const std::string &Text) const { return Texts.contains(Text); }
  };
  struct FunctionScope {
    Scope Predicates;
    std::map<uint32_t, const ir::Variable *> ByPlace; ///< Expr::id
    std::vector<const ir::Variable *> Constants;
    const ir::Variable *Result = nullptr;
  };

  ir::Module &M;
  Scope Global;
  std::map<uint32_t, FunctionScope> Scopes; ///< Function::Id
  uint32_t NumLogical = 0;
};

/// \p E as C, as a person would write it: `p->next`, `a[i]`, `NULL` for null
/// pointers, casts only where they may change the value; `x > 3` with blanks.
/// Beyond some 10,000 letters it ends in `...#` and the term's id.
std::string cText(const ir::Expr *E);
/// The same with other names for variables, each a word or in parentheses.
using VariableName = std::function<std::string(const ir::Variable &)>;
std::string cText(const ir::Expr *E, const VariableName &NameOf);
/// The same without blanks, as the name of a predicate.
std::string predicateText(const ir::Expr *Term);

} // namespace predabs

#endif
