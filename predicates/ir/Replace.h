// Puts what stands for a function where that is called. With
//
//   func @model(%n: u64) -> u8* {        for the calls of @malloc
//     var %p: u8*
//     temp %short: bool
//   entry:
//     havoc %short because nondeterministic
//     goto no, yes
//   no:
//     assume !%short
//     %p = call @malloc(%n)
//     goto end
//   yes:
//     assume %short
//     %p = null<u8*>
//     goto end
//   end:
//     return %p
//   }
//
// the statement `%x = call @malloc(%a + 1)` becomes a copy of these blocks,
// with
// `%a + 1` for the parameter and `%x` for the result. Calls in a copy stay.
//
// Who works on single statements afterwards (a path, a run) sees them as the
// function's own. What they were is kept, so that obligations are found again
// in the code as the source has it.

#ifndef PREDABS_PREDICATES_IR_REPLACE_H
#define PREDABS_PREDICATES_IR_REPLACE_H

#include "predicates/ir/Module.h"

#include <functional>

namespace predabs::ir {

/// A statement of a function before calls were replaced in it.
struct OldPlace {
  BlockId Block = 0;
  uint32_t Stmt = 0;
  /// If it is a call that was replaced: the function that stands for the
  /// callee. What is there now is a copy of a part of that.
  const Function *Copied = nullptr;

  bool operator==(const OldPlace &) const = default;
};

struct Replaced {
  /// The body as it was.
  std::vector<Block> Before;
  /// Of each statement, by its block.
  std::vector<std::vector<OldPlace>> Was;

  /// Where a statement is now that was not replaced.
  std::pair<BlockId, uint32_t> now(BlockId Block, uint32_t Stmt) const;
};

/// Gives the body that stands for what a statement calls, or null if the call
/// is to stay. Its result and parameters have the callee's types.
using BodyOf = std::function<const Function *(const Stmt &Call)>;

/// Replaces calls in \p F; nothing if there are none. Statements of a copy
/// stand where the call does.
///
/// A body whose parameters are `...` at the end passes on what stands for them
/// where it calls, with all its parameters in order, a function of its own
/// type.
std::optional<Replaced> replaceCalls(Module &M, Function &F, const BodyOf &Of);

} // namespace predabs::ir

#endif
