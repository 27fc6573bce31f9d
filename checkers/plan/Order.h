// In which order the files of a project are checked, so that what a file calls
// in others is known when its turn comes.
//
//   a.c calls b(), b.c calls c(), c.c calls b()
//
// b.c and c.c call each other. They are checked in turns: first each with what
// it can know without going round (c.c alone, b.c with c.c), then each with
// what the turn before said of all of them, and again. a.c comes last, and sees
// their last turn.
//
// What a step sees depends on who calls whom and on nothing else: not on how
// many steps run at once, nor on what was there before. So the verdicts are the
// same every time.

#ifndef PREDABS_CHECKERS_PLAN_ORDER_H
#define PREDABS_CHECKERS_PLAN_ORDER_H

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace predabs {

/// What a file has for others, and what it asks of them.
struct UnitCalls {
  std::string Id; ///< unique
  /// Functions by the names that linkers know them by, ascending.
  std::vector<std::string> Defines, Calls;

  bool operator==(const UnitCalls &) const = default;
};

/// As text, a line for each name.
std::string print(const UnitCalls &C);
/// Nothing if \p Text is not one.
std::optional<UnitCalls> parseUnitCalls(const std::string &Text);

/// One file is checked once, or all files of a cycle have had a turn.
struct Step {
  static constexpr size_t None = size_t(-1);
  size_t Unit = None; ///< None: all files of Cycle had their turn
  size_t Cycle = 0;   ///< a number for those that call each other
  unsigned Turn = 1;
  std::vector<size_t> After; ///< numbers of steps
};

class Order {
public:
  /// Files that call each other have this many turns.
  static constexpr unsigned MaxTurns = 4;

  explicit Order(std::vector<UnitCalls> Units);

  const std::vector<UnitCalls> &units() const { return Units; }
  /// Each comes behind those that it is After.
  const std::vector<Step> &steps() const { return Steps; }
  /// The number of a step; the unit has one of that turn.
  size_t find(size_t Unit, unsigned Turn) const;
  /// How many turns a unit has.
  unsigned turns(size_t Unit) const { return NumTurns[Unit]; }

  /// The units whose summaries a step may look at, with the turn that made
  /// them.
  std::map<size_t, unsigned> sees(size_t Step) const;

  /// The units that define a name for others, ascending.
  const std::vector<size_t> &definers(const std::string &Name) const;

private:
  void connect();
  void findCycles();
  void addStep(Step S);
  void addFirstTurn(size_t Unit);
  size_t addEndOfTurn(const std::vector<size_t> &Members, unsigned Turn);
  void addTurns(const std::vector<size_t> &Members);

  std::vector<UnitCalls> Units;
  std::map<std::string, std::vector<size_t>> Definers;
  std::vector<std::vector<size_t>> Callees; ///< units by unit
  std::vector<size_t> CycleOf;
  std::vector<std::vector<size_t>> Cycles; ///< callees first
  std::vector<size_t> LastOf;              ///< a step, by cycle
  std::vector<unsigned> NumTurns;
  std::vector<Step> Steps;
  std::map<std::pair<size_t, unsigned>, size_t> Numbers;
};

} // namespace predabs

#endif
