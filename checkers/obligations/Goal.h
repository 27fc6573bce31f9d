// The statement that is reached where an obligation fails. Of
//
//   if (x <= 0) { g: __assert_fail("x > 0", ...); }
//
// the goal is g: to decide the obligation is to find out whether an execution
// comes there.

#ifndef PREDABS_CHECKERS_OBLIGATIONS_GOAL_H
#define PREDABS_CHECKERS_OBLIGATIONS_GOAL_H

#include "checkers/protocols/instrument/Instrument.h"
#include "predicates/path/Feasibility.h"

namespace predabs {

struct Goal {
  const ir::Function *Func = nullptr;
  ir::BlockId Block = 0;
  uint32_t Stmt = 0;

  const ir::Stmt &statement() const { return Func->Blocks[Block].Stmts[Stmt]; }
  auto operator<=>(const Goal &) const = default;
};

/// What it means to reach \p G.
FailureKind kindOf(const Goal &G);
/// Whether it breaks a protocol; else an assertion fails there.
bool isStep(const Goal &G);
/// The step that \p G is; an empty one of an assertion.
Violation stepOf(const Goal &G);

} // namespace predabs

#endif
