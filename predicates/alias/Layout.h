// Where the parts of a type lie when all elements of an array are taken for
// one: the coordinates in which the contents of objects are kept. With
//
//   struct s { int n; struct { char tag; int *p; } a[8]; };
//
// a[5].p, at byte 96, folds onto a[0].p at byte 16. What cannot be told apart
// (a union with an array in it, fields on top of each other) folds onto all
// the bytes that it shares.

#ifndef PREDABS_PREDICATES_ALIAS_LAYOUT_H
#define PREDABS_PREDICATES_ALIAS_LAYOUT_H

#include "predicates/ir/Type.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace predabs::alias {

/// The bytes from Lo up to, not including, Hi.
struct Range {
  int64_t Lo = 0, Hi = 0;

  bool overlaps(Range O) const { return Lo < O.Hi && O.Lo < Hi; }
  bool operator==(const Range &) const = default;
};

/// Whether the array at the very end of an object may have more elements than
/// its type says: the flexible member of a block from malloc.
enum class Tail : uint8_t { Closed, Open };

/// A scalar (or opaque) part of a type.
struct Leaf {
  int64_t Offset = 0;
  uint64_t Size = 0;
  /// It stands for all elements of an array.
  bool Folded = false;
};

class Layouts {
public:
  /// The folded range of the \p Size bytes at \p Offset of a \p T.
  Range fold(const ir::Type *T, Tail End, int64_t Offset, uint64_t Size);
  /// Whether a \p Part begins at \p Offset.
  bool has(const ir::Type *T, Tail End, int64_t Offset, const ir::Type *Part);
  /// The array with elements of \p Stride bytes that \p Offset lies in; of an
  /// array of arrays the whole.
  std::optional<Range> arrayAround(const ir::Type *T, Tail End, int64_t Offset,
                                   uint64_t Stride);
  /// Where the arrays begin that \p From lies in and that end at \p End.
  std::vector<int64_t> arraysBetween(const ir::Type *T, Tail Open, int64_t From,
                                     int64_t End);
  /// Whether a part of \p Size bytes that is no array's element begins there.
  bool isAlone(const ir::Type *T, Tail End, int64_t Offset, uint64_t Size);
  /// Whether a record begins there.
  bool beginsRecord(const ir::Type *T, Tail End, int64_t Offset);

  bool containsArray(const ir::Type *T);
  /// Whether \p T ends in an array.
  bool endsInArray(const ir::Type *T);
  /// Whether \p T ends in an array of at most one element, as a block that
  /// holds more of them is declared in C.
  bool endsOpen(const ir::Type *T);

  /// All scalar parts; one for the whole if they are too many.
  const std::vector<Leaf> &leaves(const ir::Type *T);

private:
  /// A record, prepared.
  struct RecordFacts {
    /// Fields lie one after the other, none on top of another.
    bool IsRegular = true;
    /// Positions in Type::fields, by offset, without empty ones.
    std::vector<uint32_t> ByOffset;
  };
  /// A way down through a type.
  struct Position {
    const ir::Type *T;
    Tail End;
    int64_t Offset;     ///< in T
    int64_t Folded = 0; ///< where T begins, folded
    int64_t Begin = 0;  ///< where T begins
  };

  const RecordFacts &facts(const ir::Type *Record);
  const ir::Type *lastPart(const ir::Type *T);
  const ir::Field *fieldAt(const Position &P, uint64_t Size);
  bool enterElement(Position &P, uint64_t Size);
  bool enterField(Position &P, uint64_t Size);
  bool enter(Position &P, uint64_t Size);
  Range hull(const Position &P, uint64_t Size);
  template <class Fn> void descend(Position P, Fn Visit);

  std::unordered_map<const ir::Type *, RecordFacts> Facts;
  std::unordered_map<const ir::Type *, bool> WithArray;
  std::unordered_map<const ir::Type *, std::vector<Leaf>> Leaves;
};

/// Whether \p T is, or has a part that is, the state of an object.
bool containsState(const ir::Type *T);

/// Which accesses can be the same memory where the language says that memory
/// is accessed by its own type only.
class TypeClasses {
public:
  /// Whether something in \p A and something in \p B can be one scalar.
  bool compatible(const ir::Type *A, const ir::Type *B);

private:
  struct Classes {
    bool Any = false;
    std::vector<uint32_t> Of; ///< ascending
  };
  const Classes &classes(const ir::Type *T);

  std::unordered_map<const ir::Type *, Classes> Known;
};

} // namespace predabs::alias

#endif
