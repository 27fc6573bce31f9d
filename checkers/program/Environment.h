// Who runs besides the code that the engine sees. One place answers what may
// come from outside a translation unit:
//
//   int limit = 10;  void set(int n) { limit = n; }
//   int main(void)   { assert(limit == 10); helper(); }
//
// Another file may define `helper`, which calls `set`; and a constructor there
// may have changed `limit` before main began. So there are other files
//
//   - where the file is judged function by function (no `entry=`), and
//   - with `entry=`, where it names something that neither it nor the library
//     defines, or a header of the project tells others of what it defines: then
//     it is not the whole program,
//
// unless Options::Closed says that there are none, or it is a task of a
// verifier (it names `__VERIFIER_...` or `reach_error`), which is complete by
// the rules of the contest. Other files can name what is not `static`.
//
// The runtime calls what it was handed the address of, in any world: handlers
// of signals and of the end, functions of threads. What it calls before the
// entry is in Module::Init.

#ifndef PREDABS_CHECKERS_PROGRAM_ENVIRONMENT_H
#define PREDABS_CHECKERS_PROGRAM_ENVIRONMENT_H

#include "checkers/options/Options.h"
#include "predicates/alias/Aliases.h"

namespace predabs {

class CallGraph;

/// A module declares this function if a header tells other files of it.
inline constexpr const char *OtherFiles = "predabs.other.files";

class Environment {
public:
  Environment(const ir::Module &M, const Options &Opts);

  /// Whom the alias analysis has to reckon with.
  World world() const { return IsWhole ? World::Closed : World::Open; }
  /// Whether code of other files may run before \p Entry and change what the
  /// program begins with.
  bool runsBefore(const ir::Module &M, const ir::Function &Entry) const;
  /// Whether somebody may call \p F whom the engine does not see. \p Program is
  /// where the program starts, or null: nobody but the runtime calls main by
  /// its name.
  bool mayCall(const ir::Function &F, const ir::Function *Program,
               const CallGraph &Calls, const Aliases &A) const;

private:
  bool HasEntry;
  bool IsWhole; ///< there are no other files
  bool IsTask;  ///< of a verifier
};

/// Says in \p M that no other file replaces what is weak or inline here.
void keepDefinitions(ir::Module &M);

} // namespace predabs

#endif
