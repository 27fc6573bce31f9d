// Loads and stores, see Accesses.h. The common case looks at the shadow and
// moves the bytes; all else goes to the checked functions of the machine.

#include "predicates/interpreter/Accesses.h"

#include "predicates/interpreter/Machine.h"

#include <bit>
#include <cstring>

namespace predabs::ir::interp {

namespace {

template <unsigned Bytes> struct WordOfBytes;
template <> struct WordOfBytes<1> {
  using type = uint8_t;
};
template <> struct WordOfBytes<2> {
  using type = uint16_t;
};
template <> struct WordOfBytes<4> {
  using type = uint32_t;
};
template <> struct WordOfBytes<8> {
  using type = uint64_t;
};
template <unsigned Bytes> using WordOf = typename WordOfBytes<Bytes>::type;

constexpr ByteOrder HostOrder = std::endian::native == std::endian::little
                                    ? ByteOrder::Little
                                    : ByteOrder::Big;

uint8_t swapped(uint8_t V) { return V; }
uint16_t swapped(uint16_t V) { return __builtin_bswap16(V); }
uint32_t swapped(uint32_t V) { return __builtin_bswap32(V); }
uint64_t swapped(uint64_t V) { return __builtin_bswap64(V); }

template <class W> W hostRead(const uint8_t *P) {
  W V;
  std::memcpy(&V, P, sizeof(W));
  return V;
}

template <class W> W readWord(const uint8_t *P, ByteOrder Order) {
  W V = hostRead<W>(P);
  return Order == HostOrder ? V : swapped(V);
}

template <class W> void writeWord(uint8_t *P, ByteOrder Order, W V) {
  if (Order != HostOrder)
    V = swapped(V);
  std::memcpy(P, &V, sizeof(W));
}

/// The bytes that an access touches, or null if the address is far off.
struct Range {
  Arena &In;
  uint64_t Offset;
  bool isInside() const { return Offset < In.size(); }
};

template <AccessBase Base> Range rangeOf(Machine &M, const Insn *I) {
  if constexpr (Base == AccessBase::Frame)
    return {M.Mem.Stack, M.FrameOffset + uint64_t(I->Imm)};
  else if constexpr (Base == AccessBase::Data)
    return {M.Mem.Data, uint64_t(I->Imm)};
  else {
    uint64_t Addr = M.get<uint64_t>(I->A) + uint64_t(I->Imm);
    Arena &A = M.Mem.arenaOf(Addr);
    return {A, Addr - A.base()};
  }
}

uint64_t addressOf(const Range &R) { return R.In.base() + R.Offset; }

/// Puts the extended value into its slots.
const Insn *setScalar(Machine &M, const Insn *I, const Type *T, UInt128 Bits) {
  if (numSlots(T) == 2)
    M.set(I->Dst, extendWide(Bits, T));
  else
    M.set(I->Dst, extendWord(uint64_t(Bits), T));
  return I + 1;
}

[[gnu::noinline]] const Insn *loadSlowly(Machine &M, const Insn *I,
                                         uint64_t Addr) {
  const Expr *Place = M.code().Places[I->B.Code];
  const Type *T = Place->type();
  BitRange All = {0, accessBytes(T) * 8};
  auto Bits = I->IsAddress ? M.readAddress(I, Addr, All, T, Place)
                           : M.readChecked(I, Addr, All, T, Place);
  return Bits ? setScalar(M, I, T, *Bits) : nullptr;
}

[[gnu::noinline]] const Insn *storeSlowly(Machine &M, const Insn *I,
                                          uint64_t Addr) {
  const Type *T = M.code().Places[I->Dst]->type();
  UInt128 V = M.get(TypedOperand{I->B, T});
  return M.writeScalar(I, Addr, T, V, I->IsAddress) ? I + 1 : nullptr;
}

enum class Sign : uint8_t { Without, With };

template <unsigned Bytes, Sign S, AccessBase Base>
const Insn *load(Machine &M, const Insn *I) {
  using W = WordOf<Bytes>;
  Range R = rangeOf<Base>(M, I);
  if constexpr (Base == AccessBase::Address)
    if (!R.isInside())
      return loadSlowly(M, I, addressOf(R));
  if (hostRead<W>(R.In.Init + R.Offset) != W(-1))
    return loadSlowly(M, I, addressOf(R));
  uint64_t V = readWord<W>(R.In.Bytes + R.Offset, M.Mem.order());
  V <<= I->Shift;
  M.set(I->Dst,
        S == Sign::With ? uint64_t(int64_t(V) >> I->Shift) : V >> I->Shift);
  return I + 1;
}

template <unsigned Bytes, AccessBase Base>
const Insn *store(Machine &M, const Insn *I) {
  using W = WordOf<Bytes>;
  constexpr W AllWritable = W(0x0303030303030303);
  Range R = rangeOf<Base>(M, I);
  if constexpr (Base == AccessBase::Address)
    if (!R.isInside())
      return storeSlowly(M, I, addressOf(R));
  if constexpr (Base != AccessBase::Frame)
    if (hostRead<W>(R.In.State + R.Offset) != AllWritable)
      return storeSlowly(M, I, addressOf(R));
  writeWord(R.In.Bytes + R.Offset, M.Mem.order(), W(M.get<uint64_t>(I->B)));
  std::memset(R.In.Init + R.Offset, 0xff, Bytes);
  return I + 1;
}

/// States of objects lie elsewhere, but only live objects have one.
template <AccessBase Base> const Insn *loadState(Machine &M, const Insn *I) {
  uint64_t Addr = addressOf(rangeOf<Base>(M, I));
  if (!M.check(I, Addr, 1, Access::Read))
    return nullptr;
  return loadSlowly(M, I, M.Mem.ghost(Addr));
}
template <AccessBase Base> const Insn *storeState(Machine &M, const Insn *I) {
  uint64_t Addr = addressOf(rangeOf<Base>(M, I));
  if (!M.check(I, Addr, 1, Access::Write))
    return nullptr;
  return storeSlowly(M, I, M.Mem.ghost(Addr));
}

/// Values of two slots, and all where addresses are tracked: no fast path.
template <AccessBase Base> const Insn *loadWide(Machine &M, const Insn *I) {
  return loadSlowly(M, I, addressOf(rangeOf<Base>(M, I)));
}
template <AccessBase Base> const Insn *storeWide(Machine &M, const Insn *I) {
  return storeSlowly(M, I, addressOf(rangeOf<Base>(M, I)));
}

template <unsigned Bytes, AccessBase Base> Handler narrowLoad(Sign S) {
  return S == Sign::With ? load<Bytes, Sign::With, Base>
                         : load<Bytes, Sign::Without, Base>;
}

template <AccessBase Base> Handler loadFrom(const Type *T, AddressUse Use) {
  if (isState(T))
    return loadState<Base>;
  if (Use == AddressUse::Refused)
    return loadWide<Base>;
  Sign S = T->isInt() && T->isSigned() ? Sign::With : Sign::Without;
  switch (accessBytes(T)) {
  case 1:
    return narrowLoad<1, Base>(S);
  case 2:
    return narrowLoad<2, Base>(S);
  case 4:
    return narrowLoad<4, Base>(S);
  case 8:
    return narrowLoad<8, Base>(S);
  default:
    return loadWide<Base>;
  }
}

template <AccessBase Base> Handler storeTo(const Type *T, AddressUse Use) {
  if (isState(T))
    return storeState<Base>;
  if (Use == AddressUse::Refused)
    return storeWide<Base>;
  switch (accessBytes(T)) {
  case 1:
    return store<1, Base>;
  case 2:
    return store<2, Base>;
  case 4:
    return store<4, Base>;
  case 8:
    return store<8, Base>;
  default:
    return storeWide<Base>;
  }
}

uint64_t bitsAddress(Machine &M, const Insn *I) {
  return M.get<uint64_t>(I->A) + uint64_t(I->Imm);
}

const Insn *loadBits(Machine &M, const Insn *I) {
  const Expr *Place = M.code().Places[I->B.Code];
  const Type *T = Place->type();
  auto Bits = M.readChecked(I, bitsAddress(M, I), I->bits(), T, Place);
  if (!Bits)
    return nullptr;
  if (T->isSigned())
    *Bits = UInt128(signExtend(*Bits, I->BitWidth));
  return setScalar(M, I, T, *Bits);
}

template <class Word> const Insn *storeBits(Machine &M, const Insn *I) {
  UInt128 V = M.get<Word>(I->B);
  return M.writeChecked(I, bitsAddress(M, I), I->bits(), V) ? I + 1 : nullptr;
}

const Insn *forgetBits(Machine &M, const Insn *I) {
  uint64_t Addr = bitsAddress(M, I);
  if (!M.check(I, Addr, I->bits().bytes(), Access::Write))
    return nullptr;
  Arena &A = M.Mem.arenaOf(Addr);
  writeBits(A.Init + (Addr - A.base()), I->bits(), M.Mem.order(), 0);
  return I + 1;
}

const Insn *frameAddress(Machine &M, const Insn *I) {
  M.set(I->Dst, StackBase + M.FrameOffset + uint64_t(I->Imm));
  return I + 1;
}

const Insn *copy(Machine &M, const Insn *I) {
  bool Done = M.copyChecked(I, M.get<uint64_t>(I->A), M.get<uint64_t>(I->B),
                            uint64_t(I->Imm));
  return Done ? I + 1 : nullptr;
}

const Insn *zero(Machine &M, const Insn *I) {
  bool Done = M.fillChecked(I, M.get<uint64_t>(I->A), 0, uint64_t(I->Imm));
  return Done ? I + 1 : nullptr;
}

const Insn *forget(Machine &M, const Insn *I) {
  uint64_t Addr = M.get<uint64_t>(I->A), Size = uint64_t(I->Imm);
  if (!M.check(I, Addr, Size, Access::Write))
    return nullptr;
  M.Mem.forget(Addr, Size);
  return I + 1;
}

// What the bytes do is checked by the instruction before.

const Insn *copyStates(Machine &M, const Insn *I) {
  uint64_t From = M.get<uint64_t>(I->B);
  if (From == ZerosAddress)
    M.Mem.clearGhosts(M.get<uint64_t>(I->A), uint64_t(I->Imm));
  else
    M.Mem.copyGhosts(M.get<uint64_t>(I->A), From, uint64_t(I->Imm));
  return I + 1;
}

const Insn *zeroStates(Machine &M, const Insn *I) {
  M.Mem.clearGhosts(M.get<uint64_t>(I->A), uint64_t(I->Imm));
  return I + 1;
}

const Insn *forgetStates(Machine &M, const Insn *I) {
  M.Mem.forgetGhosts(M.get<uint64_t>(I->A), uint64_t(I->Imm));
  return I + 1;
}

} // namespace

Handler loadHandler(const Type *T, AccessBase Base, AddressUse Use) {
  switch (Base) {
  case AccessBase::Frame:
    return loadFrom<AccessBase::Frame>(T, Use);
  case AccessBase::Data:
    return loadFrom<AccessBase::Data>(T, Use);
  default:
    return loadFrom<AccessBase::Address>(T, Use);
  }
}

Handler storeHandler(const Type *T, AccessBase Base, AddressUse Use) {
  switch (Base) {
  case AccessBase::Frame:
    return storeTo<AccessBase::Frame>(T, Use);
  case AccessBase::Data:
    return storeTo<AccessBase::Data>(T, Use);
  default:
    return storeTo<AccessBase::Address>(T, Use);
  }
}

Handler loadBitsHandler() { return loadBits; }
Handler storeBitsHandler(const Type *T) {
  return numSlots(T) == 2 ? storeBits<UInt128> : storeBits<uint64_t>;
}
Handler forgetBitsHandler() { return forgetBits; }
Handler frameAddressHandler() { return frameAddress; }
Handler copyHandler() { return copy; }
Handler zeroHandler() { return zero; }
Handler forgetHandler() { return forget; }
Handler copyStatesHandler() { return copyStates; }
Handler zeroStatesHandler() { return zeroStates; }
Handler forgetStatesHandler() { return forgetStates; }

} // namespace predabs::ir::interp
