// What the compiler makes of a function and the machine executes: a list of
// instructions over *slots*, words of 64 bits. A frame has slots for those
// variables that need no address and for intermediate values; further slots
// hold the function's constants.
//
// A value in slots:
//   integer, up to 64 bits   one slot, sign- or zero-extended by its type
//   integer, up to 128 bits  two slots, low one first, extended likewise
//   pointer                  one slot, zero-extended
//   float                    its bits, in one slot or (80 bits and up) in two
//   aggregate                one slot, the address of the object
//
// So C's `x = a[i] + 1;`, with x and i in slots 0 and 1 and the array at
// offset 16 of the frame, becomes
//
//   frameAddress   s2 = frame + 16
//   elementAddress s3 = s2 + s1 * 4
//   load           s4 = 4 bytes at s3
//   add            s0 = s4 + constant 1, checked for 32 bits
//
// An instruction holds the function that carries it out, which returns the
// next instruction, or null to stop.

#ifndef PREDABS_PREDICATES_INTERPRETER_BYTECODE_H
#define PREDABS_PREDICATES_INTERPRETER_BYTECODE_H

#include "predicates/interpreter/Memory.h"
#include "predicates/ir/Module.h"

#include <string>
#include <utility>
#include <vector>

namespace predabs::ir::interp {

class Machine;
struct Insn;
struct LibraryRow;

using Handler = const Insn *(*)(Machine &M, const Insn *I);

/// Where to read a value: a slot of the frame or a constant.
struct Operand {
  uint32_t Code = 0;

  static Operand slot(uint32_t N) { return {N << 1}; }
  static Operand constant(uint32_t N) { return {N << 1 | 1}; }
  bool isConstant() const { return Code & 1; }
  uint32_t index() const { return Code >> 1; }
  bool operator==(const Operand &) const = default;
};

struct Insn {
  Handler Run = nullptr;
  uint32_t Dst = 0; ///< a slot of the frame; in stores an index of Places
  Operand A = {};
  Operand B = {};
  /// Bits of a slot (64) or two (128) that the type does not use.
  uint8_t Shift = 0;
  BitRange bits() const { return {BitOffset, BitWidth}; }
  uint8_t BitOffset = 0;
  uint8_t BitWidth = 0;
  /// Of loads and stores: whether the number is used, or is, as an address.
  bool IsAddress = false;
  /// An offset, a size, a distance to jump or an index of a table below.
  int64_t Imm = 0;
};

/// The slots that a value of type \p T takes.
inline uint32_t numSlots(const Type *T) {
  return T->isScalar() && T->width() > 64 ? 2 : 1;
}

/// The unused bits of the slots of an integer or a pointer of type \p T.
inline uint8_t unusedBits(const Type *T) {
  return uint8_t(64 * numSlots(T) - T->width());
}

/// The bytes that an access to a scalar of type \p T touches: a float of 80
/// bits leaves the padding alone.
inline unsigned accessBytes(const Type *T) {
  return T->isFloat() ? T->width() / 8 : unsigned(T->size());
}

struct TypedOperand {
  Operand Value;
  const Type *Ty = nullptr;
};

struct CallSite {
  /// Null: the address is the A of the instruction.
  const Function *Callee = nullptr;
  std::vector<TypedOperand> Args;
  /// The type of the result that the caller wants, or null. A scalar goes to
  /// Dst, an aggregate to the address in B.
  const Type *ResultTy = nullptr;
  const Expr *Dest = nullptr;
};

struct SwitchTable {
  /// Values and distances to jump, ascending by value.
  std::vector<std::pair<uint64_t, int64_t>> Cases;
  int64_t Default = 0;
};

struct ChoiceTable {
  struct Alternative {
    /// The condition, or nothing where the successor has none.
    std::optional<Operand> Condition;
    int64_t Jump = 0;
  };
  BlockId From = 0;
  /// One for each successor of the block.
  std::vector<Alternative> Alternatives;
};

/// Where a parameter lives.
struct ParameterHome {
  enum class Kind : uint8_t { Slot, Memory };
  Kind Where = Kind::Slot;
  /// Number of a slot, or offset in the frame.
  uint64_t Position = 0;
  const Type *Ty = nullptr;
};

struct Code {
  const Function *Func = nullptr;
  /// For a function without a body: its model, or null.
  const LibraryRow *Model = nullptr;

  std::vector<Insn> Insns;
  std::vector<uint64_t> Constants;
  uint32_t NumSlots = 0;
  FrameLayout Frame;
  std::vector<ParameterHome> Parameters;
  /// Offsets in the frame, by Variable::Id; only if it is observed.
  std::vector<uint64_t> Offsets;

  // What instructions refer to by index.
  std::vector<CallSite> Calls;
  std::vector<SwitchTable> Switches;
  std::vector<ChoiceTable> Choices;
  std::vector<const Stmt *> Havocs;
  std::vector<const Expr *> Places;
  std::vector<std::string> Messages;

  /// The source position from some instruction on, ascending.
  std::vector<std::pair<uint32_t, Loc>> Locs;

  bool hasBody() const { return !Insns.empty(); }
  Loc locate(const Insn *I) const;
};

} // namespace predabs::ir::interp

#endif
