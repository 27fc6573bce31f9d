// C2BP: from a module and predicates to a Boolean program that simulates it
// (c2bp.txt sections 4 and 5, polymorphic-predicate-abstraction.txt sections
// 4 and 5). For
//
//   int inc(int x) { x = x + 1; return x; }   inc { x == 'x, x == 'x + 1 }
//   int two(int a) { return inc(inc(a)); }
//
// it makes
//
//   bool<2> inc() {
//     decl {x=='x}, {x=='x+1};
//     enforce !{x=='x} | !{x=='x+1};
//     {x=='x}, {x=='x+1} := true, false;                     // 'x = x
//     {x=='x}, {x=='x+1} := choose(false, {x=='x} | {x=='x+1}), {x=='x};
//     return {x=='x}, {x=='x+1};
//   }
//
// Each statement becomes at most a few statements that carry the line of C as
// a comment, and the control flow is copied. docs/abstraction.md explains each
// step.

#ifndef PREDABS_PREDICATES_ABSTRACTION_ABSTRACT_H
#define PREDABS_PREDICATES_ABSTRACTION_ABSTRACT_H

#include "predicates/abstraction/Interface.h"
#include "predicates/abstraction/Strengthen.h"
#include "predicates/bp/Program.h"

#include <functional>

namespace predabs {

enum class Precision : uint8_t {
  Cartesian, ///< predicates one by one, as in the papers
  Exact,     ///< each statement with the relation between its predicates
  Blocks,    ///< the same for each run of statements without a call
};

struct AbstractionOptions {
  StrengthenOptions Strengthen;
  Precision How = Precision::Cartesian;
  /// Units of work for one function, mostly the prover's; 0: no limit. When
  /// they are spent the rest is decided without the prover, or left open.
  uint64_t UnitsPerFunction = 0;
  /// Only these functions and what they call; empty: all that are defined.
  /// Abstractor::abstract can be told others.
  std::vector<const ir::Function *> Functions;
  /// Functions whose call is a failure: `assert(false)`.
  std::vector<const ir::Function *> Failures;
  /// Told which function is next, and at the end null; may be empty.
  std::function<void(const ir::Function *)> Next;
  /// The line of C at a location, for comments; may be empty.
  std::function<std::string(ir::Loc)> SourceLine;
};

/// Where a statement of the Boolean program comes from.
struct Origin {
  enum class Step : uint8_t {
    Entry,  ///< before the first statement: symbolic constants get values
    Begins, ///< the variables mean what holds before the IR statement
    Inside, ///< somewhere in the middle of it
  };
  const ir::Function *Func = nullptr;
  ir::BlockId Block = 0;
  /// Position in the block; its size for the choice of a successor.
  uint32_t Stmt = 0;
  Step At = Step::Begins;
};

struct Abstraction {
  bp::Program Program;
  /// By bp::Stmt::Origin; [0] is nowhere.
  std::vector<Origin> Origins;
  /// What a variable stands for; the abstraction's own ones are not in it.
  std::unordered_map<const bp::Variable *, const ir::Expr *> Meaning;
  /// By ir::Function::Id; null where a function was not abstracted.
  std::vector<const bp::Procedure *> Procedures;
  /// Questions that the prover was asked, by ir::Function::Id.
  std::vector<uint64_t> Questions;
};

/// Makes Boolean programs of one module again and again: what was found for a
/// statement serves until its predicates change.
class Abstractor {
public:
  /// Adds binding predicates and logical variables to \p P as needed.
  Abstractor(PredicateSet &P, const Aliases &A, Prover &Z,
             const AbstractionOptions &O);
  ~Abstractor();

  /// With the predicates that are there now. All functions together may take
  /// \p Units of work, as UnitsPerFunction says of one.
  Abstraction abstract(uint64_t Units = 0);
  /// Other functions, with what they call, from now on.
  void setFunctions(std::vector<const ir::Function *> Functions);

private:
  class Impl;
  std::unique_ptr<Impl> I;
};

/// The same, once.
Abstraction abstractModule(PredicateSet &P, const Aliases &A, Prover &Z,
                           const AbstractionOptions &O);

} // namespace predabs

#endif
