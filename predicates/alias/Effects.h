// What calls run and what that writes. A function writes what its statements
// and those of the functions that it calls write. Its own variables are gone
// when it returns, and those of an earlier activation of it are others: a
// write to a variable by name counts only if the variable is global.
//
// Others are one more function: they write what they know and call what they
// know.

#ifndef PREDABS_PREDICATES_ALIAS_EFFECTS_H
#define PREDABS_PREDICATES_ALIAS_EFFECTS_H

#include "predicates/alias/Locations.h"

namespace predabs::alias {

class Effects {
public:
  Effects(Constraints &Facts, Locations &Where);

  CallTargets targets(const ir::Stmt &Call);
  bool mayModify(const ir::Function &F, const Location &Place);
  bool mayModify(const ir::Stmt &Call, const Location &Place);

private:
  /// A function of the module by its number, or others.
  using Runner = uint32_t;
  using RunnerSet = std::vector<bool>;
  struct Write {
    Runner By;
    Location To;
  };

  void addFunction(const ir::Function &F);
  void addStmt(Runner By, const ir::Stmt &S);
  void addCall(Runner By, const ir::Stmt &S);
  void addWrite(Runner By, Location To);
  void addLibraryWrites(Runner By, const ir::Stmt &S, const LibraryFunction &L);
  const RunnerSet &runs(Runner From);
  bool writes(const RunnerSet &Running, const Location &Place);
  bool isWritten(const RunnerSet &Running, const std::vector<uint32_t> &Among,
                 const Location &Place);
  bool libraryModifies(const ir::Stmt &S, const LibraryFunction &L,
                       const Location &Place);
  bool isExposed(const ir::Function &F) const;
  bool mayCall(const ir::Function &F, const ir::Stmt &Call) const;

  Constraints &Facts;
  Locations &Where;
  Runner Others;
  std::vector<std::vector<Runner>> Callees;
  /// Calls a function without a body, which may set errno.
  RunnerSet UsesLibrary;
  /// Pointers that the function at hand has called before.
  std::unordered_set<const ir::Expr *> Called;
  std::vector<Write> Writes;
  /// Positions in Writes: by object; to what others know; all.
  std::vector<std::vector<uint32_t>> ByObject;
  std::vector<uint32_t> ToKnown, ToAny;
  std::unordered_map<Runner, RunnerSet> Running;
};

} // namespace predabs::alias

#endif
