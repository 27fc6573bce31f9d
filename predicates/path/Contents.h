// What memory holds on a path: the interpreter's memory for all that is known,
// and terms for the other bytes. Each object has the address that a run gives
// it, since the same code hands addresses out.
//
//   byte            Init in the interpreter's memory    here
//   known           all bits                            -
//   computed        none                                a part of a term
//   never written   none                                nothing, until it is
//                                                       looked at
//
// A byte that nobody wrote has some value, one and the same for all who look at
// it; so it gets a symbol when it is first looked at. A run asks for it by its
// address, possibly where it was copied to: all these places are noted.

#ifndef PREDABS_PREDICATES_PATH_CONTENTS_H
#define PREDABS_PREDICATES_PATH_CONTENTS_H

#include "predicates/interpreter/Memory.h"
#include "predicates/prover/BitTerms.h"

#include <array>
#include <functional>
#include <unordered_map>

namespace predabs::path {

using ir::interp::BitRange;
using prover::BitOp;
using prover::BitTerm;
using prover::BitTerms;

/// A byte that a run may ask for from some step on.
struct UnsetByte {
  uint64_t Address = 0;
  uint32_t FromStep = 0;
  BitTerm Value; ///< of eight bits
};

class Contents {
public:
  /// What stands for \p Width bits at \p Addr that nobody wrote since the
  /// step \p From, or at all if that is 0.
  using NewSymbol =
      std::function<BitTerm(uint64_t Addr, unsigned Width, uint32_t From)>;

  Contents(BitTerms &T, ir::interp::Memory &M, NewSymbol New)
      : T(T), M(M), New(std::move(New)) {}

  /// The step that is being executed.
  uint32_t Step = 0;

  // All ranges are alive.

  /// Whether nobody ever looked at or wrote one of these bytes.
  bool isUntouched(uint64_t Addr, uint64_t Size) const;
  /// Whether all bytes are known.
  bool isKnown(uint64_t Addr, uint64_t Size) const;
  /// Whether these bytes hold what they held when the path began.
  bool areAsAtEntry(uint64_t Addr, uint64_t Size) const;
  /// The step since which the untouched byte at \p Addr is uninitialised.
  uint32_t since(uint64_t Addr) const;
  /// Gives \p Value, of whole bytes, to a range that is untouched.
  void name(uint64_t Addr, BitTerm Value);

  BitTerm read(uint64_t Addr, BitRange R);
  void write(uint64_t Addr, BitRange R, BitTerm Value);
  /// Writes if \p When holds.
  void write(uint64_t Addr, BitRange R, BitTerm Value, BitTerm When);
  void fill(uint64_t Addr, uint64_t Size, BitTerm Byte);
  void copy(uint64_t To, uint64_t From, uint64_t Size);
  /// Whether a run may find one of these bytes uninitialised.
  bool mayBeUnset(uint64_t Addr, uint64_t Size) const;
  /// From the next step on a run may find these bytes, which have values,
  /// uninitialised.
  void markUnset(uint64_t Addr, uint64_t Size);
  /// Which bytes of a range are new ones when they become uninitialised.
  enum class Renewed : uint8_t {
    Used, ///< those that had a value: of the others nothing was known anyway
    All,
  };
  /// Makes a range uninitialised.
  void forget(uint64_t Addr, uint64_t Size, Renewed Which);
  void forget(uint64_t Addr, BitRange R);

  const std::vector<UnsetByte> &unset() const { return Unset; }

private:
  enum class State : uint8_t {
    Untouched, ///< not written since the beginning, or since From
    Held,      ///< the bits [8 * Part, 8 * Part + 8) of Whole
  };
  struct Byte {
    BitTerm Whole;
    uint32_t From = 0; ///< of Untouched: the step from which it is that
    uint8_t Part = 0;
    State Is = State::Untouched;
    bool MayBeUnset = false;  ///< of Held: a run may find it uninitialised
    bool IsAsAtEntry = false; ///< of Held: nobody has written it
  };
  static constexpr uint64_t PageSize = 64;
  using Page = std::array<Byte, PageSize>;

  bool isLittle() const { return M.order() == ir::interp::ByteOrder::Little; }
  const Byte *find(uint64_t Addr) const;
  Byte &at(uint64_t Addr);
  uint8_t init(uint64_t Addr) const;
  bool isKnown(uint64_t Addr) const { return init(Addr) != 0; }
  void setKnown(uint64_t Addr, uint8_t Value);
  void hold(uint64_t Addr, BitTerm Whole, unsigned Part, bool MayBeUnset);
  void noteUnset(uint64_t Addr, uint32_t From, BitTerm Byte);
  /// The position in a number of byte \p I of \p Count.
  unsigned partOf(uint64_t I, uint64_t Count) const {
    return unsigned(isLittle() ? I : Count - 1 - I);
  }
  BitTerm byte(uint64_t Addr);
  /// The scalar that was written here as a whole.
  std::optional<BitTerm> whole(uint64_t Addr, uint64_t Size) const;
  BitTerm readBytes(uint64_t Addr, uint64_t Size);
  void writeBytes(uint64_t Addr, uint64_t Size, BitTerm Value, bool MayBeUnset);
  bool isNowhereKnown(uint64_t Addr, uint64_t Size) const;
  unsigned lowBit(BitRange R) const {
    return isLittle() ? R.Offset : unsigned(R.bytes()) * 8 - R.Offset - R.Width;
  }

  BitTerms &T;
  ir::interp::Memory &M;
  NewSymbol New;
  std::unordered_map<uint64_t, Page> Pages;
  std::vector<UnsetByte> Unset;
};

} // namespace predabs::path

#endif
