// The simulated memory of a run: bytes at numbered addresses, so that a
// pointer is a number and unions, casts and memcpy need no care.
//
//   0                 nothing: null and what is near it
//   CodeBase          functions and blocks, which have addresses but no bytes
//   after these       globals and heap blocks (the data arena)
//   StackBase         local variables and alloca (the stack arena)
//   LentBase          what others lend to the program (the lent arena)
//
// Everything stays below 4 GiB, for targets with 4-byte pointers. Each byte
// has two shadows. Its State says whether it belongs to a live object and may
// be written; between any two objects lie dead bytes, so stepping over an end
// is noticed; in runs that may not depend on addresses it also says whether the
// byte is a part of one. Its Init has a bit for each bit: 1 if it was ever
// written (bits, because of bit-fields). A dead byte has Init 0, so that "all
// bits initialised" alone shows that a read is right.
//
// States of objects (ir::isState) are no bytes of these: no store of the
// program ever changes one. They have arenas of their own, GhostBase above; the
// state of what lies at A is at ghost(A). There a State of 0 means that nobody
// has looked yet.

#ifndef PREDABS_PREDICATES_INTERPRETER_MEMORY_H
#define PREDABS_PREDICATES_INTERPRETER_MEMORY_H

#include "predicates/ir/Type.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace predabs::ir::interp {

constexpr uint64_t CodeBase = 0x10000;
constexpr uint64_t StackBase = 0x80000000;
constexpr uint64_t LentBase = 0xA0000000;
constexpr uint64_t GhostBase = uint64_t(1) << 40;
/// The address of an object whose state, or byte, is at \p Addr.
constexpr uint64_t withoutGhost(uint64_t Addr) {
  return Addr & (GhostBase - 1);
}
/// Stands for an aggregate of zeros where the address of one is expected. No
/// object is ever here.
constexpr uint64_t ZerosAddress = CodeBase - 16;
/// The same for an aggregate that is uninitialised.
constexpr uint64_t UnsetAddress = CodeBase - 32;

/// Whether no object ever lies there, on any machine: null, and the numbers at
/// the top that stand for errors.
constexpr bool isNoObject(uint64_t Addr, const Target &T) {
  uint64_t Last = UINT64_MAX >> (64 - T.PointerBytes * 8);
  return Addr < 4096 || Addr > Last - 4096;
}

/// Objects start at multiples of this, with at least as many dead bytes
/// between them.
constexpr uint64_t Granule = 16;

constexpr uint64_t alignTo(uint64_t V, uint64_t Align) {
  return (V + Align - 1) / Align * Align;
}

/// Values of a byte's State.
enum : uint8_t { Dead = 0, ReadOnly = 1, Writable = 3 };
/// Further bits of it: the byte was written as a part of an address, or of a
/// number that depends on one.
enum : uint8_t { OfAddress = 4, OfNumber = 8, Tracked = OfAddress | OfNumber };

enum class ByteOrder : uint8_t { Little, Big };
enum class Access : uint8_t { Read, Write };

/// A growing range of addresses with the bytes behind it. Any address below
/// base() + size() may be accessed with up to Slack bytes; those beyond the
/// size are dead.
class Arena {
public:
  static constexpr uint64_t Slack = 32;

  Arena(uint64_t Base, uint64_t MaxSize) : Base(Base), MaxSize(MaxSize) {}
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  uint64_t base() const { return Base; }
  uint64_t size() const { return Size; }
  /// Makes the size at least \p NewSize; false where that is too much.
  bool reserve(uint64_t NewSize);

  uint8_t *Bytes = nullptr;
  uint8_t *Init = nullptr;
  uint8_t *State = nullptr;

private:
  uint64_t Base;
  uint64_t MaxSize;
  uint64_t Size = 0;
  std::vector<uint8_t> ByteStore, InitStore, StateStore;
};

/// What an arena holds.
struct DataImage {
  std::vector<uint8_t> Bytes, Init, State;
  std::vector<uint8_t> GhostBytes, GhostInit, GhostState;
  std::map<uint64_t, uint64_t> Cleared;
};

/// What a frame needs of the stack: its size, and the State of each byte.
struct FrameLayout {
  uint64_t Align = Granule;
  std::vector<uint8_t> State;
  /// No stack has room for it.
  bool IsTooLarge = false;

  /// Adds an object; its offset in the frame, if that is not too large.
  uint64_t add(uint64_t Size, uint64_t Align);
};

/// The bits [Offset, Offset + Width) of some bytes, as a number. Bit 0 is the
/// least significant bit of the first byte for a little-endian target, and
/// the most significant one for a big-endian target: so the same two numbers
/// name a bit-field and a whole scalar.
struct BitRange {
  unsigned Offset = 0; ///< 0 to 7
  unsigned Width = 0;  ///< 1 to 128

  uint64_t bytes() const { return (Offset + Width + 7) / 8; }
};
UInt128 readBits(const uint8_t *Bytes, BitRange R, ByteOrder Order);
void writeBits(uint8_t *Bytes, BitRange R, ByteOrder Order, UInt128 V);

class Memory {
public:
  /// \p DataBase: the first address after those of functions and blocks.
  Memory(uint64_t DataBase, ByteOrder Order);

