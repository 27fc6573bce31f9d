// What calls run and what that writes. A function writes what its statements
// and those of the functions that it calls write. Its own variables are gone
// when it returns, and those of an earlier activation of it are others: a
// write to a variable by name counts only if the variable is global.
//
// What is written through a parameter, as by
//
//   static void inc(int *p) { (*p)++; }
//
// is in the object that the argument points into: a call inc(&x) leaves y as
// it is, although another call may be inc(&y).
//
// Others are one more function: they write what they know and call what they
// know.

#ifndef PREDABS_PREDICATES_ALIAS_EFFECTS_H
#define PREDABS_PREDICATES_ALIAS_EFFECTS_H

#include "predicates/alias/Locations.h"

namespace predabs::alias {

/// Whether others leave what is of type \p T as it is, if that is assumed.
inline bool areKept(OthersAndStates States, const ir::Type *T) {
  return States == OthersAndStates::Keep && T && ir::isState(T);
}

class Effects {
public:
  Effects(Constraints &Facts, Locations &Where);

  CallTargets targets(const ir::Stmt &Call);
  bool mayModify(const ir::Function &F, const Location &Place,
                 OthersAndStates How);
  /// \p S is a call, or a `havoc everything`.
  bool mayModify(const ir::Stmt &S, const Location &Place, OthersAndStates How);

private:
  /// A function of the module by its number, or others.
  using Runner = uint32_t;
  using RunnerSet = std::vector<bool>;
  /// The position of a parameter that keeps its value, or none.
  using Parameter = uint32_t;
  static constexpr Parameter None = UINT32_MAX;
  struct Write {
    Runner By;
    Location To;
    Parameter Through; ///< the pointer that is followed was passed as this
  };
  struct CallSite {
    Runner In;
    std::vector<const ir::Expr *> Args;
  };
  /// A call that is asked about, of one function.
  struct Occasion {
    const std::vector<const ir::Expr *> &Args;
    Runner Of;
  };

  void addFunction(const ir::Function &F);
  void addStmt(Runner By, const ir::Stmt &S);
  void addCall(Runner By, const ir::Stmt &S);
  void addWrite(Runner By, Location To, Parameter Through);
  void findKept(const ir::Function &F);
  Parameter behind(Runner In, const ir::Expr *Pointer) const;
  void addLibraryWrites(Runner By, const ir::Stmt &S, const LibraryFunction &L);
  /// What may run when \p From runs: with others, and what they call, or
  /// without.
  const RunnerSet &runs(Runner From);
  const RunnerSet &runsHere(Runner From);
  void reach(Runner From, RunnerSet &Result) const;
  /// \p Call, if given, is what the running functions were called by.
  bool writes(const RunnerSet &Running, const Location &Place,
              const Occasion *Call = nullptr);
  bool isWritten(const RunnerSet &Running, const std::vector<uint32_t> &Among,
                 const Location &Place, const Occasion *Call);
  bool mayReach(const Write &W, const RunnerSet &Running, const Location &Place,
                const Occasion &Call);
  bool passes(const std::vector<const ir::Expr *> &Args, Runner To,
              Parameter As) const;
  bool havocModifies(const ir::Stmt &Havoc, const Location &Place,
                     OthersAndStates How);
  bool isLasting(const Location &Place) const;
  bool hasAddress(const Location &Place) const;
  bool libraryModifies(const ir::Stmt &S, const LibraryFunction &L,
                       const Location &Place);
  bool isExposed(const ir::Function &F) const;
  bool mayCall(const ir::Function &F, const ir::Stmt &Call) const;

  Constraints &Facts;
  Locations &Where;
  Runner Others;
  std::vector<std::vector<Runner>> Callees;
  std::vector<CallSite> Sites;
  std::vector<std::vector<uint32_t>> SitesOf; ///< positions in Sites
  /// Parameters that are neither written nor have their address taken.
  std::vector<std::vector<bool>> Kept;
  /// Calls a function without a body, which may set errno.
  RunnerSet UsesLibrary;
  /// Have something in them that may change every variable (ir/Touch.h).
  std::vector<Runner> ChangeAll;
  /// Pointers that the function at hand has called before.
  std::unordered_set<const ir::Expr *> Called;
  std::vector<Write> Writes;
  /// Positions in Writes: by object; to what others know; all.
  std::vector<std::vector<uint32_t>> ByObject;
  std::vector<uint32_t> ToKnown, ToAny;
  std::unordered_map<Runner, RunnerSet> Running, RunningHere;
};

} // namespace predabs::alias

#endif
