// Results of functions by what they tell callers about a lock: negative, zero
// or positive numbers, numbers that the source names, pointers that are null,
// that are errors as Linux has them (`ERR_PTR(-ENOMEM)`), or neither, false or
// true. A function that returns -1 with the lock held and 0 without it can be
// told apart by its callers; one that returns -1 in both ways cannot.
//
// Some results say that the function failed, and then nobody expects a lock to
// be held. That a number is negative does not make it an error: in
//
//   lock(&r->lock);  if (r->dead) { unlock(&r->lock); return 0; }
//   return r->head - r->tail;
//
// it is a difference. An error is a constant or one with its sign changed, what
// the function tests for being negative, or what it was told by others and
// looked at.
//
// Nor is it one where the function also keeps the lock with results that are no
// errors, and never releases it with one of this kind:
//
//   if (h->dead) { unlock(&h->lock); return GONE; }
//   return h->is_used ? EXCLUSIVE /* -1 */ : SHARED;

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_RESULTS_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_RESULTS_H

#include "predicates/ir/Module.h"

#include <map>
#include <set>
#include <vector>

namespace predabs {

/// Results of a function that mean the same to its caller.
struct ResultClass {
  uint32_t Bit;
  const ir::Expr *Test; ///< null: all results
  bool IsError;         ///< nobody expects a lock to be held then
};

constexpr uint32_t NegativeResults = 1, ZeroResults = 2, PositiveResults = 4;
constexpr uint32_t AllResults = UINT32_MAX;

/// The results of one function.
class ResultClasses {
public:
  ResultClasses(ir::Context &Ctx, const ir::Function &F);

  /// The classes that \p Result, which may be null, can be in.
  std::vector<ResultClass> of(const ir::Expr *Result) const;

  /// Whether what \p F, as it was, returns in \p B may be no error, and no test
  /// that all paths to it share says otherwise.
  bool mayBeSuccess(const ir::Function &F, ir::BlockId B) const;

private:
  enum class Looked : uint8_t { No, Yes };
  /// A kind of value that says so when a function returns it.
  using Evidence = bool (*)(const ir::Expr *);

  void noteTest(const ir::Expr *Condition);
  void noteValue(const ir::Stmt &S);
  void noteNumbers(const ir::Expr *Result);
  std::vector<ResultClass> numbers(const ir::Expr *Result) const;
  std::vector<ResultClass> pointers(const ir::Expr *Result) const;
  /// Whether \p E may be what \p Says, or comes from code that tells.
  bool says(const ir::Expr *E, Evidence Says, Looked AtIt,
            unsigned Depth) const;
  bool isErrorPointer(const ir::Expr *E, unsigned Depth) const;
  /// All that \p E can be, if that is a few constants.
  bool numbersIn(const ir::Expr *E, std::set<ir::UInt128> &Into,
                 unsigned Depth) const;
  const std::vector<const ir::Expr *> *valuesOf(const ir::Expr *E) const;

  ir::Context &Ctx;
  /// What conditions compare with zero or a constant, for its sign or at all.
  std::set<const ir::Expr *> SignTested, Tested;
  std::set<const ir::Expr *> ErrorTested; ///< pointers, for being errors
  /// What local variables are set to; and those that calls set.
  std::map<const ir::Variable *, std::vector<const ir::Expr *>> Values;
  std::set<const ir::Variable *> Called;
  /// The positive numbers that the function returns by their values.
  std::vector<ir::UInt128> Named;
};

} // namespace predabs

#endif
