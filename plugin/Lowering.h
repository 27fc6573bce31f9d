// From clang's syntax tree to the intermediate language: the only way in.
//
// The lowering walks the tree in the order in which clang's own code
// generation evaluates it. It does not start from clang::CFG, which leaves out
// the destructors that run while an exception unwinds; see
// docs/decisions/0001-lowering-from-the-syntax-tree.md.

#ifndef PREDABS_PLUGIN_LOWERING_H
#define PREDABS_PLUGIN_LOWERING_H

#include "predicates/ir/Module.h"

#include <memory>

namespace clang {
class ASTContext;
}

namespace predabs {

struct LoweringOptions {
  /// As in -O: where the optimiser decides (__builtin_constant_p), the value
  /// is known only without it.
  unsigned OptLevel = 0;
  /// -fstrict-aliasing, which clang keeps with the options of its back end.
  bool StrictAliasing = false;
};

/// Lowers every function definition of the translation unit that stands in
/// the user's own files, and what these use from system headers.
std::unique_ptr<ir::Module> lowerTranslationUnit(clang::ASTContext &Ctx,
                                                 const LoweringOptions &Opts);

} // namespace predabs

#endif
