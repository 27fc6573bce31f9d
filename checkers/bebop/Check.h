// Checks Boolean programs: which assertions may fail, which labels are
// reached, what holds there, and what procedures do.
//
//   bp::Flow F = bp::buildFlow(Program);
//   Check C(F, {});
//   C.run(bp::defaultEntries(F));
//   for (const Answer &A : C.answer(assertions(F)))
//     if (A.Found == Reachability::Reachable)
//       std::cout << bp::print(F, *A.Way);
//
// An entry procedure starts with any values of globals and parameters, so
// run({P}) with Entries::OfAll makes P an open procedure: relation(P) then
// holds for every entry state.

#ifndef PREDABS_CHECKERS_BEBOP_CHECK_H
#define PREDABS_CHECKERS_BEBOP_CHECK_H

#include "checkers/bebop/Reach.h"
#include "predicates/bp/Trace.h"

namespace predabs::bebop {

struct CheckOptions {
  /// Live BDD nodes at any time.
  uint64_t MaxNodes = 10'000'000;
  /// Steps of BDD operations, see BddSpace::work.
  uint64_t MaxWork = UINT64_MAX;
  /// Live nodes at which variables are first reordered; 0: never.
  unsigned ReorderFrom = 50'000;
  /// OfAll: relation() also of procedures that nobody calls.
  Entries Kept = Entries::OfCalled;
};

/// Can this assertion fail, is this node reached?
struct Question {
  Site Where;
  bp::Goal What = bp::Goal::NodeReached;
  std::string Label; ///< of a node
};

/// All assertions, in the order of the text.
std::vector<Question> assertions(const bp::Flow &F);
/// The label \p Name in all procedures that have it.
std::vector<Question> labels(const bp::Flow &F, std::string_view Name);

enum class Reachability { Unreachable, Reachable, Unknown };
enum class Traces { Wanted, NotWanted };

struct Answer {
  Question To;
  Reachability Found = Reachability::Unknown;
  /// A shortest trace, confirmed by the interpreter.
  std::optional<bp::Trace> Way;
  /// Why Found is unknown or why there is no trace, where one was wanted.
  std::string Why;
  /// The trace found was not confirmed: a mistake in the checker.
  bool IsWrong = false;
};

class Check {
public:
  Check(const bp::Flow &F, const CheckOptions &Options);

  /// Once. Starts in any state of \p From.
  void run(const std::vector<bp::ProcId> &From);
  /// False: out of BDD nodes or work; what was not found reachable is unknown.
  bool isComplete() const { return Found.isComplete(); }

  std::vector<Answer> answer(const std::vector<Question> &Questions,
                             Traces Ways = Traces::Wanted);

  /// The reachable states at a node, over variables().now().
  Bdd invariant(Site S) const { return Found.statesAt(S); }
  /// Entry states to Next of the globals that \p P may change and to its
  /// results, see Transfer.h; for the entry states that are reached.
  Bdd relation(bp::ProcId P) const { return Found.summary(P); }
  const Variables &variables() const { return Vars; }
  const Reach &reach() const { return Found; }

  /// The invariant as a formula over the names in scope.
  std::string invariantText(Site S) const;
  /// The relation as a formula, where `'x` is the value of x at entry, x that
  /// at the return, and `result[i]` the i-th result.
  std::string relationText(bp::ProcId P) const;

private:
  void findTraces(std::vector<Answer> &Answers);

  const bp::Flow &Flow;
  BddSpace Space;
  Variables Vars;
  Transfer Relations;
  Reach Found;
  std::vector<bp::ProcId> Starts;
};

} // namespace predabs::bebop

#endif
