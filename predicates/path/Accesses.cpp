// Memory on a path, see Execution.h. An address that is no constant stands for
// each of those that it may be: what is read is chosen by comparing, and what
// is written is written everywhere on condition.

#include "predicates/path/Execution.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace predabs::path {

using ir::SInt128;
using ir::interp::accessBytes;
using ir::interp::Arena;

namespace {

/// Bytes of an aggregate that is copied to or from an unknown address.
constexpr uint64_t MaxCopied = 512;
/// An aggregate in which pointers are looked for.
constexpr uint64_t MaxTouched = 4096;
constexpr unsigned MaxDivisorDepth = 8;

const char *const LostAddress = "it uses memory at an address that may be any";

/// A number that divides \p A, whatever it is; 0 divides 0 alone.
uint64_t divisorOf(const BitTerms &T, BitTerm A, unsigned Depth = 0) {
  const BitTerms::Node &N = T.node(A);
  auto Of = [&](BitTerm B) { return divisorOf(T, B, Depth + 1); };
  auto PowerOfTwo = [](uint64_t V) { return V & -V; };
  if (N.What == BitOp::Constant)
    return uint64_t(N.Value);
  if (Depth >= MaxDivisorDepth)
    return 1;
  switch (N.What) {
  case BitOp::Mul:
    return T.isConstant(N.B) ? uint64_t(T.value(N.B)) : 1;
  case BitOp::ShiftLeft:
    return T.isConstant(N.B) && T.value(N.B) < 63
               ? uint64_t(1) << unsigned(T.value(N.B))
               : 1;
  case BitOp::ZeroExtend:
  case BitOp::SignExtend:
    // Only powers of two survive where the inner one wraps.
    return std::max<uint64_t>(PowerOfTwo(Of(N.A)), 1);
  case BitOp::Add:
  case BitOp::Sub:
    return std::gcd(Of(N.A), Of(N.B));
  case BitOp::Neg:
    return Of(N.A);
  case BitOp::Ite:
    return std::gcd(Of(N.B), Of(N.C));
  default:
    return 1;
  }
}

void insert(std::vector<uint64_t> &Into, uint64_t V) {
  if (std::find(Into.begin(), Into.end(), V) == Into.end())
    Into.push_back(V);
}

BitRange bytesOf(uint64_t Size) { return {0, unsigned(Size) * 8}; }

/// The pieces in which \p Size bytes are moved.
uint64_t pieceAt(uint64_t Offset, uint64_t Size) {
  for (uint64_t Piece : {8, 4, 2})
    if (Offset % Piece == 0 && Offset + Piece <= Size)
      return Piece;
  return 1;
}

} // namespace

// Addresses.

Execution::Sum Execution::sumOf(BitTerm Root) {
  Sum Result;
  std::vector<BitTerm> Work{Root};
  while (!Work.empty()) {
    BitTerm Top = Work.back();
    Work.pop_back();
    const BitTerms::Node N = T.node(Top);
    if (N.What == BitOp::Add) {
      Work.push_back(N.A);
      Work.push_back(N.B);
    } else if (N.What == BitOp::Constant) {
      Result.Constant += uint64_t(N.Value);
    } else if (N.NumLeaves && !Result.Choice) {
      Result.Choice = Top;
      for (UInt128 V : T.leaves(Top))
        Result.Cases.push_back(uint64_t(V));
    } else {
      Result.Stride = std::gcd(Result.Stride, divisorOf(T, Top));
    }
  }
  if (!Result.Choice)
    Result.Cases.push_back(0);
  return Result;
}

void Execution::derive(BitTerm From, BitTerm New) {
  if (T.node(New).NumLeaves || From == New)
    return;
  std::vector<uint64_t> Bases = basesOf(From);
  if (Bases.empty())
    return;
  std::vector<uint64_t> &All = Derived[New.Id];
  for (uint64_t B : Bases)
    insert(All, B);
}

void Execution::deriveChoice(BitTerm A, BitTerm B, BitTerm New) {
  // SOUND: where one of them is known to point somewhere, and nothing is known
  // about the other, what is derived is not all.
  if (basesOf(A).empty() != basesOf(B).empty() &&
      !T.isConstant(basesOf(A).empty() ? A : B))
    LeavesOut = LostAddress;
  derive(A, New);
  derive(B, New);
}

std::vector<uint64_t> Execution::basesOf(BitTerm Addr) {
  std::vector<uint64_t> Result;
  auto It = Derived.find(Addr.Id);
  if (It != Derived.end())
    return It->second;
  if (!T.node(Addr).NumLeaves || T.width(Addr) != PointerWidth)
    return Result;
  for (UInt128 V : T.leaves(Addr))
    if (isAlive(uint64_t(V)) || isAlive(uint64_t(V) - 1))
      insert(Result, uint64_t(V));
  return Result;
}

