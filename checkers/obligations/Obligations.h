// What has to hold in a program. An obligation is a statement that must not be
// reached: the call of a function that says that an assertion failed. So
//
//   int f(int x) { assert(x > 0); return x; }
//
// has one, the call of __assert_fail that the macro hides, with the text
// `x > 0`. The lowering brings all else into that form: a condition given to
// __VERIFIER_assert becomes a branch with such a call.

#ifndef PREDABS_CHECKERS_OBLIGATIONS_OBLIGATIONS_H
#define PREDABS_CHECKERS_OBLIGATIONS_OBLIGATIONS_H

#include "checkers/obligations/Goal.h"
#include "checkers/options/Options.h"
#include "checkers/report/Report.h"
#include "predicates/language/Predicate.h"

#include <functional>

namespace predabs {

/// The names of functions, as a person writes them, one of which the source
/// mentions if it has an obligation.
std::vector<std::string> obligationNames(const Options &Opts);

/// Tells whether a call of a function is the failure of an obligation, as long
/// as \p Opts is there.
std::function<bool(const ir::Function &)> failureTest(const Options &Opts);
/// The functions of \p M whose call is the failure of an obligation, those of
/// Options::Failures included, in the module's order.
std::vector<const ir::Function *> failureFunctions(const ir::Module &M,
                                                   const Options &Opts);

/// Tells which functions of the program that are not here give inputs: those of
/// Options::Inputs, and all of a program that is judged from its entry.
InputTest inputTest(const Options &Opts);

/// An obligation and the statement that is reached where it fails. Where code
/// has several copies (cleanups, instances of a template), several have the
/// same What: they are one obligation.
struct FoundObligation {
  Obligation What;
  Goal At;
};

/// All that has to hold in \p M, function by function in the module's order.
std::vector<FoundObligation> findObligations(const ir::Module &M,
                                             const Options &Opts);

/// Obligations that have no statement: a failure function whose address is
/// taken, at the place where that happens, as it may be called through a
/// pointer.
std::vector<Obligation> indirectFailures(const ir::Module &M,
                                         const Options &Opts);

/// The function that Options::Entry means: by its name for the linker, or as a
/// person writes it; null if none, or if that could be several.
const ir::Function *findEntry(const ir::Module &M, std::string_view Name);

/// What in \p Opts does not fit \p M, in one line, or nothing.
std::optional<std::string> checkOptions(ir::Module &M, const Options &Opts);

} // namespace predabs

#endif
