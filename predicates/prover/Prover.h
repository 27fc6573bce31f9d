// "Can these facts hold together in one state of the program?" All that the
// abstraction asks of a theorem prover. With the terms
//
//   0: x > 3     1: x == y     2: y < 2
//
// possible({0, 1, 2}) is No, with core() = all three; possible({0, 1}) is Yes,
// and witness() gives the truth values of all terms in the state found.
//
// A term is a Boolean ir::Expr over the variables and the memory of one state.
// Signed sums and products in a comparison are exact, and in a subscript:
// `x + 1 > x` is true also where the program would overflow (unless it wraps,
// Target::WrapSigned). In a state where evaluating a term is undefined in
// another way (a division by zero) its truth value is open: an answer never
// relies on it. Memory that no object owns has some contents, the same for all
// terms. A state of an execution that evaluates an expression is one in which
// that is defined, overflows included: Situation::Evaluated.
//
// A Prover counts every question and keeps every answer, so that only new
// questions cost something. Unknown is an answer: the limit counts the
// prover's resource units, not seconds.

#ifndef PREDABS_PREDICATES_PROVER_PROVER_H
#define PREDABS_PREDICATES_PROVER_PROVER_H

#include "predicates/ir/Module.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace predabs {

enum class Answer : uint8_t { Yes, No, Unknown };

/// Term number Term has the truth value Value.
struct Literal {
  uint32_t Term = 0;
  bool Value = true;

  Literal operator!() const { return {Term, !Value}; }
  auto operator<=>(const Literal &) const = default;
};

/// What holds in every state that is asked about.
struct Situation {
  /// Boolean expressions that are true.
  std::vector<const ir::Expr *> Facts;
  /// Expressions of any type, places included, whose evaluation is defined:
  /// nothing overflows in them and no null pointer is dereferenced.
  std::vector<const ir::Expr *> Evaluated;
};

/// Questions about one list of terms.
class Questions {
public:
  virtual ~Questions() = default;

  /// Whether a state gives all of \p Asked their truth values.
  virtual Answer possible(std::span<const Literal> Asked) = 0;

  /// After Yes: a truth value for each term that they have together in one
  /// state (of a term that is undefined there: any).
  virtual const std::vector<bool> &witness() const = 0;
  /// After No: some of what was asked that suffice, ascending.
  virtual const std::vector<Literal> &core() const = 0;
};

struct ProverStatistics {
  uint64_t Asked = 0;        ///< questions that the solver had to answer
  uint64_t Remembered = 0;   ///< questions answered without it
  uint64_t Kept = 0;         ///< questions answered in another run
  uint64_t KeptUnknown = 0;  ///< of Kept: without an answer
  uint64_t WithIntegers = 0; ///< of Asked: as linear integer arithmetic
  uint64_t WithBits = 0;     ///< of Asked: as bit-vectors
  uint64_t Unknown = 0;      ///< of Asked: without an answer
  uint64_t Units = 0;        ///< resource units spent by the solver
  double Seconds = 0;        ///< spent in the solver

  /// What it cost, in units of which a second has less than a million, by
  /// measurement. The solver's own units say little alone: a question about
  /// sums takes few of them and one about products many, in the same time. One
  /// that is given up takes long.
  uint64_t work() const {
    return 250 * (Asked + Kept) + 30'000 * (Unknown + KeptUnknown) +
           Units / SolverUnits;
  }
  static constexpr uint64_t SolverUnits = 10; ///< of the solver, in one of work
};

class Prover {
public:
  virtual ~Prover() = default;

  /// Opens questions about \p Terms in states as \p S says. They must not
  /// outlive the prover. It works on one such object at a time: asking several
  /// in turn is allowed, and slow.
  virtual std::unique_ptr<Questions> about(std::vector<const ir::Expr *> Terms,
                                           Situation S) = 0;

  virtual const ProverStatistics &statistics() const = 0;
};

enum class Arithmetic : uint8_t {
  Cheapest, ///< integers where they suffice, bit-vectors otherwise
  Bits,     ///< bit-vectors for all
};

enum class Memory : uint8_t {
  OfAll, ///< what was found for one list of terms helps with others
  /// A list is asked about as if it were the first; no two are open at a time.
  None,
};

struct ProverOptions {
  /// Resource units for one question; 0: no limit.
  uint64_t UnitsPerQuestion = 100'000;
  Arithmetic How = Arithmetic::Cheapest;
  Memory Remembers = Memory::OfAll;
};

/// Z3. Makes terms of \p Ctx's expressions, which must outlive it.
std::unique_ptr<Prover> createZ3Prover(const ir::Context &Ctx,
                                       const ProverOptions &O = {});

} // namespace predabs

#endif
