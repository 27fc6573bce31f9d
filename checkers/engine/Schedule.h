// In which order obligations are judged, and at what cost. Callees come before
// their callers, first with a quick look at each function, so that hard ones do
// not keep others from being looked at, then with what is left:
//
//   file:      5 budgets of a function, and more for each statement
//   function:  at most one budget, and its share of what is left
//
// Costs are counted in units of work (EngineStats::Units), so an input gets the
// same verdicts on every machine.

#ifndef PREDABS_CHECKERS_ENGINE_SCHEDULE_H
#define PREDABS_CHECKERS_ENGINE_SCHEDULE_H

#include "checkers/engine/AnalysisScope.h"

namespace predabs {

/// Obligations of one function that are judged together, assertions or steps of
/// protocols: their positions in PreparedModule::Found.
using Group = std::vector<size_t>;

class Schedule {
public:
  /// \p Budget: what a function may cost, in thousands of units.
  Schedule(const PreparedModule &P, const AnalysisScope &Seen, uint64_t Budget);

  /// All obligations, in the order in which they are judged.
  std::vector<Group> groups() const;

  /// What follows is a quick look at each function.
  void beginQuickLook() { IsQuick = true; }
  /// What follows is all that can be done about \p NumGroups groups.
  void beginThoroughLook(size_t NumGroups);
  bool isQuick() const { return IsQuick; }

  /// Of what follows \p G may cost its part.
  void begin(const Group &G);
  /// The same, for what callers make of it.
  void beginForCaller(const Group &G);
  /// The group in hand is done with in a thorough look. In vain: the next ones
  /// are likely to be of the same kind.
  void end(bool IsVain);
  void noteVain() { ++NumVain; }

  /// What the group in hand may still cost, from all its entries together.
  uint64_t unitsLeft() const;
  bool isFileSpent() const;

private:
  uint64_t unitsOfFile() const;
  uint64_t unitsAtFirst(const Group &G) const;
  uint64_t allowance(const Group &G) const;
  uint64_t unitsSpent() const { return P.W->Numbers.Units; }

  const PreparedModule &P;
  const AnalysisScope &Seen;
  const uint64_t OfFunction; ///< units
  const uint64_t FileLimit;
  uint64_t UnitLimit = 0;
  size_t GroupsLeft = 0;
  unsigned NumVain = 0;
  bool IsQuick = false;
};

} // namespace predabs

#endif