bool Execution::isAlive(uint64_t Addr) {
  const Arena &A = Run.Mem.arenaOf(Addr);
  return Addr >= A.base() && Addr - A.base() < A.size() &&
         A.State[Addr - A.base()] != ir::interp::Dead;
}

std::optional<ir::MemoryRange> Execution::objectAt(uint64_t Addr) {
  // The end of an object is a pointer to it, too.
  if (!isAlive(Addr))
    --Addr;
  if (!isAlive(Addr))
    return std::nullopt;
  uint64_t Begin = Addr, End = Addr + 1;
  while (isAlive(Begin - 1))
    --Begin;
  while (isAlive(End))
    ++End;
  return ir::MemoryRange{Begin, End - Begin};
}

bool Execution::isFine(uint64_t Addr, uint64_t Size, Access How) {
  bool IsZeros = Addr == ir::interp::ZerosAddress && How == Access::Read;
  return IsZeros || !Run.Mem.fault(Addr, Size, How);
}

/// The addresses in one object that a sum may be, given that its choice is one
/// of \p Cases.
void Execution::addTargets(BitTerm Addr, const Sum &S,
                           const std::vector<uint64_t> &Cases,
                           ir::MemoryRange Object, Request Wanted,
                           std::vector<Target> &Into) {
  // SOUND: a pointer into one object does not reach another by arithmetic, even
  // though the addresses would allow it.
  BitTerm IsHere = S.Choice ? BitTerms::no() : BitTerms::yes();
  for (uint64_t C : Cases)
    if (S.Choice)
      IsHere = T.either(IsHere, T.equal(*S.Choice, pointer(C)));
  SInt128 Stride = SInt128(std::max<uint64_t>(S.Stride, 1));
  uint64_t End = Object.Address + Object.Size;
  for (uint64_t A = Object.Address; A + Wanted.Size <= End; ++A) {
    bool Fits = std::any_of(Cases.begin(), Cases.end(), [&](uint64_t C) {
      return (SInt128(A) - SInt128(C + S.Constant)) % Stride == 0;
    });
    if (Fits && isFine(A, Wanted.Size, Wanted.How))
      Into.push_back({A, T.both(IsHere, T.equal(Addr, pointer(A)))});
    if (Into.size() > Size.MaxTargets)
      return;
  }
}

std::vector<Execution::Target> Execution::candidates(BitTerm Addr,
                                                     Request Wanted) {
  Sum S = sumOf(Addr);
  // Where the sum has a choice of objects, that tells which one is meant.
  std::vector<uint64_t> Bases = S.Choice ? S.Cases : basesOf(Addr);
  // SOUND: nothing is known about this address, or it was lost on the way; no
  // target does not mean that there is none.
  if (Bases.empty()) {
    LeavesOut = LostAddress;
    Bases.push_back(S.Constant);
  }
  std::map<uint64_t, std::pair<ir::MemoryRange, std::vector<uint64_t>>> Objects;
  for (uint64_t Base : Bases)
    if (auto Object = objectAt(Base)) {
      auto &[Where, Cases] = Objects[Object->Address];
      Where = *Object;
      if (S.Choice)
        insert(Cases, Base);
    } else if (Base) {
      LeavesOut = LostAddress;
    }
  std::vector<Target> Result;
  for (auto &[Begin, Object] : Objects)
    addTargets(Addr, S, S.Choice ? Object.second : S.Cases, Object.first,
               Wanted, Result);
  return Result;
}

std::vector<Execution::Target> Execution::allTargets(BitTerm Addr,
                                                     Request Wanted) {
  if (!T.node(Addr).NumLeaves)
    return candidates(Addr, Wanted);
  std::vector<uint64_t> Possible;
  for (UInt128 V : T.leaves(Addr))
    if (isFine(uint64_t(V), Wanted.Size, Wanted.How))
      insert(Possible, uint64_t(V));
  std::vector<Target> Result;
  for (uint64_t A : Possible)
    Result.push_back({A, T.equal(Addr, pointer(A))});
  return Result;
}

std::vector<Execution::Target> Execution::targets(BitTerm Addr, uint64_t Size,
                                                  Access How) {
  if (auto C = T.constant(Addr)) {
    if (isFine(uint64_t(*C), Size, How))
      return {{uint64_t(*C), BitTerms::yes()}};
    define(BitTerms::no());
    return {};
  }
  std::vector<Target> Result = allTargets(Addr, {Size, How});
  if (Result.size() > this->Size.MaxTargets) {
    auto Chosen = choose(Addr);
    if (!Chosen)
      giveUp("it uses memory at an address with too many possible values");
    Result.clear();
    if (Chosen && isFine(uint64_t(*Chosen), Size, How))
      Result.push_back(
          {uint64_t(*Chosen), T.equal(Addr, pointer(uint64_t(*Chosen)))});
  }
  std::erase_if(Result, [&](const Target &R) { return T.isFalse(R.When); });
  BitTerm Any = BitTerms::no();
  for (const Target &R : Result)
    Any = T.either(Any, R.When);
  define(Any);
  return Result;
}

