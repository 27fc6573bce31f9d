// Answers about places from the solved constraints: the addresses that a place
// may have, and whether two places may share memory. A place need not occur in
// the program; questions add nothing to the constraints.

#ifndef PREDABS_PREDICATES_ALIAS_LOCATIONS_H
#define PREDABS_PREDICATES_ALIAS_LOCATIONS_H

#include "predicates/alias/Constraints.h"

namespace predabs::alias {

/// The bits of a place in one of the records that it is a part of.
struct RecordPart {
  const ir::Type *Record;
  int64_t Lo, Hi;
};

/// Where a place may lie.
struct Location {
  /// By object, then by number; without Outside and Everything.
  std::vector<Label> Labels;
  bool HasOutside = false;
  bool HasEverything = false;
  /// Some of it is ours and known to others.
  bool HasExposed = false;
  bool HasErrorNumber = false;
  bool HasConstants = false;
  unsigned FirstBit = 0;
  uint64_t Bits = 0;
  /// The type of the access; null: any.
  const ir::Type *T = nullptr;
  bool ThroughUnion = false;
  std::vector<RecordPart> In;

  bool isKnownToOthers() const { return isWrittenByOthers() || HasConstants; }
  bool isWrittenByOthers() const {
    return HasOutside || HasEverything || HasExposed || HasErrorNumber;
  }
};

class Locations {
public:
  explicit Locations(Constraints &Facts);

  /// The addresses in the scalar \p E.
  const LabelSet &addresses(const ir::Expr *E);
  /// Of a place whose root is no logical variable.
  const Location &of(const ir::Expr *Place);
  /// Of the memory that a library function writes.
  Location of(const Extent &E);

  bool mayOverlap(const Location &A, const Location &B);
  /// Whether one of them is the state of an object and the other has none.
  bool areStateAndOther(const Location &A, const Location &B);
  /// Whether \p Place may be in the object that \p Pointer points into.
  bool mayPointInto(const ir::Expr *Pointer, const Location &Place);
  /// Whether a pointer to (a part of) the object may exist.
  bool hasAddress(ObjectId O) const;

private:
  LabelSet evaluate(const ir::Expr *E);
  bool pushOperands(const ir::Expr *E);
  void addContents(const ir::Expr *Place, LabelSet &Result);
  LabelSet targets(const Path &P);
  Location make(const LabelSet &Labels);
  bool overlap(const Location &A, Label L, const Location &B, Label M);
  Range bits(const Location &A, Label L);
  bool touches(const Location &A, const Location &B) const;
  bool areApartByType(const Location &A, const Location &B);
  bool isStateApartFrom(const Location &State, const ir::Type *T);

  Constraints &Facts;
  Memory &Mem;
  TypeClasses Types;
  std::unordered_map<const ir::Type *, bool> WithState;
  bool StrictAliasing;
  std::unordered_map<const ir::Expr *, LabelSet> Values;
  std::unordered_map<const ir::Expr *, Location> Known;
  std::vector<const ir::Expr *> Stack;
};

/// Whether \p A and \p B are different parts of one place, however the indices
/// and pointers in that are.
bool areApartInOne(const ir::Expr *A, const ir::Expr *B);

/// Whether the states \p A and \p B are of objects that lie in different
/// members, or in members of different records: an object with a state is used
/// as what it is declared to be.
bool areStatesApart(const ir::Expr *A, const ir::Expr *B);

/// The variable or dereference that \p Place is a part of.
const ir::Expr *rootOf(const ir::Expr *Place);

} // namespace predabs::alias

#endif
