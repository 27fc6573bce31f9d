// From clang's syntax tree to the intermediate language: the only way in.
//
// The lowering walks the tree in the order in which clang's own code
// generation evaluates it. It does not start from clang::CFG, which leaves out
// the destructors that run while an exception unwinds; see
// docs/decisions/0001-lowering-from-the-syntax-tree.md.

#ifndef PREDABS_PLUGIN_LOWER_LOWERING_H
#define PREDABS_PLUGIN_LOWER_LOWERING_H

#include "predicates/ir/Module.h"

#include <memory>

namespace clang {
class ASTContext;
class FunctionDecl;
class QualType;
class VarDecl;
} // namespace clang

namespace predabs {

namespace lower {
class ModuleLowering;
}

struct LoweringOptions {
  /// As in -O: where the optimiser decides (__builtin_constant_p), the value
  /// is known only without it.
  unsigned OptLevel = 0;
  /// -fstrict-aliasing, which clang keeps with the options of its back end.
  bool StrictAliasing = false;
  /// -fcommon: another file may initialise what has no initialiser here.
  bool Common = false;
};

/// A lowered translation unit that still knows what became of declarations and
/// types. Every function definition that stands in the user's own files is
/// lowered, and what these use from system headers.
class Lowering {
public:
  Lowering(clang::ASTContext &Ctx, const LoweringOptions &Opts);
  ~Lowering();

  ir::Module &module() { return *M; }
  clang::ASTContext &ast() const { return AST; }

  const ir::Type *type(clang::QualType T);
  /// What \p D was lowered to; null if nothing needed it.
  const ir::Function *function(const clang::FunctionDecl *D) const;
  const ir::Variable *global(const clang::VarDecl *D) const;
  /// The definition that \p F was lowered from, or null.
  const clang::FunctionDecl *definition(const ir::Function *F) const;

  /// The module alone; nothing else may be asked afterwards.
  std::unique_ptr<ir::Module> takeModule() { return std::move(M); }

private:
  clang::ASTContext &AST;
  LoweringOptions Opts;
  std::unique_ptr<ir::Module> M;
  std::unique_ptr<lower::ModuleLowering> Work;
};

std::unique_ptr<ir::Module> lowerTranslationUnit(clang::ASTContext &Ctx,
                                                 const LoweringOptions &Opts);

} // namespace predabs

#endif
