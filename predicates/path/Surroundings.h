// What lies around the objects of others that pointers lead to. Of
//
//   struct request { int type; long size; struct work work; };
//   void done(struct work *w) {
//     struct request *r = container_of(w, struct request, work);
//     assert(r->size > 0);
//   }
//
// the path steps back from w, by as many bytes as `work` lies in a request, and
// takes what is there for one: so a `struct work` from outside may be a member
// of a request. Where a path steps back (`p[-1]`, `p -= n`) and nothing is said
// of what is there, an object from outside may be in the middle of an array.

#ifndef PREDABS_PREDICATES_PATH_SURROUNDINGS_H
#define PREDABS_PREDICATES_PATH_SURROUNDINGS_H

#include "predicates/ir/Expr.h"

#include <set>
#include <vector>

namespace predabs::path {

/// A record around an object, which lies \p Offset bytes behind its beginning.
struct Enclosing {
  const ir::Type *Record;
  uint64_t Offset;

  bool operator==(const Enclosing &) const = default;
};

class Surroundings {
public:
  /// Looks at what \p E, a term of the path, does with pointers.
  void note(const ir::Expr *E);

  /// Whether the path steps back from some pointer.
  bool hasStepsBack() const { return StepsAny || !Steps.empty(); }

  /// The records of which an object of type \p Ty may be a member.
  std::vector<Enclosing> around(const ir::Type *Ty) const;
  /// Bytes before an object, where \p Size are behind its beginning.
  uint64_t room(uint64_t Size) const;

private:
  void noteStep(const ir::Expr *Sum);
  void noteCast(const ir::Expr *Cast);
  void noteMember(const ir::Expr *Place);

  std::set<uint64_t> Steps; ///< back, in bytes
  uint64_t AllSteps = 0;
  bool StepsAny = false; ///< by numbers that are not known
  std::vector<const ir::Type *> Records;
  std::vector<Enclosing> Members;
};

} // namespace predabs::path

#endif
