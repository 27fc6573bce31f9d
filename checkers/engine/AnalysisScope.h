// What the engine sees of a program, and from where its functions are called.
// Of
//
//   static int half(int n) { ... }      // seen: all its callers are here
//   int twice(int n) { ... }            // visible: other files may call it
//   int main(void) { ... half(3) ... }  // the program starts here
//
// half is judged for the calls of it, twice for any call. With an entry given
// the file is one program, and all is judged from there.

#ifndef PREDABS_CHECKERS_ENGINE_ANALYSISSCOPE_H
#define PREDABS_CHECKERS_ENGINE_ANALYSISSCOPE_H

#include "checkers/engine/Prepare.h"

namespace predabs {

class AnalysisScope {
public:
  AnalysisScope(const PreparedModule &P, const Options &Opts)
      : P(P), Opts(Opts) {}

  /// Whether the file is one program, judged from its entry.
  bool isOneProgram() const { return Opts.hasEntry(); }
  /// Whether \p F is judged as the part of a program that it is.
  bool isOfProgram(const ir::Function &F) const {
    return isOneProgram() || isProgram(F);
  }
  /// Whether the program starts with \p F.
  bool isProgram(const ir::Function &F) const { return &F == P.Program; }
  /// Whether \p F is of another file, which was looked into.
  bool isForeign(const ir::Function &F) const { return P.Foreign.contains(F); }
  /// Whether somebody calls \p F whom we do not see.
  bool isVisible(const ir::Function &F) const;

  /// How \p F is entered when nobody here calls it.
  Entry entryAt(const ir::Function &F) const;
  /// From where \p F can be reached, the program's start first.
  std::vector<Entry> entriesTo(const ir::Function &F) const;
  /// The function that \p E is about: for the start of a program, its first.
  const ir::Function &functionOf(const Entry &E) const;
  bool hasStart() const { return P.Start != nullptr; }

  const CallGraph &calls() const { return *P.Calls; }

private:
  const PreparedModule &P;
  const Options &Opts;
};

} // namespace predabs

#endif
