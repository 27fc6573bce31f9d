// What functions do to the locks of their callers, as annotations say it: of
//
//   void take(struct cache *c) { pthread_mutex_lock(&c->lock); }
//
// that it acquires c->lock. The engine decides it: for each function and each
// lock that it or a function it calls touches by a name that callers know, a
// function is made up that brings the lock into a state, calls the function,
// and fails in the state that the lock is in then:
//
//   void ask(struct cache *c) {
//     set_free(&c->lock);
//     take(c);
//     if (state(&c->lock) == held) fail("held");
//     if (state(&c->lock) == free) fail("free");
//   }
//
// Where one of these failures is proved never to happen, and the other is not,
// every path of the function leaves the lock so.

#ifndef PREDABS_CHECKERS_ANNOTATE_ANNOTATE_H
#define PREDABS_CHECKERS_ANNOTATE_ANNOTATE_H

#include "checkers/options/Options.h"
#include "checkers/protocols/language/Protocol.h"
#include "predicates/ir/Module.h"

namespace predabs {

struct LockAnnotation {
  enum class Kind : uint8_t {
    Acquires,
    Releases,
    /// Acquires it where the result is not zero.
    AcquiresIfTrue,
    /// Acquires it where the result is zero.
    AcquiresIfZero,
    Requires, ///< it has to be held before and is held after
    Excludes, ///< it must not be held before and is not held after
  };
  std::string Function; ///< as the linker names it
  Kind What = Kind::Acquires;
  std::string Lock; ///< in C, over parameters and globals: `c->lock`
  /// Whether Lock speaks of global variables that other files cannot name.
  bool IsInternal = false;

  bool operator==(const LockAnnotation &) const = default;
};

/// What was proved for every path of the functions of \p M, in its order, about
/// locks that are free or held and nothing else. Changes the module as
/// check() does.
std::vector<LockAnnotation>
inferAnnotations(ir::Module &M, const Options &Opts,
                 const std::vector<Protocol> &Protocols);

/// As an attribute of clang (`__attribute__((acquire_capability(c->lock)))`) or
/// of the kernel (`__acquires(c->lock)`), or nothing where that has no word.
std::string attributeText(const LockAnnotation &A, AnnotationStyle Style);

/// What \p A says, in words: `acquires 'c->lock' on every path`.
std::string inWords(const LockAnnotation &A);

/// The bytes of annotations, for decodeAnnotations, which believes nothing:
/// lines that are none are left out.
std::string encode(const std::vector<LockAnnotation> &All);
std::vector<LockAnnotation> decodeAnnotations(std::string_view Bytes);

} // namespace predabs

#endif
