// Writes a contract as code: see Contract.h.

#ifndef PREDABS_CHECKERS_CONTRACTS_BODY_H
#define PREDABS_CHECKERS_CONTRACTS_BODY_H

#include "checkers/contracts/Contract.h"

namespace predabs {

/// What a function had before. Its variables stay alive, as terms know them.
struct OldBody {
  std::vector<ir::Block> Blocks;
  std::vector<std::unique_ptr<ir::Variable>> Vars; ///< without parameters
  ir::Exactness How;
  ir::NameSet VarNames, BlockNames;
};

/// Gives \p F the body that \p Paths, its own, describe. Parameters stay.
OldBody writeBody(ir::Context &Ctx, ir::Function &F, const PathTree &Paths);

/// Gives \p F the body \p Body, which becomes the one that it had.
void exchange(ir::Function &F, OldBody &Body);

} // namespace predabs

#endif
