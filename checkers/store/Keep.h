// Turns what was found out about a file into what is kept about it, and back
// into a report while nothing changes.

#ifndef PREDABS_CHECKERS_STORE_KEEP_H
#define PREDABS_CHECKERS_STORE_KEEP_H

#include "checkers/Options.h"
#include "checkers/store/Import.h"

#include <map>

namespace predabs {

/// The keys of what a file's verdicts depend on: see SummaryFile.
struct FileKeys {
  Key Settings;
  Key Code;
  /// Of the code of each function that is defined, by Function::Id.
  std::map<uint32_t, Key> OfFunction;
};

/// Of the functions and globals that \p M defines. To be made before the
/// functions of other files are brought in.
FileKeys keysOf(const ir::Module &M, const Options &Opts);

/// Fills in the functions of \p Into, those of \p M that have a key, with
/// \p Decisions about their obligations.
void keepFunctions(SummaryFile &Into, const ir::Module &M, const FileKeys &Keys,
                   const Imports &Foreign,
                   const std::vector<KeptDecision> &Decisions);

/// Fills in SummaryFile::Shown.
void keepLooks(SummaryFile &Into, Surroundings &Around);

/// Whether every function of another file that was looked for when \p Before
/// was written is now what it was then.
bool isUpToDate(const SummaryFile &Before, Surroundings &Around);

/// \p Before with the locations that the statements have in \p M, whose code
/// has the same key. Nothing if some location is not found.
std::optional<SummaryFile> relocated(SummaryFile Before, const ir::Module &M);

/// What \p Kept says.
Report sayAgain(const SummaryFile &Kept);

} // namespace predabs

#endif
