// The BDD variables of a Boolean program's states. Each program variable has
// a slot: globals their own, the variables of procedures share theirs, as
// there is one procedure at a time in a path edge. A slot has a block of BDD
// variables that stay neighbours in any order:
//
//   Now     the value in the state at hand
//   Next    the value after a statement, or after a call
//   Entry   the value with which the procedure was entered
//   Arg     in a slot of parameters: the value passed for the i-th one
//
// Results of procedures have variables of their own.
//
// A procedure needs Entry values only of what it may change, itself or through
// calls: for all other globals and parameters the value at hand is still the
// one at entry. Most procedures change little. A procedure that nobody calls
// needs none, unless somebody wants to know its relation.
//
// Blocks are ordered by Order.h: variables that meet in statements are close.

#ifndef PREDABS_CHECKERS_BEBOP_VARIABLES_H
#define PREDABS_CHECKERS_BEBOP_VARIABLES_H

#include "predicates/bdd/Bdd.h"
#include "predicates/bp/Flow.h"

namespace predabs::bebop {

/// Whose entry states are kept in path edges.
enum class Entries { OfCalled, OfAll };

class Variables {
public:
  Variables(const bp::Flow &Program, BddSpace &Space,
            Entries Kept = Entries::OfAll);

  BddSpace &space() const { return Space; }
  const bp::Flow &program() const { return Program; }

  BddVar now(const bp::Variable *V) const { return Slots[slot(V)]; }
  BddVar next(const bp::Variable *V) const { return Slots[slot(V)] + 1; }
  BddVar entry(const bp::Variable *V) const { return Slots[slot(V)] + 2; }
  BddVar arg(unsigned Index) const { return Slots[NumGlobals + Index] + 3; }
  BddVar result(unsigned Index) const { return Results[Index]; }

  /// Whether \p P may change \p V, a global or a parameter or local of it.
  bool mayChange(bp::ProcId P, const bp::Variable *V) const;
  /// The globals that \p P may change, by index.
  const std::vector<const bp::Variable *> &changedGlobals(bp::ProcId P) const {
    return ChangedGlobals[P];
  }
  /// Whether path edges of \p P have the states in which it was entered.
  bool keepsEntry(bp::ProcId P) const { return KeepsEntry[P]; }
  /// Where the value with which \p P was entered is found in its path edges;
  /// \p V is a global or a parameter.
  BddVar entryOrNow(bp::ProcId P, const bp::Variable *V) const {
    return mayChange(P, V) ? entry(V) : now(V);
  }

  /// All Entry variables that path edges of \p P have.
  std::vector<BddVar> entriesOf(bp::ProcId P) const;
  /// The Now variables of the parameters and locals of \p P.
  std::vector<BddVar> localsOf(bp::ProcId P) const;

private:
  unsigned slot(const bp::Variable *V) const {
    return V->isGlobal() ? V->Index : NumGlobals + V->Index;
  }
  void makeBlocks();
  void findChanges();

  const bp::Flow &Program;
  BddSpace &Space;
  unsigned NumGlobals;
  std::vector<BddVar> Slots; ///< the first variable of each block
  std::vector<BddVar> Results;
  std::vector<std::vector<const bp::Variable *>> ChangedGlobals;
  std::vector<std::vector<bool>> GlobalChanges, LocalChanges;
  std::vector<bool> KeepsEntry; ///< by procedure
};

} // namespace predabs::bebop

#endif