  Arena Data, Stack, Lent;

  ByteOrder order() const { return Order; }
  Arena &arenaOf(uint64_t Addr) {
    if (Addr >= GhostBase)
      return ghostArenaOf(Addr - GhostBase);
    return Addr < StackBase ? Data : Addr < LentBase ? Stack : Lent;
  }

  // States of objects.

  /// Where the state of what is at \p Addr lies.
  uint64_t ghost(uint64_t Addr);
  /// The states of all that lies in a range go with it, or become the first, or
  /// are not known any more.
  void copyGhosts(uint64_t To, uint64_t From, uint64_t Size);
  void clearGhosts(uint64_t Addr, uint64_t Size);
  void forgetGhosts(uint64_t Addr, uint64_t Size);
  /// A new object of zeros: all states in it are the first.
  void beginCleared(uint64_t Addr, uint64_t Size) { Cleared[Addr] = Size; }
  /// So does a block of the heap that is cleared as a whole.
  void clearBlock(uint64_t Addr) {
    endGhosts(Addr, Blocks.at(Addr));
    beginCleared(Addr, Blocks.at(Addr));
  }

  // Objects. A new object is uninitialised and may be written.

  /// An object for the whole run; 0 if memory is full.
  uint64_t allocate(uint64_t Size, uint64_t Align);
  void makeReadOnly(uint64_t Addr, uint64_t Size);
  /// All data, if there are no blocks of the heap among it.
  DataImage dataImage() const;
  /// Wants nothing to be allocated yet.
  void restore(const DataImage &Image);

  /// A block for malloc; 0 if memory is full. Addresses of freed blocks come
  /// back only after much has been allocated, so most uses after free show.
  uint64_t allocateBlock(uint64_t Size);
  /// The size of the live heap block at \p Addr.
  std::optional<uint64_t> blockSize(uint64_t Addr) const;
  void freeBlock(uint64_t Addr);
  /// Makes \p Size bytes at \p Addr, from LentBase on, a block of the heap
  /// that is never allocated again; false where that is too much.
  bool lend(uint64_t Addr, uint64_t Size);

  /// The number of bytes of stack in use.
  uint64_t stackTop() const { return Top; }
  /// Lays a frame on the stack; its offset in the stack, or nothing if full.
  std::optional<uint64_t> pushFrame(const FrameLayout &Layout);
  /// Kills everything above \p OldTop.
  void popTo(uint64_t OldTop);
  /// From now on the addresses of dead frames are not used again.
  void keepStackAddresses() { StackIsReused = false; }

  // Ranges of bytes.

  /// Why \p Size bytes at \p Addr cannot be accessed, or nothing.
  std::optional<std::string> fault(uint64_t Addr, uint64_t Size, Access How);
  /// From now on bytes of addresses are known.
  void trackAddresses() { TracksAddresses = true; }
  bool tracksAddresses() const { return TracksAddresses; }
  void mark(uint64_t Addr, uint64_t Size, uint8_t Bits);
  void forgetAddresses(Arena &A, uint64_t Offset, uint64_t Size);
  /// What there is of addresses in some bytes.
  enum class Holds : uint8_t {
    Nothing,
    Address, ///< each byte is a part of one
    Number,  ///< something else
  };
  Holds holds(uint64_t Addr, uint64_t Size);
  /// What the address \p Addr is, seen alone.
  enum class Lies : uint8_t {
    AtStart, ///< of a live object
    Inside,  ///< of one, further on
    AtEnd,   ///< of one, behind its last byte
    Outside, ///< of all
  };
  Lies lies(uint64_t Addr);
  /// Whether both lie in one live object, or behind its last byte.
  bool areInOneObject(uint64_t A, uint64_t B);
  bool isInitialised(uint64_t Addr, uint64_t Size);
  // All below want a range without fault.
  uint8_t *bytesAt(uint64_t Addr);
  /// Copies with what is uninitialised; the ranges may overlap.
  void copy(uint64_t To, uint64_t From, uint64_t Size);
  void fill(uint64_t Addr, uint8_t Byte, uint64_t Size);
  void forget(uint64_t Addr, uint64_t Size);
  void write(uint64_t Addr, const void *Bytes, uint64_t Size);

private:
  uint64_t reuseBlock(uint64_t Size);
  Arena &ghostArenaOf(uint64_t Addr) {
    return Addr < StackBase  ? GhostData
           : Addr < LentBase ? GhostStack
                             : GhostLent;
  }
  bool hasGhost(uint64_t Addr);
  bool isCleared(uint64_t Addr) const;
  void endGhosts(uint64_t Addr, uint64_t Size);
  bool isAll(uint64_t Addr, uint64_t Size, uint8_t StateBits);

  ByteOrder Order;
  uint64_t DataTop = Granule;
  uint64_t Top = Granule;
  bool StackIsReused = true;
  bool TracksAddresses = false;
  Arena GhostData, GhostStack, GhostLent;
  /// Objects that began as zeros, with their sizes.
  std::map<uint64_t, uint64_t> Cleared;
  std::unordered_map<uint64_t, uint64_t> Blocks;
  /// Freed addresses by size, oldest first.
  std::map<uint64_t, std::deque<uint64_t>> Freed;
};

} // namespace predabs::ir::interp

#endif
