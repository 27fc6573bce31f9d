// Theorem 1 of the polymorphic paper, checked by running: each step that the
// interpreter takes is one that the Boolean program can take too, and then its
// variables agree with the predicates (Definition 1 in Appendix B).
//
// A run of the module is followed statement by statement. Kept is, for each
// activation, the set of all states in which the Boolean program can be after
// the same way, as far as they agree with the run: at the beginning of each
// statement those states leave the set in which a variable differs from the
// value that its predicate has in the interpreter. If none is left, the
// abstraction is unsound. A predicate that is undefined there (it overflows,
// looks behind a bad pointer or outside of an array, reads something
// uninitialised or a logical variable that has no value) allows both.
//
//   int inc(int x) { x = x + 1; return x; }     inc { x == 'x, x == 'x + 1 }
//
//   interpreter           Boolean program, states of ({x=='x}, {x=='x+1})
//   enters with x = 4     10
//   before x = x + 1      10
//   before return x       01; 00 was possible but does not agree

#ifndef PREDABS_TEST_SUPPORT_SIMULATION_H
#define PREDABS_TEST_SUPPORT_SIMULATION_H

#include "predicates/abstraction/Abstract.h"
#include "predicates/interpreter/Interpreter.h"

#include <functional>

namespace predabs {

struct SimulationCounts {
  uint64_t Runs = 0;
  uint64_t Points = 0;    ///< where a set of states was compared with a run
  uint64_t Entries = 0;   ///< of functions, by a call of the Boolean program
  uint64_t Defined = 0;   ///< predicates that had a value at a point
  uint64_t Undefined = 0; ///< and that had none
  uint64_t Sampled = 0;   ///< of Defined: looked at for the next line
  uint64_t Decided = 0;   ///< of Sampled: not left open by the Boolean program

  SimulationCounts &operator+=(const SimulationCounts &O);
};

struct SimulationLimits {
  unsigned MaxVariables = 40; ///< of a procedure, with the globals
  size_t MaxStates = 20'000;  ///< in a set
};

/// Follows runs of a module in its abstraction.
class Simulation {
public:
  /// The symbolic constants of a function.
  using ConstantsOf =
      std::function<std::vector<const ir::Variable *>(const ir::Function &)>;

  Simulation(const ir::Module &M, Abstraction &A, ConstantsOf Constants,
             const SimulationLimits &L = {});
  ~Simulation();

  /// Runs the module and follows that. What shows that the abstraction is
  /// unsound, for people, or nothing.
  std::optional<std::string> follow(ir::RunOptions O);

  /// There were too many variables or states, so that nothing was compared
  /// from there on.
  bool isTooBig() const;
  const SimulationCounts &counts() const;

private:
  class Follower;
  std::unique_ptr<Follower> Follows;
};

} // namespace predabs

#endif
