// Makes a module ready to be judged: functions of other files and models of the
// library are brought in, the obligations are found, and a function is added
// from which the program starts. Of
//
//   int limit = 10;  int main(void) { assert(limit == next()); }
//
// comes the module with `limit = 10; call main()`, the body of next from the
// other file, and one obligation.

#ifndef PREDABS_CHECKERS_ENGINE_PREPARE_H
#define PREDABS_CHECKERS_ENGINE_PREPARE_H

#include "checkers/engine/AnswerBooks.h"
#include "checkers/models/Expansion.h"
#include "checkers/obligations/Obligations.h"
#include "checkers/program/Environment.h"
#include "checkers/program/Workspace.h"
#include "checkers/report/Progress.h"
#include "checkers/store/reuse/SummaryWriter.h"
#include "predicates/alias/CallGraph.h"

namespace predabs {

/// What there is besides the file: other files, and what was found the last
/// time.
struct StoreInput {
  Surroundings &Around;
  const FileKeys &Keys;
  /// Of the module; null where it is one program, judged from its entry.
  const Contracts *Made = nullptr;
  /// What was judged then is not judged again where that depends on nothing
  /// that changed; or null.
  const SummaryFile *Before = nullptr;
  /// Symbols that were looked up before the functions of other files.
  std::vector<Use> Symbols = {};
};

/// What the engine is given with a module.
struct EngineInput {
  const Options &Opts;
  /// They are compiled into the module.
  const std::vector<Protocol> &Protocols;
  /// States of objects at entry.
  const EntryStates &AtEntry;
  Models *Library = nullptr;         ///< or null
  const StoreInput *Store = nullptr; ///< or null
  Progress *Told = nullptr;          ///< hears what is decided; or null
};

/// A module and what is known before anything is judged.
struct PreparedModule {
  PreparedModule(ir::Module &M, const EngineInput &In);
  PreparedModule(const PreparedModule &) = delete;
  PreparedModule &operator=(const PreparedModule &) = delete;

  ir::Module &M;
  Imports Foreign;   ///< functions of other files
  Expansion InPlace; ///< of the library's models
  std::vector<FoundObligation> Found;

  // What follows is there if there are obligations.
  std::optional<Environment> Others;
  const ir::Function *Program = nullptr; ///< where the program starts, or null
  const ir::Function *Start = nullptr;   ///< which calls it; or null
  bool OthersFirst = false;              ///< they may run before Program
  /// Callers that find locks free, by the functions that acquire them
  /// (Fresh.h).
  std::map<const ir::Function *, const ir::Function *> NormalCallers;
  std::unique_ptr<Workspace> W;
  std::unique_ptr<CallGraph> Calls;
  std::unique_ptr<AnswerBooks> Books; ///< if there are functions of other files
};

} // namespace predabs

#endif
