// What the names in predicates mean in a translation unit.

#ifndef PREDABS_PLUGIN_SOURCE_SOURCENAMES_H
#define PREDABS_PLUGIN_SOURCE_SOURCENAMES_H

#include "plugin/lower/Lowering.h"
#include "predicates/language/ParsePredicates.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace predabs {

class SourceNames : public NameSource {
public:
  explicit SourceNames(Lowering &L) : L(L) {}

  const ir::Type *typeNamed(const ir::Function *In,
                            std::string_view Name) override;
  const ir::Type *typeTagged(const ir::Function *In,
                             std::string_view Tag) override;
  const ir::Type *targetType(TargetType T) override;
  std::optional<Enumerator> enumerator(const ir::Function *In,
                                       std::string_view Name) override;
  const ir::Variable *variableNamed(const ir::Function *In,
                                    std::string_view Name) override;
  std::vector<const ir::Function *>
  functionsNamed(std::string_view Name) override;

private:
  using Decls = llvm::SmallVector<const clang::NamedDecl *, 4>;

  /// What \p Name, which may be qualified, names in \p In; the innermost
  /// scope first.
  Decls lookUp(const ir::Function *In, llvm::StringRef Name) const;
  Decls lookUpWord(const ir::Function *In, llvm::StringRef Word) const;
  const ir::Type *typeOf(const clang::TypeDecl *D);

  Lowering &L;
};

} // namespace predabs

#endif
