// What the verdicts about a function depend on, as a key: while it stays the
// same they need not be found again. For
//
//   static int half(int n) { return n / 2; }
//   void f(int n) { assert(half(n) <= n || n < 0); }
//   void g(int *p) { *p = 0; }
//
// those about f depend on f, on what half does, on who calls f, and on what
// pointers of the file may point to: g may change so long as it takes no new
// addresses.

#ifndef PREDABS_CHECKERS_ENGINE_DEPENDENCE_H
#define PREDABS_CHECKERS_ENGINE_DEPENDENCE_H

#include "checkers/models/Expansion.h"
#include "checkers/program/Workspace.h"
#include "checkers/store/format/Digest.h"
#include "checkers/store/reuse/SummaryWriter.h"
#include "predicates/alias/CallGraph.h"

namespace predabs {

class Dependence {
public:
  /// After the functions of other files and \p Models were brought in. \p
  /// OthersFirst: other files may run before the program's entry.
  Dependence(const ir::Module &M, const CallGraph &Calls, const FileKeys &Keys,
             const Imports &Foreign, const Expansion &Models, bool OthersFirst);

  /// Of the verdicts about obligations in \p F, for calls from \p Entries and,
  /// if it \p IsVisible, from anywhere.
  Key of(const ir::Function &F, bool IsVisible,
         const std::vector<Entry> &Entries);

private:
  /// Numbers of the functions that a run of \p From may come to.
  const std::set<uint32_t> &cone(const ir::Function &From);
  Key meaningOf(const ir::Function &F) const;
  Key codeOf(const ir::Function &F) const;
  void addLatent(Digest &D, const ir::Function &F, ir::BlockId Block,
                 uint32_t Stmt) const;

  const ir::Module &M;
  const CallGraph &Calls;
  const FileKeys &Keys;
  const Imports &Foreign;
  const Expansion &Models;
  Key Common;
  std::map<uint32_t, std::set<uint32_t>> Cones;
};

} // namespace predabs

#endif
