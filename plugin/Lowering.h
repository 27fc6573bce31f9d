// From clang's tree to the intermediate language: the only stage that
// understands C and C++.

#ifndef PREDABS_PLUGIN_LOWERING_H
#define PREDABS_PLUGIN_LOWERING_H

#include "predicates/ir/Module.h"

#include <memory>

namespace clang {
class ASTContext;
}

namespace predabs {

struct LoweringOptions {
  unsigned OptLevel = 0;
};

/// Lowers every function definition of the translation unit.
std::unique_ptr<ir::Module> lowerTranslationUnit(clang::ASTContext &Ctx,
                                                 const LoweringOptions &Opts);

} // namespace predabs

#endif