// Scalars.

BitTerm Execution::readAt(uint64_t Addr, BitRange R, const Type *Ty) {
  if (Addr == ir::interp::ZerosAddress)
    return T.number(R.Width, 0);
  if (ir::isState(Ty))
    return Memory.read(Run.Mem.ghost(Addr), R);
  if (Ty->isPointer() && Memory.isUntouched(Addr, R.bytes()))
    touch(Addr, Ty);
  return Memory.read(Addr, R);
}

BitTerm Execution::load(const Place &Where, const Type *Ty, const Expr *E) {
  BitRange R = Where.Bits.Width ? Where.Bits : bytesOf(accessBytes(Ty));
  ReadsEntry = false;
  if (R.bytes() * 8 > BitTerms::MaxWidth) {
    giveUp("it reads a bit-field of too many bits");
    return number(Ty, 0);
  }
  std::vector<Target> All = targets(Where.Addr, R.bytes(), Access::Read);
  if (All.empty())
    return number(Ty, 0);
  if (E && All.size() == 1 && Memory.isUntouched(All[0].Addr, R.bytes()))
    ReadPlace = placeAtEntry(E);
  ReadsState = ir::isState(Ty);
  if (ReadsState)
    for (const Target &From : All)
      StateReads.push_back(From.Addr);
  BitTerm V = readAt(All.back().Addr, R, Ty);
  for (size_t I = All.size() - 1; I-- > 0;) {
    BitTerm Other = readAt(All[I].Addr, R, Ty);
    BitTerm Chosen = T.ite(All[I].When, Other, V);
    if (Ty->isPointer())
      deriveChoice(Other, V, Chosen);
    V = Chosen;
  }
  ReadsEntry = !ReadsState && Words.isOpen(V) &&
               std::all_of(All.begin(), All.end(), [&](const Target &From) {
                 return isAsAtEntry(From.Addr, R.bytes());
               });
  ReadsState = false;
  ReadPlace = nullptr;
  return Numbers.resize(V, Ty, Ty->width());
}

/// Whether the caller knows what is there, and nobody has written to it.
bool Execution::isAsAtEntry(uint64_t Addr, uint64_t Size) {
  return Addr != ir::interp::ZerosAddress && Memory.areAsAtEntry(Addr, Size) &&
         originOf(Addr, 0) == Origin::Entry;
}

void Execution::store(const Place &Where, const Type *Ty, BitTerm V) {
  BitRange R = Where.Bits.Width ? Where.Bits : bytesOf(accessBytes(Ty));
  if (R.bytes() * 8 > BitTerms::MaxWidth)
    return giveUp("it writes a bit-field of too many bits");
  V = Numbers.resize(V, Ty, R.Width);
  std::vector<Target> All = targets(Where.Addr, R.bytes(), Access::Write);
  if (ir::isState(Ty))
    for (Target &To : All) {
      noteStateWrite(To);
      To.Addr = Run.Mem.ghost(To.Addr);
    }
  else
    for (const Target &To : All)
      noteWrite(To.Addr, R.bytes());
  if (All.size() == 1)
    return Memory.write(All[0].Addr, R, V);
  for (const Target &To : All) {
    Memory.write(To.Addr, R, V, To.When);
    if (!Ty->isPointer())
      continue;
    BitTerm Now = Memory.read(To.Addr, R);
    const BitTerms::Node N = T.node(Now);
    if (N.What == BitOp::Ite)
      deriveChoice(N.B, N.C, Now);
  }
}

// Aggregates.

void Execution::touch(uint64_t Addr, const Type *Ty) {
  if (Ty->isPointer()) {
    if (!Memory.isUntouched(Addr, Ty->size()))
      return;
    checkOpen(Addr);
    uint32_t Since = Memory.since(Addr);
    Doubted = doubtAbout(Addr, Since);
    Giver = giverOf(Addr, Since);
    Memory.name(Addr, unknownPointer(Ty, originOf(Addr, Since),
                                     meaningOf(Addr, PointerWidth, Since), {}));
    Doubted = {};
    Giver = nullptr;
  } else if (Ty->isArray() && Ty->inner()->size()) {
    for (uint64_t I = 0; I < Ty->count(); ++I)
      touch(Addr + I * Ty->inner()->size(), Ty->inner());
  } else if (Ty->isRecord()) {
    for (const ir::Field &F : Ty->fields())
      if (!F.isBitField())
        touch(Addr + F.BitOffset / 8, F.Ty);
  }
}

