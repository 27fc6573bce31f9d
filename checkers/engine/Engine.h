// Decides the obligations of a translation unit.
//
//   int f(int x) { assert(x > 0); return x; }
//
// has one, the call of __assert_fail that the macro hides, and the report
// holds the decision about it.
//
// Changes the module: temporaries are forwarded, and a function is added from
// which the program starts.

#ifndef PREDABS_CHECKERS_ENGINE_ENGINE_H
#define PREDABS_CHECKERS_ENGINE_ENGINE_H

#include "checkers/models/Models.h"
#include "checkers/options/Options.h"
#include "checkers/protocols/language/Protocol.h"
#include "checkers/report/Progress.h"
#include "checkers/store/reuse/Import.h"

namespace predabs {

/// \p Library, if given, says what library functions do. \p Tell, if given,
/// hears what is decided before all is.
Report check(ir::Module &M, const Options &Opts, Models *Library = nullptr,
             const Listener &Tell = {});

/// The same with these protocols, whatever \p Opts says.
Report check(ir::Module &M, const Options &Opts,
             const std::vector<Protocol> &Protocols, Models *Library = nullptr,
             const Listener &Tell = {});

/// What came of a file, and what is to be kept about it.
struct Checked {
  Report Found;
  SummaryFile ToKeep;
  /// ToKeep says all that Found does.
  bool IsAllKept = true;
  /// Books of answers that are to be kept too, by the digits of their keys.
  std::vector<std::pair<std::string, std::string>> Answers;
};

/// What was said when \p Before was written about the same sources, if the same
/// is to be said now. Needs no module.
std::optional<Report> recall(const SummaryFile &Before, const Options &Opts,
                             Surroundings &Around);

/// The same as check, with functions of other files from \p Around. Where \p
/// Before, what was kept the last time (or null), still holds, nothing is
/// decided again. ToKeep has no names of files yet.
Checked check(ir::Module &M, const Options &Opts, Surroundings &Around,
              const SummaryFile *Before, Models *Library = nullptr,
              const Listener &Tell = {});

} // namespace predabs

#endif
