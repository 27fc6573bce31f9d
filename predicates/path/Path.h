// A path through the program: the statements that one execution runs through,
// calls entered and left. It is what a trace of the Boolean program means in C,
// and what is asked about it is whether an execution takes it. In
//
//   int twice(int n) { return 2 * n; }
//   void f(int x)    { int y = twice(x); if (y == 3) __assert_fail(...); }
//
// the path to the failure has the steps
//
//   0  f      call twice(x)      depth 0
//   1  twice  return 2 * n       depth 1
//   2  f      (end of block)     depth 0
//   3  f      assume y == 3      depth 0
//   4  f      call __assert_fail depth 0
//
// Each step is a point before a statement, as in RunPoint: a position equal to
// the number of statements is the end of the block, where a successor is
// chosen. A call whose next step is one deeper is entered; after any other call
// the path goes on behind it, and what is called is not looked into. The first
// step is the beginning of the entry function, the last one the statement that
// fails.

#ifndef PREDABS_PREDICATES_PATH_PATH_H
#define PREDABS_PREDICATES_PATH_PATH_H

#include "predicates/ir/Module.h"

#include <string>
#include <vector>

namespace predabs {

struct PathStep {
  const ir::Function *Func = nullptr;
  ir::BlockId Block = 0;
  uint32_t Stmt = 0;
  /// Calls that are open, 0 in the entry function.
  uint32_t Depth = 0;

  const ir::Block &block() const { return Func->Blocks[Block]; }
  bool isBlockEnd() const { return Stmt == block().Stmts.size(); }
  /// Of a step that is no end of a block.
  const ir::Stmt &statement() const { return block().Stmts[Stmt]; }

  bool operator==(const PathStep &) const = default;
};

struct Path {
  std::vector<PathStep> Steps;

  const ir::Function &entry() const { return *Steps.front().Func; }
  /// Whether the call at step \p I is entered.
  bool enters(size_t I) const {
    return I + 1 < Steps.size() && Steps[I + 1].Depth > Steps[I].Depth;
  }
};

/// Whether an assumption is what the model of a library function says, rather
/// than a branch that is taken or a wish of the source.
inline bool isGiven(const ir::Stmt &S) { return S.Marks.has(ir::Mark::Given); }

/// The name of the function that a program starts with, before \p Entry.
inline std::string startNameOf(const ir::Function &Entry) {
  return "__predabs_start." + Entry.Name;
}
/// Whether \p F gets its parameters from whoever starts the program.
inline bool startsProgram(const ir::Function &F) {
  return F.Name == "main" || F.Name == "__predabs_start.main";
}

/// A line for each step: number, function, statement, indented by depth.
std::string print(const Path &P);

/// What is wrong with \p P, in one line, or nothing: each step must follow
/// from the one before by the graph of its function, or by a call or return.
std::optional<std::string> verify(const Path &P);

/// A function that \p P calls and goes into though another file may have its
/// own (it is weak, or an inline definition that is no external one); or null.
/// The function where the path begins is the one that runs.
const ir::Function *replaceableOn(const Path &P);

} // namespace predabs

#endif
