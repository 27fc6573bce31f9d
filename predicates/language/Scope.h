// What names mean in the predicates of one function, or of globals alone.

#ifndef PREDABS_PREDICATES_LANGUAGE_SCOPE_H
#define PREDABS_PREDICATES_LANGUAGE_SCOPE_H

#include "predicates/language/ParsePredicates.h"

namespace predabs::language {

class Scope {
public:
  /// \p F may be null: then only globals have names.
  Scope(const ir::Module &M, NameSource &Names, const ir::Function *F)
      : M(M), Source(Names), F(F) {}

  const ir::Function *function() const { return F; }
  NameSource &names() const { return Source; }

  /// Parameters and variables of the function, also those of inner scopes and
  /// static ones; then globals. Null if there is none.
  const ir::Variable *variable(std::string_view Name) const;
  /// The static variable that the module calls \p Function.Name.
  const ir::Variable *staticVariable(std::string_view Function,
                                     std::string_view Name) const;
  /// The function that is the only one of its name, or null.
  const ir::Function *onlyFunction(std::string_view Name) const;

  /// Why \p Name means nothing here.
  std::string unknown(std::string_view Name) const;

private:
  const ir::Variable *local(std::string_view Name) const;
  std::vector<std::string_view> knownNames() const;

  const ir::Module &M;
  NameSource &Source;
  const ir::Function *F;
};

} // namespace predabs::language

#endif
