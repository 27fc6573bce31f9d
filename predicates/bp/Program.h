// Boolean programs: what the predicate abstraction makes (C2BP) and the
// model checker reads (BEBOP). All variables are Booleans; there are global
// variables and procedures with parameters by value, locals, several results
// and recursion. docs/boolean-programs.md has the grammar and the meaning.
//
//   decl {lock.held};                 // a global
//
//   bool<2> step(a) {                 // one parameter, two results
//     decl t;
//     enforce !(a & t);               // other states do not exist
//     t, {lock.held} := *, choose(a, t);
//     if (t) {
//       assert({lock.held});
//     }
//   again:
//     goto again, out;
//   out:
//     return t, !a;
//   }
//
//   void main() {
//     decl x, y;
//     x, y := step(!x);
//     assume(x);
//   }
//
// The program is kept as a tree of statements, so that its text prints back
// to the same program. To run or check it, make its flow graphs (Flow.h).
//
// What it means, in short:
// - Variables start arbitrary, also locals at each call; parameters start
//   with the arguments. In an entry procedure parameters are arbitrary too.
// - The right sides of an assignment are all evaluated before any target
//   changes. With `constrain c` only those outcomes exist where c, read over
//   the old values `v` and the new ones `'v`, may be true.
// - `assume e` goes on where e may be true. `assert e` fails where e may be
//   false and goes on where it may be true.
// - `if (e)` and `while (e)` take the first way where e may be true and the
//   second where e may be false.
// - A call evaluates its arguments, runs the callee, then assigns the results
//   in parallel, over whatever the callee did to globals.
// - `return` without values, and the end of the body, give arbitrary results.
// - A state of a procedure in which one of its `enforce` conditions cannot be
//   true does not exist: no step leads there, not from outside either.
// - `dead x, y` forgets values: x and y become arbitrary.

#ifndef PREDABS_PREDICATES_BP_PROGRAM_H
#define PREDABS_PREDICATES_BP_PROGRAM_H

#include "predicates/bp/Expr.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace predabs::bp {

enum class Scope : uint8_t { Global, Parameter, Local };

struct Variable {
  /// As written: a C name, or anything in braces as in `{x==2}`, with them.
  std::string Name;
  Scope Kind = Scope::Local;
  /// Position among the globals, or among its procedure's Vars.
  uint32_t Index = 0;
  uint32_t Line = 0;

  bool isGlobal() const { return Kind == Scope::Global; }
};

struct Procedure;

enum class StmtKind : uint8_t {
  Skip,
  Assign, ///< Targets := Values, with constrain Cond where that is not null
  Dead,   ///< Targets become arbitrary
  Assume, ///< Cond
  Assert, ///< Cond
  Call,   ///< Targets := Callee(Values)
  Return, ///< Values: one for each result, or none
  Goto,   ///< Labels to choose from: GotoLabels
  If,     ///< Cond, Body, Else
  While,  ///< Cond, Body
  Block,  ///< Body
};

struct Stmt {
  StmtKind Kind = StmtKind::Skip;
  uint32_t Line = 0; ///< in the text, from 1; 0: from no text
  const Expr *Cond = nullptr;
  const Procedure *Callee = nullptr;
  std::vector<std::string> Labels; ///< that stand before the statement
  std::vector<std::string> GotoLabels;
  /// Of an assignment all different and as many as Values. Of a call as many
  /// as the callee has results; null (`_`) where a result is not wanted.
  std::vector<const Variable *> Targets;
  std::vector<const Expr *> Values;
  std::vector<Stmt> Body, Else;
  /// Printed behind the statement, and not read back; one line.
  std::string Comment;
  /// What the maker of the program calls the place it made this for; 0: none.
  /// Not printed.
  uint32_t Origin = 0;
};

struct Procedure {
  std::string Name;
  uint32_t Index = 0; ///< position in the program
  uint32_t Line = 0;
  uint32_t EndLine = 0; ///< where the body ends
  uint32_t NumParams = 0;
  uint32_t NumResults = 0;
  /// First the parameters, in order, then the locals.
  std::vector<std::unique_ptr<Variable>> Vars;
  std::vector<const Expr *> Enforce; ///< all of them hold
  std::vector<Stmt> Body;

  Variable *findVariable(std::string_view Name) const;

private:
  friend Variable *addVariable(Procedure &, std::string, Scope);
  std::unordered_map<std::string_view, Variable *> VarByName;
};

/// Adds a parameter or local; parameters come first. Null if \p P has one of
/// that name.
Variable *addVariable(Procedure &P, std::string Name, Scope Kind);

struct Program {
  ExprArena Exprs; ///< all expressions of the program
  std::vector<std::unique_ptr<Variable>> Globals;
  std::vector<std::unique_ptr<Procedure>> Procs;

  /// Null if there is one of that name.
  Variable *addGlobal(std::string Name);
  Procedure *addProcedure(std::string Name);
  Procedure *addProcedure(std::unique_ptr<Procedure> P);
  Variable *findGlobal(std::string_view Name) const;
  Procedure *findProcedure(std::string_view Name) const;

private:
  std::unordered_map<std::string_view, Variable *> GlobalByName;
  std::unordered_map<std::string_view, Procedure *> ProcByName;
};

/// What is wrong with \p P, in one line, or nothing: numbers of targets,
/// arguments and results, labels that exist once, names that can be read
/// back. A parsed program is never wrong.
std::optional<std::string> verify(const Program &P);

/// Whether \p Name is a C name (`$` counts as a letter; `-` and `#` may stand
/// inside) that the language does not reserve.
bool isPlainName(std::string_view Name);
/// Whether \p Name can stand in the text for a variable: a plain name, or
/// text in braces in which braces match, at most 8 deep, and no `;` or
/// line end stands.
bool isVariableName(std::string_view Name);
/// Whether the statement behind \p Label would be a thread in SatAbs' dialect,
/// where `ASYNC_1: f();` runs f beside what follows.
bool startsThread(std::string_view Label);
/// Whether \p Name can stand in the text for a label: a plain name that starts
/// no thread, or digits.
bool isLabelName(std::string_view Name);
/// \p Text itself if it is a variable's name, else \p Text in braces.
std::string variableName(std::string_view Text);

} // namespace predabs::bp

#endif
