// Adds statements to a function, and knows which block a new one was part of.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_CODEWRITER_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_CODEWRITER_H

#include "predicates/ir/Module.h"

#include <map>
#include <string>
#include <vector>

namespace predabs {

class CodeWriter {
public:
  CodeWriter(ir::Module &M, ir::Function &In) : M(M), Ctx(M.Ctx), In(In) {}

  void add(ir::StmtKind Kind, const ir::Expr *Dest, const ir::Expr *Value,
           std::vector<const ir::Expr *> Args = {});
  void addHavoc(const ir::Expr *Dest, ir::Reason Why);
  void assume(const ir::Expr *Condition);
  /// What always holds of a result, as in the model of a library function.
  void assumeGiven(const ir::Expr *Condition);
  const ir::Expr *temporary(const std::string &Name, const ir::Type *Ty);
  void assignAfter(ir::BlockId B, size_t I, const ir::Stmt &S,
                   const ir::Expr *Place, const ir::Expr *Value);
  ir::BlockId originOf(ir::BlockId B) const;

  ir::Module &M;
  ir::Context &Ctx;
  ir::Function &In;
  ir::BlockId At = 0;                        ///< where statements are added
  ir::Loc Where;                             ///< and what they are about
  std::map<ir::BlockId, ir::BlockId> PartOf; ///< of the blocks as they were
};

} // namespace predabs

#endif
