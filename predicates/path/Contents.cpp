// Bytes that may be terms, see Contents.h.

#include "predicates/path/Contents.h"

#include <algorithm>
#include <cassert>

namespace predabs::path {

using ir::UInt128;
using ir::interp::Arena;

// Bytes.

const Contents::Byte *Contents::find(uint64_t Addr) const {
  auto It = Pages.find(Addr / PageSize);
  return It == Pages.end() ? nullptr : &It->second[Addr % PageSize];
}

Contents::Byte &Contents::at(uint64_t Addr) {
  return Pages[Addr / PageSize][Addr % PageSize];
}

uint8_t Contents::init(uint64_t Addr) const {
  const Arena &A = M.arenaOf(Addr);
  return A.Init[Addr - A.base()];
}

void Contents::setKnown(uint64_t Addr, uint8_t Value) {
  M.write(Addr, &Value, 1);
}

void Contents::hold(uint64_t Addr, BitTerm Whole, unsigned Part,
                    bool MayBeUnset) {
  if (init(Addr))
    M.forget(Addr, 1);
  Byte &B = at(Addr);
  B.Whole = Whole;
  B.Part = uint8_t(Part);
  B.Is = State::Held;
  B.MayBeUnset = MayBeUnset;
  B.IsAsAtEntry = false;
}

void Contents::noteUnset(uint64_t Addr, uint32_t From, BitTerm Byte) {
  Unset.push_back({Addr, From, Byte});
}

bool Contents::isUntouched(uint64_t Addr, uint64_t Size) const {
  for (uint64_t A = Addr; A < Addr + Size; ++A) {
    const Byte *B = find(A);
    if (isKnown(A) || (B && B->Is == State::Held))
      return false;
  }
  return true;
}

bool Contents::isKnown(uint64_t Addr, uint64_t Size) const {
  const Arena &A = M.arenaOf(Addr);
  const uint8_t *Begin = A.Init + (Addr - A.base());
  return std::all_of(Begin, Begin + Size, [](uint8_t B) { return B == 0xff; });
}

void Contents::name(uint64_t Addr, BitTerm Value) {
  uint64_t Size = T.width(Value) / 8;
  for (uint64_t I = 0; I < Size; ++I) {
    unsigned Part = partOf(I, Size);
    noteUnset(Addr + I, at(Addr + I).From, T.extract(Value, Part * 8, 8));
    hold(Addr + I, Value, Part, /*MayBeUnset=*/true);
    at(Addr + I).IsAsAtEntry = !at(Addr + I).From;
  }
}

bool Contents::areAsAtEntry(uint64_t Addr, uint64_t Size) const {
  for (uint64_t A = Addr; A < Addr + Size; ++A) {
    const Byte *B = find(A);
    if (isKnown(A) ||
        (B && B->Is == State::Held ? !B->IsAsAtEntry : B && B->From))
      return false;
  }
  return true;
}

BitTerm Contents::byte(uint64_t Addr) {
  if (isKnown(Addr))
    return T.number(8, *M.bytesAt(Addr));
  if (at(Addr).Is == State::Untouched)
    name(Addr, New(Addr, 8, at(Addr).From));
  const Byte &B = at(Addr);
  return T.extract(B.Whole, B.Part * 8u, 8);
}

std::optional<BitTerm> Contents::whole(uint64_t Addr, uint64_t Size) const {
  const Byte *First = find(Addr);
  if (!First || First->Is != State::Held || T.width(First->Whole) != Size * 8)
    return std::nullopt;
  for (uint64_t I = 0; I < Size; ++I) {
    const Byte *B = find(Addr + I);
    if (!B || isKnown(Addr + I) || B->Is != State::Held ||
        B->Whole != First->Whole || B->Part != partOf(I, Size))
      return std::nullopt;
  }
  return First->Whole;
}

BitTerm Contents::readBytes(uint64_t Addr, uint64_t Size) {
  assert(Size * 8 <= BitTerms::MaxWidth);
  if (isKnown(Addr, Size))
    return T.number(unsigned(Size) * 8,
                    ir::interp::readBits(M.bytesAt(Addr),
                                         {0, unsigned(Size) * 8}, M.order()));
  if (auto W = whole(Addr, Size))
    return *W;
  if (isUntouched(Addr, Size)) {
    BitTerm Value = New(Addr, unsigned(Size) * 8, at(Addr).From);
    name(Addr, Value);
    return Value;
  }
  BitTerm R = byte(isLittle() ? Addr : Addr + Size - 1);
  for (uint64_t I = 1; I < Size; ++I)
    R = T.concat(byte(isLittle() ? Addr + I : Addr + Size - 1 - I), R);
  return R;
}

void Contents::writeBytes(uint64_t Addr, uint64_t Size, BitTerm Value,
                          bool MayBeUnset) {
  for (uint64_t I = 0; I < Size; ++I) {
    unsigned Part = partOf(I, Size);
    if (T.isConstant(Value))
      setKnown(Addr + I, uint8_t(T.value(Value) >> (Part * 8)));
    else
      hold(Addr + I, Value, Part, MayBeUnset);
  }
}

bool Contents::mayBeUnset(uint64_t Addr, uint64_t Size) const {
  for (uint64_t A = Addr; A < Addr + Size; ++A) {
    const Byte *B = find(A);
    if (!isKnown(A) && (!B || B->Is == State::Untouched || B->MayBeUnset))
      return true;
  }
  return false;
}

// Ranges.

BitTerm Contents::read(uint64_t Addr, BitRange R) {
  BitTerm Bytes = readBytes(Addr, R.bytes());
  return T.extract(Bytes, lowBit(R), R.Width);
}

void Contents::write(uint64_t Addr, BitRange R, BitTerm Value) {
  uint64_t Size = R.bytes();
  if (R.Width == Size * 8)
    return writeBytes(Addr, Size, Value, /*MayBeUnset=*/false);
  bool Unset = mayBeUnset(Addr, Size);
  BitTerm Old = readBytes(Addr, Size), New = Value;
  if (unsigned Low = lowBit(R))
    New = T.concat(New, T.extract(Old, 0, Low));
  if (unsigned Done = T.width(New); Done < Size * 8)
    New = T.concat(T.extract(Old, Done, unsigned(Size) * 8 - Done), New);
  writeBytes(Addr, Size, New, Unset);
}

void Contents::write(uint64_t Addr, BitRange R, BitTerm Value, BitTerm When) {
  if (T.isTrue(When))
    return write(Addr, R, Value);
  if (T.isFalse(When))
    return;
  uint64_t Size = R.bytes();
  bool Unset = mayBeUnset(Addr, Size);
  BitTerm Old = read(Addr, R);
  write(Addr, R, T.ite(When, Value, Old));
  for (uint64_t A = Addr; Unset && A < Addr + Size; ++A)
    if (!isKnown(A))
      at(A).MayBeUnset = true;
}

void Contents::fill(uint64_t Addr, uint64_t Size, BitTerm Byte) {
  if (T.isConstant(Byte))
    return M.fill(Addr, uint8_t(T.value(Byte)), Size);
  for (uint64_t A = Addr; A < Addr + Size; ++A)
    writeBytes(A, 1, Byte, /*MayBeUnset=*/false);
}

void Contents::copy(uint64_t To, uint64_t From, uint64_t Size) {
  if (isKnown(From, Size))
    return M.copy(To, From, Size);
  std::vector<Byte> Old;
  std::vector<std::optional<uint8_t>> Known(Size);
  for (uint64_t I = 0; I < Size; ++I) {
    if (isKnown(From + I))
      Known[I] = *M.bytesAt(From + I);
    else
      byte(From + I);
    Old.push_back(at(From + I));
  }
  for (uint64_t I = 0; I < Size; ++I) {
    const Byte &B = Old[I];
    if (Known[I]) {
      setKnown(To + I, *Known[I]);
      continue;
    }
    if (B.MayBeUnset)
      noteUnset(To + I, Step + 1, T.extract(B.Whole, B.Part * 8u, 8));
    hold(To + I, B.Whole, B.Part, B.MayBeUnset);
  }
}

void Contents::forget(uint64_t Addr, uint64_t Size, Renewed Which) {
  uint64_t End = Addr + Size;
  for (uint64_t A = Addr, Next; A < End; A = Next) {
    Next = std::min(End, (A / PageSize + 1) * PageSize);
    // Most of a large object was never used.
    if (Which == Renewed::Used && !Pages.contains(A / PageSize) &&
        isNowhereKnown(A, Next - A))
      continue;
    for (uint64_t B = A; B < Next; ++B) {
      Byte &Old = at(B);
      if (Which == Renewed::Used && Old.Is == State::Untouched && !Old.From &&
          !isKnown(B))
        continue;
      Old = {};
      Old.From = Step + 1;
    }
  }
  M.forget(Addr, Size);
}

void Contents::forget(uint64_t Addr, BitRange R) {
  write(Addr, R, New(Addr, R.Width, Step + 1));
  markUnset(Addr, R.bytes());
}

void Contents::markUnset(uint64_t Addr, uint64_t Size) {
  for (uint64_t A = Addr; A < Addr + Size; ++A) {
    noteUnset(A, Step + 1, byte(A));
    if (!isKnown(A))
      at(A).MayBeUnset = true;
  }
}

uint32_t Contents::since(uint64_t Addr) const {
  const Byte *B = find(Addr);
  return B ? B->From : 0;
}

bool Contents::isNowhereKnown(uint64_t Addr, uint64_t Size) const {
  const Arena &A = M.arenaOf(Addr);
  const uint8_t *Begin = A.Init + (Addr - A.base());
  return std::all_of(Begin, Begin + Size, [](uint8_t B) { return B == 0; });
}

} // namespace predabs::path
