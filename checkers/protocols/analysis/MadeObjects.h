// How objects of a file are made: the states that calls bring them into
// whatever they were before, by what the source calls them. In
//
//   static void make(pthread_mutex_t *m) { ... pthread_mutex_init(m, &kind); }
//   struct tree *tree_new(void) { ... make(&t->mu); ... }
//
// `mu` of a struct tree may be recursive, and so may every mutex that is only
// known by a pointer. Who makes what is followed through functions of the file
// that are given the address. A function that is not here makes a lock in any
// way if it is given its address and says that it initialises.

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_MADEOBJECTS_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_MADEOBJECTS_H

#include "checkers/protocols/analysis/Sites.h"
#include "predicates/path/EntryStates.h"

#include <functional>

namespace predabs {

class MadeObjects {
public:
  explicit MadeObjects(const ir::Module &M) : M(M) {}

  /// In \p F the object behind \p Pointer comes into one of \p To.
  void note(const ir::Function &F, const Protocol &P, const ir::Expr *Pointer,
            const States &To);
  /// The same of one with a name.
  void note(const Protocol &P, const ObjectName &N, const States &To);
  /// What \p From is made as, \p To may become.
  void copy(const Protocol &P, const ObjectName &To, const ObjectName &From);
  /// After all notes: who passes addresses to those who make objects.
  void follow(
      const std::function<bool(const ir::Type *, const Protocol &)> &IsObject,
      const std::vector<const Protocol *> &Protocols);

  /// Another file makes it so.
  void noteElsewhere(const Protocol &P, const ObjectName &N, uint32_t To);
  /// The states that objects of \p P may be made in that are not the first.
  static States ownStates(const Protocol &P);
  /// The state that objects are in when a function begins, if that is not the
  /// first one.
  std::map<std::pair<const Protocol *, ObjectName>, uint32_t> begins() const;

  using Names = std::map<std::pair<const Protocol *, ObjectName>, States>;
  const Names &all() const { return Made; }
  /// The states at entry that are not the first ones.
  EntryStates atEntry() const;

private:
  /// A parameter whose object is made.
  struct Maker {
    const ir::Function *F;
    uint32_t Param;
    const Protocol *P;

    auto operator<=>(const Maker &) const = default;
  };

  void followCall(const ir::Function &In, const ir::Stmt &Call);
  uint32_t entryState(const Protocol &P, const ObjectName &N,
                      const States &Begin) const;
  bool checksErrors() const;

  const ir::Module &M;
  Names Made;
  std::map<Maker, States> Makers;
  std::set<std::pair<const Protocol *, ObjectName>> SilentElsewhere;
};

} // namespace predabs

#endif