/// A copy of what nobody looked at yet has the same numbers in it, not bytes.
void Execution::touchNumbers(uint64_t Addr, const Type *Ty) {
  if (Ty->isInt() && !ir::isState(Ty)) {
    uint64_t Size = accessBytes(Ty);
    if (Memory.isUntouched(Addr, Size))
      Memory.read(Addr, bytesOf(Size));
  } else if (Ty->isArray() && Ty->inner()->size()) {
    for (uint64_t I = 0; I < Ty->count(); ++I)
      touchNumbers(Addr + I * Ty->inner()->size(), Ty->inner());
  } else if (Ty->isRecord()) {
    for (const ir::Field &F : Ty->fields())
      if (!F.isBitField())
        touchNumbers(Addr + F.BitOffset / 8, F.Ty);
  }
}

void Execution::copy(BitTerm To, BitTerm From, const Type *Ty) {
  uint64_t Size = Ty->size();
  std::vector<Target> Sources = targets(From, Size, Access::Read);
  std::vector<Target> Dests = targets(To, Size, Access::Write);
  if (isOver() || !Size)
    return;
  for (const Target &D : Dests)
    noteWrite(D.Addr, Size);
  for (const Target &S : Sources)
    if (Size <= MaxTouched && S.Addr != ir::interp::ZerosAddress) {
      touch(S.Addr, Ty);
      touchNumbers(S.Addr, Ty);
    }
  copyStates(Dests, Sources, Ty);
  if (Sources.size() != 1 || Dests.size() != 1)
    return copyParts(Dests, Sources, Size);
  if (Sources[0].Addr == ir::interp::ZerosAddress)
    return Memory.fill(Dests[0].Addr, Size, T.number(8, 0));
  Memory.copy(Dests[0].Addr, Sources[0].Addr, Size);
}

void Execution::copyParts(const std::vector<Target> &To,
                          const std::vector<Target> &From, uint64_t Size) {
  if (Size > MaxCopied)
    return giveUp("it copies a large object at an unknown address");
  if (To.empty() || From.empty())
    return;
  bool MayBeUnset = std::any_of(From.begin(), From.end(), [&](const Target &S) {
    return S.Addr != ir::interp::ZerosAddress &&
           Memory.mayBeUnset(S.Addr, Size);
  });
  // All is read before anything is written: the objects may overlap.
  std::vector<BitTerm> Parts;
  for (uint64_t Offset = 0; Offset < Size; Offset += pieceAt(Offset, Size)) {
    BitRange R = bytesOf(pieceAt(Offset, Size));
    auto Read = [&](const Target &S) {
      bool IsZero = S.Addr == ir::interp::ZerosAddress;
      return IsZero ? T.number(R.Width, 0) : Memory.read(S.Addr + Offset, R);
    };
    BitTerm V = Read(From.back());
    for (size_t I = From.size() - 1; I-- > 0;) {
      BitTerm Other = Read(From[I]), Chosen = T.ite(From[I].When, Other, V);
      deriveChoice(Other, V, Chosen);
      V = Chosen;
    }
    Parts.push_back(V);
  }
  for (const Target &D : To) {
    auto Next = Parts.begin();
    for (uint64_t Offset = 0; Offset < Size; Offset += pieceAt(Offset, Size))
      Memory.write(D.Addr + Offset, bytesOf(pieceAt(Offset, Size)), *Next++,
                   D.When);
    if (MayBeUnset)
      Memory.markUnset(D.Addr, Size);
  }
}

void Execution::fillZero(BitTerm To, const Type *Ty) {
  uint64_t Size = Ty->size();
  std::vector<Target> All = targets(To, Size, Access::Write);
  copyStates(All, {{ir::interp::ZerosAddress, BitTerms::yes()}}, Ty);
  if (All.size() == 1)
    return Memory.fill(All[0].Addr, Size, T.number(8, 0));
  if (Size > MaxCopied)
    return giveUp("it writes a large object at an unknown address");
  for (const Target &D : All)
    for (uint64_t I = 0; I < Size; ++I)
      Memory.write(D.Addr + I, {0, 8}, T.number(8, 0), D.When);
}

void Execution::forget(const Expr *E, Contents::Renewed Which) {
  Place Where = placeOf(E);
  uint64_t Size = Where.Bits.Width ? Where.Bits.bytes() : E->type()->size();
  std::vector<Target> All = targets(Where.Addr, Size, Access::Write);
  if (isOver() || !Size)
    return;
  if (All.size() != 1)
    return giveUp("an object at an unknown address becomes uninitialised");
  forgetStates(All[0].Addr, E->type());
  if (Where.Bits.Width)
    Memory.forget(All[0].Addr, Where.Bits);
  else if (!ir::isState(E->type()))
    Memory.forget(All[0].Addr, Size, Which);
}

} // namespace predabs::path
