// Turns what was found out about a file into what is kept about it.

#ifndef PREDABS_CHECKERS_STORE_REUSE_SUMMARYWRITER_H
#define PREDABS_CHECKERS_STORE_REUSE_SUMMARYWRITER_H

#include "checkers/contracts/Contracts.h"
#include "checkers/options/Options.h"
#include "checkers/store/reuse/Import.h"

#include <map>

namespace predabs {

/// What a summary says of a contract.
struct KeptContract {
  Key Of; ///< none if it is not exact
  std::string Module;
  std::string WhyInexact;
  ContractText Words;
  bool MayChangeAnything = false;
};

/// The keys of what a file's verdicts depend on: see SummaryFile.
struct FileKeys {
  Key Settings;
  Key Code;
  /// Of the code of each function that is defined, by Function::Id.
  std::map<uint32_t, Key> OfFunction;
  /// Summary::Module of these; see addTexts.
  std::map<uint32_t, std::string> Texts;
  /// What summaries say of contracts; see addContracts.
  std::map<uint32_t, KeptContract> Contracts;
  /// The names of what each of them calls, empty ones for calls through
  /// pointers; likewise.
  std::map<uint32_t, std::set<std::string>> Calls;
};

/// Of the version of the tool, and of those of \p Opts that verdicts depend on.
Key optionsKey(const Options &Opts);

/// Of the functions and globals that \p M defines. To be made before the
/// functions of other files are brought in.
FileKeys keysOf(const ir::Module &M, const Options &Opts);

/// Fills in FileKeys::Texts and Calls, likewise before: afterwards declarations
/// stand where other files have them, and models where library functions are
/// called.
void addTexts(FileKeys &Keys, const ir::Module &M);

/// Fills in FileKeys::Contracts, after the contracts of \p M were \p Made, and
/// likewise before.
void addContracts(FileKeys &Keys, const ir::Module &M, Contracts &Made);

/// Fills in the functions of \p Into, those of \p M that have a key, with
/// \p Decisions about their obligations.
void writeFunctions(SummaryFile &Into, const ir::Module &M,
                    const FileKeys &Keys, const Imports &Foreign,
                    const std::vector<KeptDecision> &Decisions);

/// Fills in SummaryFile::Shown.
void writeLooks(SummaryFile &Into, Surroundings &Around);

} // namespace predabs

#endif
