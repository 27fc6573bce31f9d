// The types of the intermediate language, with the layout that the target
// gives them. They carry just what the meaning of a program needs: width and
// signedness of integers, offsets of fields. Qualifiers, typedefs and enums
// are gone; a C++ reference is a pointer; a base class is a field.
//
//   struct node { int val; struct node *next; };
//
// becomes the record `node` of 16 bytes with the fields `val: i32` at bit 0
// and `next: node*` at bit 64.
//
// A type is interned: the same type is the same pointer. A Context owns it.

#ifndef PREDABS_PREDICATES_IR_TYPE_H
#define PREDABS_PREDICATES_IR_TYPE_H

#include "predicates/ir/Int128.h"

#include <cstdint>
#include <string>
#include <vector>

namespace predabs::ir {

class Type;

enum class TypeKind : uint8_t {
  Void,
  Int,      ///< 1 to 128 bits, signed or not; `bool` is the unsigned 1-bit one
  Float,    ///< 16, 32, 64, 80 or 128 bits
  Pointer,  ///< also a C++ reference, and a function's address
  Array,    ///< of a constant count; 0 for a flexible member
  Record,   ///< struct, class or union, by name
  Function, ///< only behind a pointer and as the type of a function
  Opaque,   ///< a value that is copied but never looked into (vector, complex)
};

/// A member of a record. A bit-field has a width other than its type's.
struct Field {
  std::string Name;
  const Type *Ty;
  uint64_t BitOffset;
  /// The width of a bit-field, 0 for an ordinary member.
  unsigned BitWidth = 0;
  /// No other file can name it. Only said of members that are records.
  bool IsInternal = false;

  bool isBitField() const { return BitWidth != 0; }
  bool operator==(const Field &) const = default;
};

class Type {
public:
  TypeKind kind() const { return Kind; }
  /// Position in the order of creation: what is printed is ordered by it.
  uint32_t id() const { return Id; }

  bool isVoid() const { return Kind == TypeKind::Void; }
  bool isInt() const { return Kind == TypeKind::Int; }
  bool isBool() const { return isInt() && Width == 1 && !Signed; }
  bool isFloat() const { return Kind == TypeKind::Float; }
  bool isPointer() const { return Kind == TypeKind::Pointer; }
  bool isArray() const { return Kind == TypeKind::Array; }
  bool isRecord() const { return Kind == TypeKind::Record; }
  bool isFunction() const { return Kind == TypeKind::Function; }
  bool isOpaque() const { return Kind == TypeKind::Opaque; }
  /// Numbers and addresses: what an expression can compute with.
  bool isScalar() const { return isInt() || isFloat() || isPointer(); }

  /// Value bits of an integer, a float or a pointer.
  unsigned width() const { return Width; }
  bool isSigned() const { return Signed; }

  /// Bytes that an object of this type takes; 0 where there can be none.
  uint64_t size() const {
    uint64_t Elements = 1;
    const Type *T = this;
    // An array may be older than the layout of its elements' record.
    for (; T->isArray(); T = T->Inner)
      Elements *= T->Count;
    return Elements * T->Size;
  }
  uint32_t align() const {
    const Type *T = this;
    while (T->isArray())
      T = T->Inner;
    return T->Align;
  }

  /// Pointee, element or result type.
  const Type *inner() const { return Inner; }
  /// Elements of an array.
  uint64_t count() const { return Count; }

  /// The name of a record or an opaque type.
  const std::string &name() const { return Name; }
  bool isUnion() const { return Union; }
  /// False for a record that is declared and never defined.
  bool isComplete() const { return Complete; }
  const std::vector<Field> &fields() const { return Fields; }

  const std::vector<const Type *> &params() const { return Params; }
  bool isVariadic() const { return Variadic; }

private:
  friend class Context;
  TypeKind Kind = TypeKind::Void;
  bool Signed = false;
  bool Union = false;
  bool Complete = true;
  bool Variadic = false;
  unsigned Width = 0;
  uint32_t Align = 1;
  uint32_t Id = 0;
  uint64_t Size = 0;
  uint64_t Count = 0;
  const Type *Inner = nullptr;
  std::string Name;
  std::vector<Field> Fields;
  std::vector<const Type *> Params;
};

/// The type of ghost memory: in which state of its protocol an object is. An
/// unsigned number of six bits, as no C object has: it has the address of the
/// object's first byte and is none of its bytes, so no store of C changes it.
constexpr unsigned StateWidth = 6;
inline bool isState(const Type *T) {
  return T->isInt() && T->width() == StateWidth && !T->isSigned();
}
/// How many fields of a record are C's: those that hold states come last.
inline uint32_t numPlainFields(const Type *Record) {
  auto N = uint32_t(Record->fields().size());
  while (N && isState(Record->fields()[N - 1].Ty))
    --N;
  return N;
}
inline bool holdsState(const Type *T) {
  return T->isRecord() && numPlainFields(T) != T->fields().size();
}

/// What the target and the compiler's options say about the meaning of types
/// and arithmetic.
struct Target {
  unsigned PointerBytes = 8;
  bool BigEndian = false;
  /// -fwrapv: signed arithmetic wraps. Without it an execution that overflows
  /// is none of the program's.
  bool WrapSigned = false;
  /// -fstrict-aliasing: memory is accessed by its own type only.
  bool StrictAliasing = false;

  bool operator==(const Target &) const = default;
};

} // namespace predabs::ir

#endif
