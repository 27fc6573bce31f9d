// How the text of predicates spells what C has no one spelling for; printer
// and parser share it.

#ifndef PREDABS_PREDICATES_LANGUAGE_CTEXT_H
#define PREDABS_PREDICATES_LANGUAGE_CTEXT_H

#include "predicates/ir/Type.h"

#include <string>

namespace predabs {

/// Whether the field stands for an unnamed member or a base class: C names
/// the fields inside it as if they were fields of the record around it.
inline bool isUnnamed(const ir::Field &F) {
  return F.Name.empty() || F.Name.starts_with("anon.") ||
         F.Name.starts_with("base.");
}

enum class Blanks : uint8_t { Keep, Drop };

/// \p T as a type name of C, `struct node *` or `int (*)(long long)`.
std::string cTypeName(const ir::Type *T, Blanks B = Blanks::Keep);

} // namespace predabs

#endif
