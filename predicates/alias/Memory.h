// Abstract objects and addresses in them. An object is a variable, the blocks
// that one call of malloc makes, the result of a function on its way to the
// caller, a function, or everything that only others own. An address is an
// object with an offset in bytes:
//
//   exact     &x, &s.f, &a[3]: this byte
//   folded    &a[i]: the byte that this one folds onto (Layout.h) is known
//   anywhere  some byte of the object
//
// Addresses are interned as labels, so that sets of them are sets of numbers.
// What an expression does to the addresses in its operand is a Motion.

#ifndef PREDABS_PREDICATES_ALIAS_MEMORY_H
#define PREDABS_PREDICATES_ALIAS_MEMORY_H

#include "predicates/alias/Layout.h"
#include "predicates/ir/Module.h"

#include <array>
#include <unordered_map>

namespace predabs::alias {

using ObjectId = uint32_t;
using Label = uint32_t;

enum class ObjectKind : uint8_t {
  Outside,    ///< all that others own, and whatever they know of ours
  Everything, ///< whatever has an address; only in questions
  ErrorNumber,
  Constants, ///< all variables that nobody may write and that hold no address
  Variable,
  Result, ///< of a function
  Block,  ///< of the heap or of alloca
  Function,
};

/// What is known about the types in an object.
struct Shape {
  enum class Kind : uint8_t {
    Raw,    ///< nothing: no two bytes are folded
    Single, ///< one T
    Repeat, ///< T after T, one of them at Phase
  };
  Kind How = Kind::Raw;
  Tail End = Tail::Closed;
  const ir::Type *T = nullptr;
  int64_t Phase = 0;
};

struct Object {
  ObjectKind Kind = ObjectKind::Variable;
  Shape Has;
  const ir::Variable *Var = nullptr;
  const ir::Function *Func = nullptr;
  /// Exact labels, and those of them that stepping made.
  uint32_t ExactLabels = 0, Steps = 0;
};

enum class Where : uint8_t { Exact, Folded, Anywhere };

struct Address {
  ObjectId Of = 0;
  Where How = Where::Anywhere;
  int64_t Offset = 0;

  bool operator==(const Address &) const = default;
};

struct Motion {
  enum class Kind : uint8_t {
    Stay,
    Into,     ///< to a part of the T there, Offset bytes on
    IntoSome, ///< the same, to some element of an array in T
    Step,     ///< Offset bytes on, in an array of T (null: of bytes)
    StepAny,  ///< any number of T on
    Anywhere, ///< in the same object
  };
  Kind How = Kind::Stay;
  const ir::Type *T = nullptr;
  int64_t Offset = 0;

  bool operator==(const Motion &) const = default;
};

struct AddressHash {
  size_t operator()(const Address &A) const {
    return (size_t(A.Of) * 4 + size_t(A.How)) * 0x9e3779b97f4a7c15 +
           size_t(A.Offset) * 0xff51afd7ed558ccd;
  }
};
struct MotionHash {
  size_t operator()(const Motion &M) const {
    return size_t(M.How) + std::hash<const void *>()(M.T) * 8 +
           size_t(M.Offset) * 0x9e3779b97f4a7c15;
  }
};

/// Whether a question may settle what the type of a block is.
enum class Learning : uint8_t { Off, On };

/// The labels that one label becomes.
class Moved {
public:
  void add(Label L);
  const Label *begin() const { return Labels.data(); }
  const Label *end() const { return Labels.data() + Count; }

private:
  std::array<Label, 4> Labels = {};
  uint32_t Count = 0;
};

class Memory {
public:
  Memory();

  // Labels that are always there.
  static constexpr Label Outside = 0;
  static constexpr Label Everything = 1;
  static constexpr Label ErrorNumber = 2;
  static constexpr Label Constants = 3;

  ObjectId addVariable(const ir::Variable *V);
  ObjectId addResult(const ir::Function *F);
  ObjectId addFunction(const ir::Function *F);
  ObjectId addBlock();

  size_t numObjects() const { return Objects.size(); }
  const Object &object(ObjectId O) const { return Objects[O]; }
  const Address &address(Label L) const { return Addresses[L]; }
  const Object &objectOf(Label L) const { return Objects[Addresses[L].Of]; }
  Label label(const Address &A);
  Label exact(ObjectId O, int64_t Offset) {
    return label({O, Where::Exact, Offset});
  }
  Label anywhere(ObjectId O) { return label({O, Where::Anywhere, 0}); }

  Moved move(Label L, const Motion &M, Learning Learn);

  /// The bytes, folded, that an access of \p Size bytes at \p L touches;
  /// \p L is not anywhere.
  Range touched(Label L, uint64_t Size);
  /// The same for bytes at \p Offset of \p O.
  Range fold(ObjectId O, int64_t Offset, uint64_t Size);

  Layouts &layouts() { return Types; }
  /// Objects whose shape has changed since the last call.
  std::vector<ObjectId> takeReshaped() { return std::move(Reshaped); }

private:
  ObjectId add(ObjectKind K);
  bool isFixed(const Address &A) const;
  bool adopt(ObjectId O, const ir::Type *T, int64_t Offset);
  Label folded(ObjectId O, int64_t Offset);
  Label bounded(ObjectId O, int64_t Offset);

  /// The type around an address and where in it that is.
  struct Spot {
    const ir::Type *T; ///< null: not known
    Tail End;
    int64_t Begin, Offset;
  };
  Spot spot(const Address &A) const;
  bool has(const Address &A, const ir::Type *Part);
  std::optional<Range> arrayAround(const Address &A, uint64_t Stride);

  Label into(const Address &A, const Motion &M);
  Label intoSome(const Address &A, const Motion &M, Learning Learn);
  Moved step(const Address &A, const Motion &M, Learning Learn);
  void stepInArray(Moved &Result, const Address &A, const Motion &M,
                   Range Array);
  void stepOutside(Moved &Result, const Address &A, const Motion &M);
  void addPastEnd(Moved &Result, const Address &From, const Motion &M);
  Label stepAny(const Address &A, const Motion &M, Learning Learn);

  Layouts Types;
  std::vector<Object> Objects;
  std::vector<Address> Addresses;
  std::unordered_map<Address, Label, AddressHash> Labels;
  std::vector<ObjectId> Reshaped;
};

} // namespace predabs::alias

#endif
