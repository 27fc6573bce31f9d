// Suggests attributes about locks: a warning at the function, with a fix-it
// that puts them behind its parameters.
//
//   void take(struct cache *c);
//   warning: 'take' acquires 'c->lock' on every path [predabs-annotate]

#ifndef PREDABS_PLUGIN_OUTPUT_LOCKATTRIBUTES_H
#define PREDABS_PLUGIN_OUTPUT_LOCKATTRIBUTES_H

#include "checkers/annotate/Annotate.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace predabs {

/// Of functions of C that have no such attribute yet, at their first
/// declaration if that names the parameters in the same way and can name the
/// locks, otherwise at the definition.
void suggestAttributes(const std::vector<LockAnnotation> &All,
                       AnnotationStyle Style, clang::ASTContext &Ctx);

} // namespace predabs

#endif
