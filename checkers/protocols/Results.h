// Results of functions by what they tell callers about a lock: negative, zero
// or positive numbers, pointers that are null or not, false or true. A function
// that returns -1 with the lock held and 0 without it can be told apart by its
// callers; one that returns -1 in both ways cannot.

#ifndef PREDABS_CHECKERS_PROTOCOLS_RESULTS_H
#define PREDABS_CHECKERS_PROTOCOLS_RESULTS_H

#include "predicates/ir/Module.h"

namespace predabs {

/// Results of a function that mean the same to its caller.
struct ResultClass {
  uint32_t Bit;
  const ir::Expr *Test; ///< null: all results
  bool IsError;         ///< nobody expects a lock to be held then
};

constexpr uint32_t NegativeResults = 1, ZeroResults = 2, PositiveResults = 4;
constexpr uint32_t AllResults = NegativeResults | ZeroResults | PositiveResults;

/// The classes that \p Result, which may be null, can be in.
std::vector<ResultClass> classesOf(ir::Context &Ctx, const ir::Expr *Result);

} // namespace predabs

#endif
